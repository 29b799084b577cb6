@testable import RecordJournal

/// Byte-range locks of files in memory.
///
/// Each belongs to an open file and is released when it is closed.
struct LockTable: Sendable {
    private struct Place: Hashable {
        let file: UInt64
        let place: LockPlace
    }

    private struct Lock: Sendable {
        weak var holder: FileDescriptor?
        let kind: LockKind
    }

    private var locks: [Place: [Lock]] = [:]

    /// Takes a lock, or changes the kind of a held one.
    ///
    /// Returns false if another open file prevents it.
    mutating func tryLock(_ number: UInt64, _ file: FileDescriptor, _ place: LockPlace, _ kind: LockKind) -> Bool {
        let others = others(number, file, place)
        guard others.allSatisfy({ kind == .shared && $0.kind == .shared }) else { return false }
        locks[Place(file: number, place: place)] = others + [Lock(holder: file, kind: kind)]
        return true
    }

    mutating func unlock(_ number: UInt64, _ file: FileDescriptor, _ place: LockPlace) {
        locks[Place(file: number, place: place)] = others(number, file, place)
    }

    /// Returns the kind of lock that other open files hold.
    func held(_ number: UInt64, _ file: FileDescriptor, _ place: LockPlace) -> LockKind? { others(number, file, place).first?.kind }

    private func others(_ number: UInt64, _ file: FileDescriptor, _ place: LockPlace) -> [Lock] {
        locks[Place(file: number, place: place), default: []].filter { $0.holder != nil && $0.holder !== file }
    }
}
