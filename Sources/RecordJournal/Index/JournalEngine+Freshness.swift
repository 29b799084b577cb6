import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Whether readers see what any process has acknowledged (docs/design/journal-commits.md).
///
/// A save is acknowledged only after slot S, or slot A in the weaker modes, says so, and a manifest takes effect only once slot S has its
/// generation. While slot S names the known active segment and no newer generation, the two slots therefore tell everything, and the
/// manifest needn't be looked at.
extension JournalEngine {
    /// Whether readers see everything that any process has acknowledged.
    func isUpToDate() throws(SystemError) -> Bool { try lookUp { _ in true } ?? false }

    /// Looks something up, and returns it if it reflects everything that any process acknowledged before the call; otherwise nil.
    ///
    /// Looks first: if nothing was acknowledged since, the state file doesn't know of more than what was seen.
    /// - Parameter look: runs under the lock, and again if this engine has published a commit meanwhile.
    func lookUp<Found: Sendable>(_ look: (inout PublishedJournal) -> Found) throws(SystemError) -> Found? {
        var (seen, found) = published.withLock { (Extent($0), look(&$0)) }
        guard let active = seen.active, let file = seen.state else {
            guard try isManifest(seen.manifest) else { return nil }
            if seen.active == nil { return found }
            if seen.isAlone { return try isOpenElsewhere() ? nil : found }
            return nil
        }
        while true {
            let state = try file.read()
            if readableEnd(state, in: active) <= seen.end {
                let isNamed = state.sync.generation <= seen.generation && state.sync.segment == active
                let isCurrent = try isNamed ? isInPlace(file, of: seen.manifest) : isManifest(seen.manifest)
                return isCurrent ? found : nil
            }
            // If this engine published a commit in between, the state file already reflects it.
            let end = seen.end
            (seen, found) = published.withLock { (Extent($0), look(&$0)) }
            if seen.active != active || seen.end == end { return nil }
        }
    }

    /// Whether a state file belongs to the store at the path: it wasn't deleted, and its directory wasn't moved away.
    ///
    /// A deleted file is noticed at once. For a move the path is looked up, at most every 10 milliseconds.
    func isInPlace(_ file: StateFile, of manifest: FileStatus.Identity?) throws(SystemError) -> Bool {
        if try file.isDeleted() { return false }
        let now = Self.milliseconds()
        if now - lastPathLookup.load(ordering: .relaxed) < 10 { return true }
        guard try isManifest(manifest) else { return false }
        lastPathLookup.store(now, ordering: .relaxed)
        return true
    }

    private func isManifest(_ known: FileStatus.Identity?) throws(SystemError) -> Bool {
        try fileSystem.status(ofPath: directory.manifestPath)?.identity == known
    }

    private static func milliseconds() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
    }

    /// How much of the journal readers see.
    private struct Extent {
        let manifest: FileStatus.Identity?
        let generation: Int
        let active: UInt32?
        let state: StateFile?
        let isAlone: Bool
        let end: Int

        init(_ published: PublishedJournal) {
            manifest = published.manifestFile
            generation = published.manifest?.generation ?? 0
            active = published.manifest?.active
            state = published.state
            isAlone = published.isAlone
            end = published.end
        }
    }

    // MARK: Reading at once

    /// Calls the body with the newest record of an id, if that takes one look at the state file and one read of the segment.
    ///
    /// The bytes aren't copied, and no string is made of the header.
    /// - Returns: whether the body was called. It isn't if other processes have committed since the last look, or if the record is absent,
    ///   damaged or otherwise not what the index says: `read` finds out more.
    package func readAtOnce(_ kind: JournalKind, _ id: String, _ body: (RecordFields) -> Void) -> Bool {
        do throws(SystemError) {
            let seen = try lookUp { published in (entry: published.index.sound(kind, id), files: published.segments) }
            guard let seen, let entry = seen.entry else { return false }
            let file = try seen.files.file(entry.location.segment)
            let length = Int(entry.location.length)
            return try withUnsafeTemporaryAllocation(byteCount: length, alignment: 8) { line in
                Result { () throws(SystemError) in
                    guard try fileSystem.readFully(file, into: line, at: entry.location.offset) == length else { return false }
                    let line = UnsafeRawBufferPointer(line)
                    guard LineReader.isIntact(line), let fields = LineReader.fields(of: line), fields.version == entry.version,
                        fields.schema <= kind.schema, fields.isOf(kind, id)
                    else { return false }
                    body(fields)
                    return true
                }
            }.get()
        } catch { return false }
    }
}

extension RecordFields {
    /// Whether the record is of this kind and id.
    fileprivate func isOf(_ kind: JournalKind, _ id: String) -> Bool { Self.isSame(self.kind, kind.name) && Self.isSame(self.id, id) }
}
