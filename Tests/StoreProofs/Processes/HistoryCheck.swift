#if DEBUG || STORE_PROOFS
/// One operation on a cargo as its caller saw it.
struct Operation: Sendable {
    enum Kind: String, Sendable {
        /// A save that succeeded: it made the version.
        case saved
        /// A read, or a save that was told of another version: it saw the version.
        case saw
    }

    let id: String
    let kind: Kind
    let version: Int64
    /// Nanoseconds of a clock that all processes share: before the call, and after it.
    let start: UInt64
    let end: UInt64
}

/// Whether what several processes saw of shared cargos is what one after the other would have seen (linearizability, REP-7).
///
/// Each cargo is a register under compare-and-set whose versions are counted, so the order of its operations is known: save n comes before all
/// that saw n, and these before save n+1. The history is linearizable iff no operation that ended before another began comes after it in that order.
enum HistoryCheck {
    /// What is wrong, if anything; each id is judged by itself.
    static func problems(in history: [Operation], final: [String: Int64]) -> [String] {
        var problems: [String] = []
        for (id, operations) in Dictionary(grouping: history, by: \.id) {
            problems += order(of: operations).map { "\(id): \($0)" }
            problems += saves(in: operations, final: final[id] ?? 0).map { "\(id): \($0)" }
        }
        return problems
    }

    /// Every version was won by one save, and none is missing.
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
        /// The greatest place in the order of all that had ended before the operation looked at began.
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

    /// Histories that break the rule, and one that does not: the check has to tell them apart.
    static func selfTest() -> Bool {
        func saved(_ version: Int64, _ start: UInt64, _ end: UInt64) -> Operation {
            Operation(id: "A", kind: .saved, version: version, start: start, end: end)
        }
        func saw(_ version: Int64, _ start: UInt64, _ end: UInt64) -> Operation {
            Operation(id: "A", kind: .saw, version: version, start: start, end: end)
        }
        let sound = [saved(1, 0, 10), saw(0, 2, 8), saw(1, 3, 20), saved(2, 11, 30), saw(1, 12, 25), saw(2, 14, 26), saw(2, 31, 32)]
        let broken: [[Operation]] = [
            // A read of the old version after the new one was acknowledged.
            [saved(1, 0, 10), saved(2, 11, 20), saw(1, 21, 22)],
            // A read of a version that nobody had begun to save.
            [saved(1, 0, 10), saw(2, 11, 12), saved(2, 13, 20)],
            // Two reads, one after the other, that go back in time while a save is under way.
            [saved(1, 0, 1), saved(2, 2, 30), saw(2, 3, 4), saw(1, 5, 6)],
            // A version won twice, and an update lost.
            [saved(1, 0, 10), saved(2, 11, 20), saved(2, 12, 21)],
        ]
        return problems(in: sound, final: ["A": 2]).isEmpty
            && broken.allSatisfy { !problems(in: $0, final: ["A": 2]).isEmpty }
            && !problems(in: [saved(1, 0, 10), saved(2, 11, 20)], final: ["A": 1]).isEmpty
    }
}
#endif
