#if DEBUG || STORE_PROOFS
/// One operation on a cargo, as its caller saw it.
struct Operation: Sendable {
    enum Kind: String, Sendable {
        /// A successful save, which created the version.
        case saved
        /// A read, or a save that got a conflict: it saw the version.
        case saw
    }

    let id: String
    let kind: Kind
    let version: Int64
    /// Nanoseconds on a clock that all processes share, before and after the call.
    let start: UInt64
    let end: UInt64
}

/// Checks that what several processes saw of shared cargos is consistent with some sequential order (linearizability, REP-7).
///
/// Each cargo is a register with compare and set and counted versions, so the order of its operations is known: save n comes before
/// everything that saw n, which comes before save n+1. The history is linearizable if and only if no operation that ended before another
/// began comes after it in that order.
enum HistoryCheck {
    /// Returns the problems found.
    ///
    /// Each id is checked separately.
    static func problems(in history: [Operation], final: [String: Int64]) -> [String] {
        var problems: [String] = []
        for (id, operations) in Dictionary(grouping: history, by: \.id) {
            problems += order(of: operations).map { "\(id): \($0)" }
            problems += saves(in: operations, final: final[id] ?? 0).map { "\(id): \($0)" }
        }
        return problems
    }

    /// Checks that every version was written by exactly one save and that none is missing.
    private static func saves(in operations: [Operation], final: Int64) -> [String] {
        let won = operations.filter { $0.kind == .saved }.map(\.version).sorted()
        if won == Array(1...max(1, final)) || (won.isEmpty && final == 0) { return [] }
        let twice = zip(won, won.dropFirst()).filter { $0 == $1 }.map(\.0)
        return ["the store holds version \(final), \(won.count) saves were acknowledged, won twice: \(twice.prefix(5))"]
    }

    private static func order(of operations: [Operation]) -> [String] {
        let begun = operations.sorted { $0.start < $1.start }
        let ended = operations.sorted { $0.end < $1.end }
        var next = 0
        /// The greatest position in that order among the operations that ended before the current one began.
        var greatest: Int64 = 0
        for operation in begun {
            while next < ended.count, ended[next].end < operation.start {
                greatest = max(greatest, place(of: ended[next]))
                next += 1
            }
            let place = place(of: operation)
            if place < greatest || (place == greatest && operation.kind == .saved) {
                return ["\(operation.kind.rawValue) \(operation.version) after version \(greatest / 2) had been told"]
            }
        }
        return []
    }

    private static func place(of operation: Operation) -> Int64 { operation.version * 2 + (operation.kind == .saw ? 1 : 0) }

    /// Checks the checker against one valid history and several invalid ones.
    static func selfTest() -> Bool {
        func saved(_ version: Int64, _ start: UInt64, _ end: UInt64) -> Operation {
            Operation(id: "A", kind: .saved, version: version, start: start, end: end)
        }
        func saw(_ version: Int64, _ start: UInt64, _ end: UInt64) -> Operation {
            Operation(id: "A", kind: .saw, version: version, start: start, end: end)
        }
        let sound = [saved(1, 0, 10), saw(0, 2, 8), saw(1, 3, 20), saved(2, 11, 30), saw(1, 12, 25), saw(2, 14, 26), saw(2, 31, 32)]
        let broken: [[Operation]] = [
            // A read of the old version after the new one was acknowledged
            [saved(1, 0, 10), saved(2, 11, 20), saw(1, 21, 22)],
            // A read of a version whose save hadn't begun
            [saved(1, 0, 10), saw(2, 11, 12), saved(2, 13, 20)],
            // Two consecutive reads that go back in time during a save
            [saved(1, 0, 1), saved(2, 2, 30), saw(2, 3, 4), saw(1, 5, 6)],
            // A version written twice, so that an update is lost
            [saved(1, 0, 10), saved(2, 11, 20), saved(2, 12, 21)],
        ]
        return problems(in: sound, final: ["A": 2]).isEmpty
            && broken.allSatisfy { !problems(in: $0, final: ["A": 2]).isEmpty }
            && !problems(in: [saved(1, 0, 10), saved(2, 11, 20)], final: ["A": 1]).isEmpty
    }
}
#endif
