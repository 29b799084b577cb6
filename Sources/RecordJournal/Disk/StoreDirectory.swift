#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The files of a store: their names, and the order of writes and syncs that each change requires.
struct StoreDirectory: Sendable {
    let path: String
    let fileSystem: any FileSystem
    /// Stored, because every read uses it.
    let manifestPath: String

    init(path: String, fileSystem: any FileSystem) {
        var path = path
        if !path.hasPrefix("/"), let current = getcwd(nil, 0) {
            path = String(cString: current) + "/" + path
            free(current)
        }
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
        self.fileSystem = fileSystem
        manifestPath = path + "/MANIFEST.json"
    }

    var lockPath: String { path + "/LOCK" }
    var statePath: String { path + "/STATE" }
    var compactionLockPath: String { path + "/COMPACT.lock" }
    var quarantinePath: String { path + "/quarantine" }
    /// The path of a segment that isn't complete yet.
    func draftPath(_ number: UInt32) -> String { segmentPath(number) + ".draft" }
    func segmentPath(_ number: UInt32) -> String { path + "/" + JournalManifest.segmentName(number) }

    // MARK: Looking

    /// Returns the directory's identity, or nil if it doesn't exist.
    /// - Throws: `store_unavailable` if the path isn't a directory.
    func identity() throws(JournalError) -> FileStatus.Identity? {
        do throws(SystemError) {
            guard let status = try fileSystem.status(ofPath: path) else { return nil }
            guard status.isDirectory else {
                throw SystemError(call: "open store", path: path, number: ENOTDIR)
            }
            return status.identity
        } catch { throw error.journalError }
    }

    /// Throws if the store is on a network file system, where locks and syncs may not be reliable.
    func refuseRemote() throws(JournalError) {
        do throws(SystemError) {
            var place = path
            while try fileSystem.status(ofPath: place) == nil, place != "/" { place = Self.parent(of: place) }
            guard try fileSystem.isRemote(place) else { return }
        } catch { throw error.journalError }
        throw .failure(.storeUnavailable, cause: "\(path) is on a network file system, whose locks and syncs are unreliable")
    }

    /// Returns the manifest and the open file it was read from, or nil if there is no store yet.
    ///
    /// While the file is open its file number isn't reused, so a manifest with another file number is another manifest.
    func readManifest() throws(JournalError) -> (manifest: JournalManifest, file: FileDescriptor)? {
        do {
            let file = try fileSystem.open(manifestPath, .read)
            let bytes = try fileSystem.bytes(of: file, in: 0..<fileSystem.status(of: file).size)
            return (try JournalManifest(bytes: bytes, path: manifestPath), file)
        } catch let error as SystemError {
            guard error.isMissing else { throw error.journalError }
        } catch let error as JournalError { throw error } catch { throw .failure(.storeUnavailable, cause: "\(error)") }
        try refuseLostManifest()
        return nil
    }

    /// Throws if the directory has records but no manifest: that is a damaged store, not an empty one.
    private func refuseLostManifest() throws(JournalError) {
        do throws(SystemError) {
            guard try fileSystem.status(ofPath: path) != nil else { return }
            for name in try fileSystem.names(inDirectory: path) where name.hasPrefix("seg-") && name.hasSuffix(".jsonl") {
                guard let status = try fileSystem.status(ofPath: path + "/" + name), status.size > 0 else { continue }
                // A store being created writes its manifest before its first record, so check again before reporting it lost.
                if try fileSystem.status(ofPath: manifestPath) != nil { return }
                throw SystemError(call: "find", path: manifestPath, number: 0)
            }
        } catch {
            guard error.number == 0 else { throw error.journalError }
            throw .corruptRecord(in: .manifest, cause: "\(manifestPath) is missing, though the directory holds records")
        }
    }

    // MARK: Changing

    /// Creates the directory, its parents, and the lock file.
    func create() throws(SystemError) {
        try createDirectories(path)
        if try fileSystem.status(ofPath: lockPath) == nil { _ = try fileSystem.open(lockPath, .readWriteOrCreate) }
    }

    private func createDirectories(_ path: String) throws(SystemError) {
        if try fileSystem.status(ofPath: path) != nil { return }
        let parent = Self.parent(of: path)
        try createDirectories(parent)
        do throws(SystemError) { try fileSystem.makeDirectory(path) } catch { if error.number != EEXIST { throw error } }
        try syncDirectory(parent)
    }

    /// Creates the first, empty segment and the manifest that names it.
    ///
    /// The caller holds the lock.
    func createFirstManifest() throws(SystemError) {
        try createSegment(JournalManifest.first.active)
        try writeManifest(.first)
    }

    /// Creates an empty segment and syncs its directory entry.
    func createSegment(_ number: UInt32) throws(SystemError) {
        // A file that a crash left behind isn't part of the store, since no manifest names it.
        try fileSystem.sync(fileSystem.open(segmentPath(number), .writeFresh))
        try syncDirectory(path)
    }

    /// Replaces the manifest: writes a temporary file, syncs it, renames it over the old one, and syncs the directory.
    func writeManifest(_ manifest: JournalManifest) throws(SystemError) {
        let temporary = manifestPath + ".tmp"
        let file = try fileSystem.open(temporary, .writeFresh)
        try fileSystem.writeFully(file, manifest.bytes, at: 0)
        try fileSystem.sync(file)
        try fileSystem.rename(temporary, to: manifestPath)
        try syncDirectory(path)
    }

    /// Copies bytes to `quarantine/` and syncs the copy.
    ///
    /// Returns its path, which contains the segment's name and the offset.
    func keep(_ torn: Range<Int>, of file: FileDescriptor, segment: UInt32) throws(SystemError) -> String {
        if try fileSystem.status(ofPath: quarantinePath) == nil {
            try fileSystem.makeSubdirectory(quarantinePath)
            try syncDirectory(path)
        }
        let bytes = try fileSystem.bytes(of: file, in: torn)
        var copy: FileDescriptor?
        var number = 0
        while copy == nil {
            let name = "\(quarantinePath)/\(JournalManifest.segmentName(segment))-\(torn.lowerBound)-\(number)"
            do throws(SystemError) { copy = try fileSystem.open(name, .createNew) } catch { if error.number != EEXIST { throw error } }
            number += 1
        }
        guard let copy else { return quarantinePath }
        try fileSystem.writeFully(copy, bytes, at: 0)
        try fileSystem.sync(copy)
        try syncDirectory(quarantinePath)
        return copy.path
    }

    /// Removes files that no manifest names: segments below the active one, drafts, and incomplete snapshots.
    ///
    /// Returns their names.
    ///
    /// The caller must hold the compaction lock: only its holder removes segments from the manifest and writes drafts. A process that is
    /// writing a snapshot can lose it, which is harmless.
    /// - Parameter numbers: segments to keep although the manifest doesn't name them.
    func removeUnnamedFiles(keeping numbers: [UInt32] = []) throws(JournalError) -> [String] {
        guard let manifest = try readManifest()?.manifest else { return [] }
        let kept = Set((manifest.sealed.map(\.number) + numbers).map(JournalManifest.segmentName))
        func isUnnamed(_ name: String) -> Bool {
            if name.hasSuffix(".draft") { return name.hasPrefix("seg-") }
            if name.hasSuffix(".tmp") { return IndexSnapshot.isSnapshot(name) }
            guard let number = JournalManifest.segmentNumber(name) else { return false }
            return number < manifest.active && !kept.contains(name)
        }
        do throws(SystemError) {
            let unnamed = try fileSystem.names(inDirectory: path).filter(isUnnamed).sorted()
            if unnamed.isEmpty { return [] }
            // Sync the directory first: if the current manifest's name weren't on disk, a crash would bring back the previous one, which
            // needs its segments.
            try syncDirectory(path)
            for name in unnamed { try removeIfThere(path + "/" + name) }
            try syncDirectory(path)
            return unnamed
        } catch { throw error.journalError }
    }

    /// Deletes all snapshots, complete or not, except the one with the given name.
    ///
    /// Returns their names.
    func deleteSnapshots(keeping kept: String?) throws(JournalError) -> [String] {
        do throws(SystemError) {
            let names = try fileSystem.names(inDirectory: path).filter { IndexSnapshot.isSnapshot($0) && $0 != kept }.sorted()
            for name in names { try removeIfThere(path + "/" + name) }
            if !names.isEmpty { try syncDirectory(path) }
            return names
        } catch { throw error.journalError }
    }

    /// Deletes the files in `quarantine/`.
    ///
    /// Returns their names.
    func deleteQuarantine() throws(JournalError) -> [String] {
        do throws(SystemError) {
            guard try fileSystem.status(ofPath: quarantinePath) != nil else { return [] }
            let names = try fileSystem.names(inDirectory: quarantinePath).sorted()
            for name in names { try removeIfThere(quarantinePath + "/" + name) }
            if !names.isEmpty { try syncDirectory(quarantinePath) }
            return names.map { "quarantine/" + $0 }
        } catch { throw error.journalError }
    }

    /// Removes new segments that a compaction or repair couldn't put into the manifest.
    ///
    /// Keeps them if the manifest names them after all (its sync failed after the rename), or if the manifest can't be read.
    func discard(_ segments: [JournalManifest.Sealed]) {
        do throws(JournalError) {
            guard let manifest = try readManifest()?.manifest else { return }
            let named = Set(manifest.sealed.map(\.number))
            guard segments.allSatisfy({ !named.contains($0.number) }) else { return }
        } catch { return }
        for segment in segments {
            do throws(SystemError) { try fileSystem.remove(segmentPath(segment.number)) } catch { continue }
        }
    }

    private func removeIfThere(_ path: String) throws(SystemError) {
        do throws(SystemError) { try fileSystem.remove(path) } catch { if !error.isMissing { throw error } }
    }

    /// Returns the CRC-32C of the first bytes of a file.
    func checksum(of file: FileDescriptor, length: Int) throws(SystemError) -> UInt32 {
        var register: UInt32 = 0xFFFF_FFFF
        var position = 0
        while position < length {
            let bytes = try fileSystem.bytes(of: file, in: position..<min(position + 1 << 20, length))
            if bytes.isEmpty { break }
            register = bytes.withUnsafeBytes { CRC32C.update(register, with: $0) }
            position += bytes.count
        }
        return ~register
    }

    func syncDirectory(_ path: String) throws(SystemError) {
        try fileSystem.sync(fileSystem.open(path, .directory))
    }

    static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
