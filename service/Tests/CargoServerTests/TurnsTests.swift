import CargoApplication
import CargoDomain
import Synchronization
import Testing

@testable import CargoServer

/// How callers share the processors.
struct TurnsTests {
    /// A read that lasts until the test ends it.
    private final class Gate: Sendable {
        private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

        func pass() async {
            await withCheckedContinuation { continuation in
                let isOpen = state.withLock { state in
                    if !state.isOpen { state.waiting.append(continuation) }
                    return state.isOpen
                }
                if isOpen { continuation.resume() }
            }
        }

        func open() {
            let waiting = state.withLock { state in
                state.isOpen = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for one in waiting { one.resume() }
        }
    }

    private final class Trace: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }

        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private static func caller(_ customer: String) throws -> Caller {
        Caller(name: customer, role: .customer, isAnonymous: false, customer: try CustomerId(customer))
    }

    @Test func `a customer's lists are read one at a time, and another customer's come between them`() async throws {
        let turns = Turns<CustomerId>(maximum: 1)
        let (gate, trace) = (Gate(), Trace())
        let (busy, other) = (try Self.caller("BUSY"), try Self.caller("OTHER"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            func read(_ caller: Caller, _ name: String) {
                group.addTask {
                    try await turns.run(caller) { () async throws(Problem) in
                        trace.note(name)
                        if name == "first" { await gate.pass() }
                    }
                }
            }
            read(busy, "first")
            while trace.all.isEmpty { await Task.yield() }
            for number in 1...3 {
                read(busy, "busy")
                while turns.waiting(of: try #require(busy.customer)) < number { await Task.yield() }
            }
            read(other, "other")
            while turns.waiting(of: try #require(other.customer)) < 1 { await Task.yield() }
            // An operator never waits.
            try await turns.run(.local) { () async throws(Problem) in trace.note("clerk") }
            gate.open()
            try await group.waitForAll()
        }
        #expect(trace.all == ["first", "clerk", "busy", "other", "busy", "busy"])
    }

    @Test func `a customer with 64 lists waiting is refused the next, and an error passes the turn on`() async throws {
        let turns = Turns<CustomerId>(maximum: 1)
        let gate = Gate()
        let busy = try Self.caller("BUSY")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0...64 {
                group.addTask {
                    do {
                        try await turns.run(busy) { () async throws(Problem) in
                            await gate.pass()
                            throw Problem(.notFound)
                        }
                        return false
                    } catch let problem as Problem {
                        return problem.status == 404
                    }
                }
                while turns.waiting(of: try #require(busy.customer)) < number { await Task.yield() }
            }
            await #expect(throws: Problem.self) { try await turns.run(busy) { () async throws(Problem) in } }
            let other = try Self.caller("OTHER")
            group.addTask {
                try await turns.run(other) { () async throws(Problem) in }
                return true
            }
            gate.open()
            for try await isExpected in group { #expect(isExpected) }
        }
    }
}
