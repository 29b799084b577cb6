import Synchronization

/// Padding: filling the active segment with newlines ahead of the data. A sync then flushes only data, with no new file length or block
/// allocation.
///
/// Blank lines keep the file valid JSON Lines. Only the active segment ends in padding; its data ends after the last nonblank line. The
/// writer adds padding under the lock, and the sync of the accompanying commit makes it durable. A separate thread would save no time,
/// since a sync waits for all bytes of the file.
extension JournalEngine {
    /// Adds padding after a batch if little is left.
    ///
    /// Lack of space for it isn't an error.
    ///
    /// A large batch doesn't need padding: padding costs as many bytes again, while its absence costs only one more metadata write.
    /// - Parameters:
    ///   - end: the end of the data.
    ///   - size: the file size before the batch.
    ///   - batch: the length of the batch in bytes.
    func fillAhead(from end: Int, size: Int, batch: Int, _ files: inout WriterFiles) {
        files.batches += 1
        files.activeSize = max(size, end)
        let least = options.fillAhead / 8
        guard options.durability == .everyCommit, files.batches > options.batchesBeforeFilling, batch <= least,
            max(size, end) - end < least,
            let active = files.active, files.unfillable != active.number
        else { return }
        let (number, file) = (active.number, active.file)
        let length: Int
        // The remembered size may be stale, and padding must not leave a hole.
        do throws(SystemError) { length = try fileSystem.status(of: file).size } catch { return files.activeSize = nil }
        do throws(SystemError) {
            var position = length
            while position < end + options.fillAhead {
                try fileSystem.writeFully(file, Self.blankLines, at: position)
                position += Self.blankLines.count
            }
            files.activeSize = position
        } catch {
            files.unfillable = number
            files.activeSize = nil
            // What was written is valid padding, but others may need the space.
            do throws(SystemError) { try fileSystem.truncate(file, to: length) } catch { return }
        }
    }

    private static let blankLines = [UInt8](repeating: RecordLine.newline, count: 1 << 16)

    /// Trims the padding, unless another process has appended after our last record.
    ///
    /// Failure is harmless.
    func trimPadding(_ files: inout WriterFiles) {
        guard let active = files.active, let session = files.session else { return }
        do throws(JournalError) {
            guard try session.locks.tryAcquire(.append, .exclusive) else { return }
            files.held.insert(.append)
            defer { endWriting(&files) }
            guard try isManifestCurrent() else { return }
            do throws(SystemError) {
                let state = try session.state.read()
                let end = state.appended(in: active.number)
                guard published.withLock({ $0.end }) >= state.sync.durable(in: active.number), state.append.segment == active.number,
                    try fileSystem.status(of: active.file).size > end, try fileSystem.isBlank(active.file, from: end)
                else { return }
                try fileSystem.truncate(active.file, to: end)
            } catch { throw error.journalError }
        } catch { return }
    }
}
