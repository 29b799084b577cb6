#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The open `STATE` file.
final class StateFile: Sendable {
    private let fileSystem: any FileSystem
    private let file: FileDescriptor

    /// Opens the file, which must exist.
    init(_ directory: StoreDirectory, _ mode: FileMode = .readWrite) throws(SystemError) {
        fileSystem = directory.fileSystem
        file = try fileSystem.open(directory.statePath, mode)
    }

    /// Opens the file, or creates it at its full length, so that later writes never need disk space.
    static func create(_ directory: StoreDirectory) throws(SystemError) -> StateFile {
        let state = try StateFile(directory, .readWriteOrCreate)
        let size = try state.fileSystem.status(of: state.file).size
        if size < StoreState.fileLength {
            try state.fileSystem.writeFully(state.file, [UInt8](repeating: 0, count: StoreState.fileLength - size), at: size)
        }
        return state
    }

    /// Reads both slots.
    ///
    /// If neither copy of a slot is intact, a write is in progress, and both slots are read again.
    func read() throws(SystemError) -> StoreState {
        for _ in 0..<1_000 {
            let (append, sync) = try slots()
            if let append, let sync { return StoreState(append: append, sync: sync) }
            sched_yield()
        }
        throw SystemError(call: "read", path: file.path, number: EILSEQ)
    }

    /// Whether the file was deleted after it was opened.
    func isDeleted() throws(SystemError) -> Bool { try !fileSystem.status(of: file).hasName }

    /// Reads both slots for recovery.
    ///
    /// A slot without an intact copy is empty.
    func readLoosely() throws(SystemError) -> StoreState {
        let (append, sync) = try slots()
        return StoreState(append: append ?? .init(), sync: sync ?? .init())
    }

    private func slots() throws(SystemError) -> (append: StoreState.Append?, sync: StoreState.Sync?) {
        try withUnsafeTemporaryAllocation(byteCount: StoreState.length, alignment: 8) { buffer in
            Result { () throws(SystemError) in
                let count = try fileSystem.readFully(file, into: buffer, at: 0)
                return StoreState.slots(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            }
        }.get()
    }

    /// Increments slot A's sequence number and writes the slot.
    func write(_ slot: inout StoreState.Append) throws(SystemError) {
        slot.sequence &+= 1
        try fileSystem.writeFully(file, slot.copy.bytes, at: slot.copy.offset)
    }

    /// Increments slot S's sequence number and writes the slot.
    func write(_ slot: inout StoreState.Sync) throws(SystemError) {
        slot.sequence &+= 1
        try fileSystem.writeFully(file, slot.copy.bytes, at: slot.copy.offset)
    }
}
