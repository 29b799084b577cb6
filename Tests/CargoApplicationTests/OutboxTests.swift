import CargoDomain
import CargoTesting
import Testing

@testable import CargoApplication

@Suite("The parts of a relay")
struct OutboxTests {
    @Test("A backoff grows fourfold up to its limit, with jitter, and is never shorter than the handler asked for")
    func pauses() {
        let policy = RelayPolicy(initialBackoff: .seconds(1), maximumBackoff: .seconds(20))
        #expect((1...5).map { policy.backoff(after: $0, retryAfter: nil, permille: 1000) } == [1, 4, 16, 20, 20].map { .seconds($0) })
        #expect(policy.backoff(after: 2, retryAfter: nil, permille: 500) == .seconds(2))
        #expect(policy.backoff(after: 1, retryAfter: .seconds(60), permille: 1000) == .seconds(60))
        #expect(policy.backoff(after: 1, retryAfter: .seconds(Int64.max), permille: 1000) == .seconds(86_400))
        #expect(policy.backoff(after: .max, retryAfter: nil, permille: 1000) == .seconds(20))
        #expect(RelayPolicy(initialBackoff: .seconds(Int64.max)).backoff(after: 9, retryAfter: nil, permille: 1000) == .seconds(21_600))
    }

    @Test("Twelve attempts span about a day")
    func attempts() {
        let policy = RelayPolicy()
        let total = (1..<policy.maximumAttempts).reduce(Duration.zero) { $0 + policy.backoff(after: $1, retryAfter: nil, permille: 1000) }
        #expect((20...28).contains(total / .seconds(3600)), "\(total)")
    }

    @Test(
        "A consumer's name has 1 to 40 characters of a-z 0-9 - and starts with a letter",
        arguments: [
            ("a", true), ("web-hook-2", true), (String(repeating: "a", count: 40), true), (String(repeating: "a", count: 41), false),
            ("", false),
            ("1a", false), ("-a", false), ("A", false), ("a b", false), ("a:b", false), ("é", false),
        ]
    )
    func names(text: String, isValid: Bool) {
        if isValid {
            #expect(throws: Never.self) { try ConsumerName(text) }
        } else {
            #expect(throws: DomainError.shapeInvalid(path: "consumer")) { try ConsumerName(text) }
        }
    }

    @Test("An aggregate's partition never changes, and partitions get about equally many aggregates")
    func partitions() throws {
        func partition(_ id: String, version: Int64 = 1) throws -> Int {
            OutboxPartition.number(of: try #require(DomainEvent.events(raisedBy: Cargo.stub(id), storedAs: version, at: .stub()).first))
        }
        // Stored progress depends on these: they must never change.
        #expect(try ["ABC123", "CGO-A", "7K3M9QX2R5TB"].map { try partition($0) } == [8, 12, 9])
        #expect(try partition("ABC123", version: 9) == partition("ABC123"))
        var sizes = [Int](repeating: 0, count: OutboxPartition.count)
        for place in 0..<1600 { sizes[try partition("CARGO-\(place)")] += 1 }
        #expect(sizes.allSatisfy { (60...140).contains($0) }, "\(sizes)")
    }

    @Test("A stored partition that no relay could have written is rejected")
    func broken() throws {
        let held = try HeldAggregate(aggregate: "Cargo:A", sequences: [3], attempts: 1, notBefore: nil, reason: "")
        func partition(_ number: Int = 0, position: Int64 = 3, held: [HeldAggregate] = []) throws -> OutboxPartition {
            try OutboxPartition(number: number, version: 1, position: position, lease: nil, held: held)
        }
        #expect(throws: Never.self) { try partition(15, held: [held]) }
        #expect(throws: DomainError.shapeInvalid(path: "number")) { try partition(16) }
        #expect(throws: DomainError.shapeInvalid(path: "number")) { try partition(-1) }
        #expect(throws: DomainError.shapeInvalid(path: "position")) { try partition(position: -1) }
        #expect(throws: DomainError.shapeInvalid(path: "held")) { try partition(position: 2, held: [held]) }
        #expect(throws: DomainError.shapeInvalid(path: "held")) { try partition(held: [held, held]) }
        for sequences in [[], [0], [2, 2], [3, 2]] as [[Int64]] {
            #expect(throws: DomainError.shapeInvalid(path: "sequences")) {
                try HeldAggregate(aggregate: "Cargo:A", sequences: sequences, attempts: 1, notBefore: nil, reason: "")
            }
        }
    }
}
