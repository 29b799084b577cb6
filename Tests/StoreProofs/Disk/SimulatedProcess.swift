#if DEBUG || STORE_PROOFS
import Foundation
import Synchronization

@testable import RecordJournal

/// A process on a simulated disk that is killed at one of its calls.
///
/// Its locks are released, and its page cache stays.
final class SimulatedProcess: FileSystem {
    private struct State {
        /// The number of calls it may still make.
        var left: Int
        var opened: [FileDescriptor] = []
    }

    private let disk: SimulatedDisk
    private let state: Mutex<State>

    /// Creates a process.
    /// - Parameter calls: the number of calls before it is killed.
    init(_ disk: SimulatedDisk, calls: Int = .max) {
        self.disk = disk
        state = Mutex(State(left: calls))
    }

    var isDead: Bool { state.withLock { $0.left < 0 } }

    /// Kills the process at its next call.
    func die() { state.withLock { $0.left = min($0.left, 0) } }

    private func kill() -> SystemError {
        for file in state.withLock({ $0.opened }) {
            for place in LockPlace.allCases {
                do throws(SystemError) { try disk.unlock(file, place) } catch { continue }
            }
        }
        return SystemError(call: "kill", path: CrashSession.store, number: EIO)
    }

    private func step() throws(SystemError) {
        let left = state.withLock { state in
            state.left = max(-1, state.left - 1)
            return state.left
        }
        if left < 0 { throw kill() }
    }

    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor {
        try step()
        let file = try disk.open(path, mode)
        state.withLock { $0.opened.append(file) }
        return file
    }

    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        let wasAlive = !isDead
        do throws(SystemError) { try step() } catch {
            // A kill during a write leaves the first half of it.
            if wasAlive { _ = try disk.write(file, UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count / 2)), at: offset) }
            throw error
        }
        return try disk.write(file, bytes, at: offset)
    }

    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        try step()
        return try disk.status(of: file)
    }
    func status(ofPath path: String) throws(SystemError) -> FileStatus? {
        try step()
        return try disk.status(ofPath: path)
    }
    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        try step()
        return try disk.read(file, into: buffer, at: offset)
    }
    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError) {
        try step()
        try disk.truncate(file, to: length)
    }
    func syncData(_ file: FileDescriptor) throws(SystemError) { try sync(file) }
    func sync(_ file: FileDescriptor) throws(SystemError) {
        try step()
        try disk.sync(file)
    }
    func rename(_ old: String, to new: String) throws(SystemError) {
        try step()
        try disk.rename(old, to: new)
    }
    func remove(_ path: String) throws(SystemError) {
        try step()
        try disk.remove(path)
    }
    func makeDirectory(_ path: String) throws(SystemError) {
        try step()
        try disk.makeDirectory(path)
    }
    func names(inDirectory path: String) throws(SystemError) -> [String] {
        try step()
        return try disk.names(inDirectory: path)
    }
    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool {
        try step()
        return try disk.tryLock(file, place, kind)
    }
    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) {
        if !isDead { try disk.unlock(file, place) }
    }
    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind? {
        try step()
        return try disk.lockHeld(file, place)
    }
    func isRemote(_ path: String) throws(SystemError) -> Bool { false }
}
#endif
