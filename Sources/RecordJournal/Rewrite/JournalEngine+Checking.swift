import Synchronization

/// Checking segments before they are sealed, and reading sealed ones.
extension JournalEngine {
    /// Checks the published part of the active segment.
    ///
    /// Returns nil while there is no store.
    /// - Parameter written: the part that this engine has written.
    func checkedActive(after written: CheckedSegment?) throws(JournalError) -> CheckedSegment? {
        let (file, segment, end) = published.withLock { ($0.active, $0.manifest?.active, $0.end) }
        guard let file, let segment else { return nil }
        guard let written, written.segment == segment else { return try check(file, CheckedSegment(segment: segment), to: end) }
        // A mark isn't published.
        return written.end < end ? try check(file, written, to: end) : written
    }

    /// Continues checking a segment up to an offset.
    func check(_ file: FileDescriptor, _ checked: CheckedSegment, to end: Int) throws(JournalError) -> CheckedSegment {
        var checked = checked
        var items = FirstDamage()
        do throws(SystemError) {
            let summary = try SegmentScanner.scan(
                fileSystem,
                file,
                segment: checked.segment,
                range: checked.end..<end,
                isSealed: true,
                into: &items,
                wantsChecksum: checked.end == 0
            )
            checked.count += summary.count
            if let checksum = summary.checksum {
                checked.register = ~checksum
            } else {
                for start in stride(from: checked.end, to: end, by: 1 << 20) {
                    let bytes = try fileSystem.bytes(of: file, in: start..<min(start + 1 << 20, end))
                    checked.register = bytes.withUnsafeBytes { CRC32C.update(checked.register, with: $0) }
                }
            }
            checked.end = end
        } catch { throw error.journalError }
        if let region = items.region {
            throw .corruptRecord(in: .journal, id: region.header?.id, cause: "\(region.place): damaged; the segment is not sealed")
        }
        return checked
    }

    /// Reads a sealed segment into a sink.
    ///
    /// Returns the number of records.
    func scan(_ sealed: JournalManifest.Sealed, into sink: inout some JournalSink) throws(JournalError) -> Int {
        do throws(SystemError) {
            let file = try fileSystem.open(directory.segmentPath(sealed.number), .read)
            return try SegmentScanner.scan(
                fileSystem,
                file,
                segment: sealed.number,
                range: 0..<sealed.length,
                isSealed: true,
                into: &sink
            ).count
        } catch { throw error.journalError }
    }

    /// Runs a disk operation and converts its error to a domain error.
    func onDisk<Value>(_ body: (any FileSystem) throws(SystemError) -> Value) throws(JournalError) -> Value {
        do throws(SystemError) { return try body(fileSystem) } catch { throw error.journalError }
    }
}

/// Keeps the first damage of a scan.
private struct FirstDamage: JournalSink {
    var region: DamagedRegion?

    mutating func take(_ item: JournalItem) {
        if region == nil, case .damage(let damage) = item { region = damage }
    }
}
