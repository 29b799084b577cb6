import Synchronization

@testable import RecordJournal

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A disk in memory with a single directory for a store, for tests that try thousands of its states.
final class MemoryFileSystem: FileSystem {
    private struct State {
        /// The contents by file number.
        ///
        /// Names refer to numbers, so an open file survives a rename over it.
        var contents: [UInt64: [UInt8]] = [:]
        var names: [String: UInt64] = [:]
        var directories: Set<String> = ["/"]
        var nextNumber: UInt64 = 100
        /// The maximum total size of the files, in bytes.
        var capacity = Int.max
        var locks = LockTable()
        /// The file number of each descriptor.
        ///
        /// The system never assigns these descriptor numbers, so closing one has no effect on other files.
        var open: [Int32: UInt64] = [:]

        /// The total size of all files that have a name.
        var used: Int { names.values.reduce(0) { $0 + (contents[$1]?.count ?? 0) } }

        mutating func makeFile(_ path: String) -> UInt64 {
            nextNumber += 1
            names[path] = nextNumber
            contents[nextNumber] = []
            return nextNumber
        }
    }

    private let state = Mutex(State())
    /// A unique device number, so that what the process remembers about one disk's files isn't applied to another's.
    private let device = UInt64(devices.wrappingAdd(1, ordering: .relaxed).newValue)
    private static let devices = Atomic<Int>(1 << 32)

    /// The files by path.
    ///
    /// Setting a file replaces its contents.
    subscript(path: String) -> [UInt8]? {
        get { state.withLock { state in state.names[path].flatMap { state.contents[$0] } } }
        set {
            state.withLock { state in
                guard let newValue else { return state.names[path] = nil }
                let number = state.names[path] ?? state.makeFile(path)
                state.contents[number] = newValue
            }
        }
    }

    /// The total size of the files.
    var used: Int { state.withLock { $0.used } }

    /// Leaves room for this many more bytes; `nil` for any number.
    func setRoom(_ room: Int?) {
        state.withLock { state in
            let used = state.used
            state.capacity = room.map { used + $0 } ?? .max
        }
    }

    var paths: [String] { state.withLock { $0.names.keys.sorted() } }

    /// Returns another disk with the same files.
    func copy() -> MemoryFileSystem {
        let other = MemoryFileSystem()
        let (contents, names, directories, next) = state.withLock { ($0.contents, $0.names, $0.directories, $0.nextNumber) }
        other.state.withLock { state in
            state.contents = contents
            state.names = names
            state.directories = directories
            state.nextNumber = next
        }
        return other
    }

    private func number(_ file: FileDescriptor) throws(SystemError) -> UInt64 {
        guard let number = state.withLock({ $0.open[file.number] }) else {
            throw SystemError(call: "find", path: file.path, number: EBADF)
        }
        return number
    }

    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor {
        let result = state.withLock { state -> Result<FileDescriptor, SystemError> in
            let isThere = state.names[path] != nil
            let number: UInt64
            switch mode {
            case .directory: number = 0
            case .read, .readWrite:
                guard let found = state.names[path] else { return .failure(SystemError(call: "open", path: path, number: ENOENT)) }
                number = found
            case .readWriteOrCreate: number = state.names[path] ?? state.makeFile(path)
            case .writeFresh:
                number = state.names[path] ?? state.makeFile(path)
                state.contents[number] = []
            case .createNew:
                if isThere { return .failure(SystemError(call: "open", path: path, number: EEXIST)) }
                number = state.makeFile(path)
            }
            let descriptor = 0x6000_0000 + Int32(state.open.count)
            state.open[descriptor] = number
            return .success(FileDescriptor(number: descriptor, path: path))
        }
        return try result.get()
    }

    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        let number = try number(file)
        return FileStatus(
            identity: .init(device: device, file: number),
            size: state.withLock { $0.contents[number]?.count ?? 0 },
            isDirectory: number == 0
        )
    }

    func status(ofPath path: String) throws(SystemError) -> FileStatus? {
        state.withLock { state in
            if state.directories.contains(path) { return FileStatus(identity: .init(device: device, file: 1), size: 0, isDirectory: true) }
            guard let number = state.names[path] else { return nil }
            return FileStatus(identity: .init(device: device, file: number), size: state.contents[number]?.count ?? 0, isDirectory: false)
        }
    }

    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        let number = try number(file)
        return state.withLock { state in
            guard let bytes = state.contents[number], offset < bytes.count else { return 0 }
            let count = min(buffer.count, bytes.count - offset)
            buffer.copyBytes(from: bytes[offset..<offset + count])
            return count
        }
    }

    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        let number = try number(file)
        let written = state.withLock { state in
            let count = state.contents[number]?.count ?? 0
            let room = state.capacity == .max ? Int.max : max(0, state.capacity - state.used)
            let bytes = UnsafeRawBufferPointer(
                rebasing: bytes.prefix(max(0, min(bytes.count, room == .max ? room : room + count - offset)))
            )
            if count < offset + bytes.count {
                state.contents[number]?.append(contentsOf: [UInt8](repeating: 0, count: offset + bytes.count - count))
            }
            state.contents[number]?.withUnsafeMutableBytes {
                UnsafeMutableRawBufferPointer(rebasing: $0[offset...]).copyMemory(from: bytes)
            }
            return bytes.count
        }
        guard written > 0 || bytes.isEmpty else { throw SystemError(call: "pwrite", path: file.path, number: ENOSPC) }
        return written
    }

    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError) {
        let number = try number(file)
        state.withLock { state in
            let count = state.contents[number]?.count ?? 0
            state.contents[number]?.removeLast(max(0, count - length))
        }
    }

    func syncData(_ file: FileDescriptor) throws(SystemError) {}
    func sync(_ file: FileDescriptor) throws(SystemError) {}

    func rename(_ old: String, to new: String) throws(SystemError) {
        state.withLock { state in state.names[new] = state.names.removeValue(forKey: old) }
    }

    func remove(_ path: String) throws(SystemError) { state.withLock { $0.names[path] = nil } }

    func makeDirectory(_ path: String) throws(SystemError) { state.withLock { _ = $0.directories.insert(path) } }

    func names(inDirectory path: String) throws(SystemError) -> [String] {
        state.withLock { $0.names.keys.filter { $0.hasPrefix(path + "/") }.map { String($0.dropFirst(path.count + 1)) } }
    }

    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool {
        let number = try number(file)
        return state.withLock { $0.locks.tryLock(number, file, place, kind) }
    }

    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) {
        let number = try number(file)
        state.withLock { $0.locks.unlock(number, file, place) }
    }

    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind? {
        let number = try number(file)
        return state.withLock { $0.locks.held(number, file, place) }
    }

    func isRemote(_ path: String) throws(SystemError) -> Bool { false }
}
