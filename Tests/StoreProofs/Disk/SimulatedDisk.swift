#if DEBUG || STORE_PROOFS
import Foundation
import Synchronization

@testable import RecordJournal

/// An in-memory disk that records its operations and makes the calls fail that a session's rule selects.
final class SimulatedDisk: FileSystem {
    /// What a call does instead of its work.
    enum Fault: Sendable {
        case error(Int32)
        /// A write that stores this many bytes and then fails.
        case partial(Int, Int32)
    }

    /// Decides about a call by its name and the last component of the file's path.
    typealias Rule = @Sendable (_ call: String, _ file: String) -> Fault?

    /// An open file, and the failed write-back that its next sync reports.
    fileprivate struct Opened: Sendable {
        weak var file: FileDescriptor?
        var error: Int32?
    }

    struct State: Sendable {
        var files: [UInt64: [UInt8]] = [:]
        var names: [String: UInt64] = [:]
        var directories: [String: UInt64] = ["/": 1]
        var nextNumber: UInt64 = 1
        var operations: [DiskOperation] = []
        var isRecording = false
        var rule: Rule?
        var locks = LockTable()
        var tellsErrorsOnce = false
        fileprivate var opened: [UInt64: [Opened]] = [:]

        mutating func number() -> UInt64 {
            nextNumber += 1
            return nextNumber
        }

        mutating func record(_ operation: @autoclosure () -> DiskOperation) { if isRecording { operations.append(operation()) } }

        /// Every open file of it reports the error once, at its own next sync.
        mutating func noteError(_ error: Int32, _ file: UInt64) {
            for place in opened[file, default: []].indices { opened[file]?[place].error = error }
        }

        mutating func makeFile(_ path: String) -> UInt64 {
            let number = number()
            names[path] = number
            files[number] = []
            record(.create(path, file: number))
            return number
        }
    }

    /// The descriptor numbers are ones that the system never uses, so closing them closes nothing.
    private static let descriptorBase: Int32 = 0x7000_0000

    private let state: Mutex<State>
    /// Every disk has a different device number, so that the process-wide engine registry never confuses their files.
    private let device = UInt64(devices.wrappingAdd(1, ordering: .relaxed).newValue)
    private static let devices = Atomic<Int>(1)

    init(files: [String: [UInt8]] = [:], directories: [String] = []) {
        var state = State()
        for path in directories { state.directories[path] = state.number() }
        for (path, bytes) in files { state.files[state.makeFile(path)] = bytes }
        self.state = Mutex(state)
    }

    // MARK: For sessions

    /// The current files and directories, to which later operations apply.
    var contents: (files: [String: [UInt8]], numbers: [String: UInt64], directories: [String]) {
        state.withLock { state in
            (state.names.mapValues { state.files[$0] ?? [] }, state.names, Array(state.directories.keys))
        }
    }

    /// The bytes at a path.
    ///
    /// Setting them isn't recorded.
    subscript(path: String) -> [UInt8]? {
        get { state.withLock { state in state.names[path].flatMap { state.files[$0] } } }
        set {
            state.withLock { state in
                guard let newValue else { return state.names[path] = nil }
                let number = state.names[path] ?? state.makeFile(path)
                state.files[number] = newValue
            }
        }
    }

    func startRecording() { state.withLock { $0.isRecording = true } }
    var operations: [DiskOperation] { state.withLock { $0.operations } }
    func permit(_ worlds: Int) { state.withLock { $0.record(.permit(worlds)) } }
    func setRule(_ rule: Rule?) { state.withLock { $0.rule = rule } }
    /// From here on, a failed sync is reported to its caller alone, as some systems do, and not to each process that has the file open.
    func tellErrorsOnce() { state.withLock { $0.tellsErrorsOnce = true } }

    /// Lets the system fail to write a file's pages to the medium on its own.
    func failWriteBack(of path: String) {
        state.withLock { state in
            guard let number = state.names[path] else { return }
            state.noteError(EIO, number)
            state.record(.failedSync(file: number))
        }
    }

    // MARK: Calls

    private func change<Value>(
        _ call: String,
        _ path: String,
        _ body: (inout State, Fault?) -> Result<Value, SystemError>
    ) throws(SystemError) -> Value {
        let rule = state.withLock { $0.rule }
        // Ask outside the lock, because a rule may let another engine use this disk.
        let fault = rule?(call, path.split(separator: "/").last.map(String.init) ?? "/")
        if case .error(let number) = fault, call != "sync", call != "write" { throw SystemError(call: call, path: path, number: number) }
        return try state.withLock { body(&$0, fault) }.get()
    }

    private static func number(_ file: FileDescriptor) -> UInt64 { UInt64(file.number - descriptorBase) }

    func open(_ path: String, _ mode: FileMode) throws(SystemError) -> FileDescriptor {
        let number: UInt64 = try change("open", path) { state, _ in
            func missing(_ number: Int32) -> Result<UInt64, SystemError> {
                .failure(SystemError(call: "open", path: path, number: number))
            }
            let found = state.names[path]
            let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
            guard state.directories[parent.isEmpty ? "/" : parent] != nil else { return missing(ENOENT) }
            switch mode {
            case .directory: return state.directories[path].map { .success($0) } ?? missing(ENOENT)
            case .read, .readWrite: return found.map { .success($0) } ?? missing(ENOENT)
            case .readWriteOrCreate: return .success(found ?? state.makeFile(path))
            case .writeFresh:
                guard let found else { return .success(state.makeFile(path)) }
                state.files[found] = []
                state.record(.truncate(file: found, length: 0))
                return .success(found)
            case .createNew: return found == nil ? .success(state.makeFile(path)) : missing(EEXIST)
            }
        }
        let file = FileDescriptor(number: Self.descriptorBase + Int32(number), path: path)
        state.withLock { state in
            state.opened[number] = state.opened[number, default: []].filter { $0.file != nil } + [Opened(file: file)]
        }
        return file
    }

    func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
        let number = Self.number(file)
        return try change("fstat", file.path) { state, _ in
            .success(
                FileStatus(
                    identity: .init(device: device, file: number),
                    size: state.files[number]?.count ?? 0,
                    isDirectory: state.files[number] == nil
                )
            )
        }
    }

    func status(ofPath path: String) throws(SystemError) -> FileStatus? {
        try change("stat", path) { state, _ in
            if let number = state.directories[path] {
                return .success(FileStatus(identity: .init(device: device, file: number), size: 0, isDirectory: true))
            }
            guard let number = state.names[path] else { return .success(nil) }
            let size = state.files[number]?.count ?? 0
            return .success(FileStatus(identity: .init(device: device, file: number), size: size, isDirectory: false))
        }
    }

    func read(_ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        nonisolated(unsafe) let buffer = buffer
        return try change("read", file.path) { state, _ in
            guard let bytes = state.files[Self.number(file)], offset < bytes.count else { return .success(0) }
            let count = min(buffer.count, bytes.count - offset)
            bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[offset..<offset + count])) }
            return .success(count)
        }
    }

    func write(_ file: FileDescriptor, _ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) -> Int {
        let all = Array(bytes)
        return try change("write", file.path) { state, fault in
            let stored: [UInt8]
            switch fault {
            case nil: stored = all
            case .error: stored = []
            case .partial(let count, _): stored = Array(all.prefix(count))
            }
            let number = Self.number(file)
            if !stored.isEmpty {
                let missing = offset + stored.count - (state.files[number]?.count ?? 0)
                if missing > 0 { state.files[number]?.append(contentsOf: repeatElement(0, count: missing)) }
                state.files[number]?.replaceSubrange(offset..<offset + stored.count, with: stored)
                state.record(.write(file: number, offset: offset, bytes: stored))
            }
            switch fault {
            case nil: return .success(stored.count)
            case .error(let error), .partial(_, let error):
                return .failure(SystemError(call: "pwrite", path: file.path, number: error))
            }
        }
    }

    func truncate(_ file: FileDescriptor, to length: Int) throws(SystemError) {
        let number = Self.number(file)
        try change("truncate", file.path) { state, _ in
            let count = state.files[number]?.count ?? 0
            if length < count { state.files[number]?.removeLast(count - length) }
            if length > count { state.files[number]?.append(contentsOf: repeatElement(0, count: length - count)) }
            if length != count { state.record(.truncate(file: number, length: length)) }
            return .success(())
        }
    }

    func syncData(_ file: FileDescriptor) throws(SystemError) { try sync(file) }

    func sync(_ file: FileDescriptor) throws(SystemError) {
        let number = Self.number(file)
        try change("sync", file.path) { (state, fault) -> Result<Void, SystemError> in
            var failure: Int32?
            if case .error(let error) = fault {
                failure = error
                if error != ENOSPC, !state.tellsErrorsOnce { state.noteError(error, number) }
            }
            for (place, opened) in state.opened[number, default: []].enumerated() where opened.file === file {
                failure = failure ?? opened.error
                state.opened[number]?[place].error = nil
            }
            let isFile = state.files[number] != nil
            if let failure {
                if isFile { state.record(.failedSync(file: number)) }
                return .failure(SystemError(call: "fsync", path: file.path, number: failure))
            }
            state.record(isFile ? .sync(file: number) : .syncDirectory(file.path))
            return .success(())
        }
    }

    func rename(_ old: String, to new: String) throws(SystemError) {
        try change("rename", old) { (state, _) -> Result<Void, SystemError> in
            guard let number = state.names.removeValue(forKey: old) else {
                return .failure(SystemError(call: "rename", path: old, number: ENOENT))
            }
            state.names[new] = number
            state.record(.rename(old, to: new, file: number))
            return .success(())
        }
    }

    func remove(_ path: String) throws(SystemError) {
        try change("unlink", path) { (state, _) -> Result<Void, SystemError> in
            guard state.names.removeValue(forKey: path) != nil else {
                return .failure(SystemError(call: "unlink", path: path, number: ENOENT))
            }
            state.record(.remove(path))
            return .success(())
        }
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        try change("mkdir", path) { (state, _) -> Result<Void, SystemError> in
            if state.directories[path] != nil { return .failure(SystemError(call: "mkdir", path: path, number: EEXIST)) }
            state.directories[path] = state.number()
            state.record(.makeDirectory(path))
            return .success(())
        }
    }

    func names(inDirectory path: String) throws(SystemError) -> [String] {
        try change("readdir", path) { state, _ in
            let inside = state.names.keys.filter { $0.hasPrefix(path + "/") }.map { $0.dropFirst(path.count + 1) }
            return .success(inside.filter { !$0.contains("/") }.map(String.init))
        }
    }

    func tryLock(_ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) throws(SystemError) -> Bool {
        try change("lock", file.path) { (state, _) in .success(state.locks.tryLock(Self.number(file), file, place, kind)) }
    }

    func unlock(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) {
        state.withLock { $0.locks.unlock(Self.number(file), file, place) }
    }

    func lockHeld(_ file: FileDescriptor, _ place: LockPlace) throws(SystemError) -> LockKind? {
        state.withLock { $0.locks.held(Self.number(file), file, place) }
    }

    func isRemote(_ path: String) throws(SystemError) -> Bool { false }
}
#endif
