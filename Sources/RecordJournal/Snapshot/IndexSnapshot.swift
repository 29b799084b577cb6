/// `index-NNNNNN.idx`: the index of a journal up to an offset in one segment.
///
/// With it, opening the store doesn't have to scan what it covers.
///
/// You can delete it at any time. It is used only if the manifest still begins with the segments it was made from, each of these is at
/// least as long as recorded, and the last bytes it covers are unchanged. Otherwise it is ignored and everything is scanned. A snapshot is
/// never modified: each one is a new file, renamed into place when complete.
struct IndexSnapshot {
    /// How much of the journal a snapshot covers.
    struct Extent: Equatable, Sendable {
        /// The sealed segments that it covers completely.
        var sealed: [JournalManifest.Sealed]
        /// The segment after them, which was active at the time.
        var segment: UInt32
        /// How many bytes of that segment are covered.
        ///
        /// All of them are on disk.
        var end: Int

        /// The total number of bytes covered.
        var byteCount: Int { sealed.reduce(end) { $0 + $1.length } }

        /// Whether a manifest still contains what is covered.
        ///
        /// Sealing the last segment keeps it valid; compaction doesn't.
        func isPart(of manifest: JournalManifest) -> Bool {
            guard manifest.sealed.starts(with: sealed) else { return false }
            if manifest.sealed.count == sealed.count { return manifest.active == segment }
            let next = manifest.sealed[sealed.count]
            return next.number == segment && next.length >= end
        }
    }

    /// Describes the snapshot in place, for statistics and to decide when the next one is due.
    struct Note: Equatable, Sendable {
        let extent: Extent
        /// The file's length in bytes.
        let length: Int
        /// Whether the current index was loaded from it.
        var isInUse = false

        var name: String { IndexSnapshot.name(extent.segment) }
    }

    let index: JournalIndex
    let note: Note

    static func name(_ segment: UInt32) -> String {
        let digits = String(segment)
        return "index-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".idx"
    }

    static func isSnapshot(_ name: String) -> Bool { name.hasPrefix("index-") && (name.hasSuffix(".idx") || name.hasSuffix(".idx.tmp")) }

    /// Returns the CRC-32C of the last 64 KB before an offset, or of all bytes before it if there are fewer.
    static func checksum(before end: Int, of file: FileDescriptor, _ fileSystem: any FileSystem) throws(SystemError) -> UInt32 {
        let bytes = try fileSystem.bytes(of: file, in: max(0, end - 64 << 10)..<end)
        return bytes.withUnsafeBytes { CRC32C.checksum($0) }
    }

    // MARK: Reading

    /// Loads the newest valid snapshot.
    ///
    /// Returns nil if there isn't one, or if reading fails.
    static func read(
        _ directory: StoreDirectory,
        _ manifest: JournalManifest,
        segments: SegmentFiles,
        size: Int,
        kinds: [JournalKind],
        mappedLength: Int
    ) -> IndexSnapshot? {
        let fileSystem = directory.fileSystem
        do throws(SystemError) {
            let names = try fileSystem.names(inDirectory: directory.path).filter { isSnapshot($0) && !$0.hasSuffix(".tmp") }
            for name in names.sorted(by: >) {
                let file = try fileSystem.open(directory.path + "/" + name, .read)
                let length = try fileSystem.status(of: file).size
                let mapped = length >= mappedLength ? try SnapshotBytes.map(file, length: length, fileSystem) : nil
                let source = if let mapped { mapped } else { try SnapshotBytes.read(file, length: length, fileSystem) }
                guard let bytes = source, var reader = SnapshotReader(bytes),
                    let extent = Extent(from: &reader),
                    let endChecksum = reader.number(), extent.isPart(of: manifest),
                    extent.segment != manifest.active || extent.end <= size,
                    try checksum(before: extent.end, of: segments.file(extent.segment), fileSystem) == endChecksum,
                    try areWhole(extent.sealed, in: directory), let index = JournalIndex(kinds: kinds, from: &reader)
                else { continue }
                return IndexSnapshot(index: index, note: Note(extent: extent, length: length, isInUse: true))
            }
            return nil
        } catch {
            // A snapshot that can't be read isn't an error: the journal itself is scanned instead.
            return nil
        }
    }

    private static func areWhole(_ sealed: [JournalManifest.Sealed], in directory: StoreDirectory) throws(SystemError) -> Bool {
        for sealed in sealed {
            let status = try directory.fileSystem.status(ofPath: directory.segmentPath(sealed.number))
            guard let status, status.size >= sealed.length else { return false }
        }
        return true
    }

    // MARK: Writing

    /// Writes a snapshot to a temporary file, renames it into place, and removes the others.
    /// - Parameter kept: the name of one to keep.
    static func write(
        _ index: JournalIndex,
        _ extent: Extent,
        of segment: FileDescriptor,
        to directory: StoreDirectory,
        keeping kept: String? = nil
    ) throws(SystemError) -> Note {
        let fileSystem = directory.fileSystem
        let name = name(extent.segment)
        // The name is random because two engines can write a snapshot at the same time.
        let temporary = "\(directory.path)/index-\(UInt64.random(in: 0 ... .max)).idx.tmp"
        let file = try fileSystem.open(temporary, .createNew)
        let length: Int
        do throws(SystemError) {
            var writer = SnapshotWriter(fileSystem, file)
            extent.write(to: &writer)
            writer.number(try checksum(before: extent.end, of: segment, fileSystem))
            try index.write(to: &writer)
            length = try writer.finish()
            try fileSystem.rename(temporary, to: directory.path + "/" + name)
        } catch {
            let failure = error
            do throws(SystemError) { try fileSystem.remove(temporary) } catch { throw failure }
            throw failure
        }
        for other in try fileSystem.names(inDirectory: directory.path) where isSnapshot(other) && other != name && other != kept {
            do throws(SystemError) {
                try fileSystem.remove(directory.path + "/" + other)
            } catch { if !error.isMissing { throw error } }
        }
        return Note(extent: extent, length: length)
    }
}

extension IndexSnapshot.Extent {
    fileprivate func write(to writer: inout SnapshotWriter) {
        writer.number(sealed.count)
        for segment in sealed {
            writer.number(segment.number)
            writer.number(segment.length)
            writer.number(segment.checksum)
            writer.number(segment.count)
        }
        writer.number(segment)
        writer.number(end)
    }

    fileprivate init?(from reader: inout SnapshotReader) {
        guard let count = reader.number() else { return nil }
        var sealed: [JournalManifest.Sealed] = []
        for _ in 0..<count {
            guard let number = reader.number().flatMap(UInt32.init(exactly:)), let length = reader.number(),
                let checksum = reader.number().flatMap(UInt32.init(exactly:)), let count = reader.number()
            else { return nil }
            sealed.append(JournalManifest.Sealed(number: number, length: length, checksum: checksum, count: count))
        }
        guard let segment = reader.number().flatMap(UInt32.init(exactly:)), let end = reader.number() else { return nil }
        self.init(sealed: sealed, segment: segment, end: end)
    }
}
