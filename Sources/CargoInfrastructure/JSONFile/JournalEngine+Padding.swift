import CargoDomain
import Synchronization

/// Filling the active segment ahead with newlines: a sync then has bytes to bring to the medium, and neither a length nor blocks.
///
/// Blank lines leave the file valid JSON Lines. Padding ends the active segment and nothing else; data ends behind the last line that is not
/// blank. It is written under the lock, and made durable by the sync of the commit that it comes with: a sync waits for all bytes of a file, so
/// a thread of its own would spare nobody that wait.
extension JournalEngine {
    /// Fills ahead behind a batch where little padding is left; no room for it is no failure.
    ///
    /// A large batch is not worth it: padding costs as many bytes again, its absence one more write of metadata.
    /// - Parameters:
    ///   - end: where the data ends.
    ///   - size: the file's size before the batch.
    ///   - batch: the batch's length.
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
        // What was seen before the batch may be old, and padding must leave no hole.
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
            // What was written is padding all the same; but others may need the room.
            do throws(SystemError) { try fileSystem.truncate(file, to: length) } catch { return }
        }
    }

    private static let blankLines = [UInt8](repeating: RecordLine.newline, count: 1 << 16)

    /// Takes the padding off, unless somebody has written behind our last record; it may fail.
    func trimPadding(_ files: inout WriterFiles) {
        guard let active = files.active, let session = files.session else { return }
        do throws(DomainError) {
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
            } catch { throw error.domainError }
        } catch { return }
    }
}
