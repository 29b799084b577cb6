import CargoApplication
import CargoDomain
import CargoTesting
import Testing

/// The voyages by the numbers that their carriers have for them.
struct VoyageDirectoryTests {
    /// Answers each read of changes with the next list, whatever the position.
    private actor Reads: VoyageRepository {
        private var answers: [[Voyage]]

        init(_ answers: [Voyage]...) { self.answers = answers }

        private func next() -> [Voyage] { answers.isEmpty ? [] : answers.removeFirst() }

        nonisolated func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> { .failure(.voyageNotFound(number)) }
        nonisolated func save(_ voyage: Voyage) async -> Result<Void, DomainError> { .success(()) }
        nonisolated func findPage(after: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
            .success(Page(items: [], next: nil))
        }
        nonisolated func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
            .success(VoyageChanges(voyages: await next(), position: 1))
        }
    }

    private static func voyage(_ carrier: String, version: Int64) throws -> Voyage {
        try .reconstitute(number: .stub(), schedule: .stub(), details: .stub(carrier: carrier), version: version)
    }

    private static func found(_ number: String, of carrier: String? = nil, in directory: VoyageDirectory) async throws -> [VoyageNumber] {
        try await directory.voyages(CarrierVoyageNumber(number), of: carrier.map { try CarrierCode($0) }).map(\.number)
    }

    @Test func `a voyage is found by its carrier's number, in any spelling, by any carrier's, and by its own`() async throws {
        let directory = VoyageDirectory(Reads([try Self.voyage("MAEU", version: 1)]))
        #expect(try await Self.found("052W", of: "MAEU", in: directory) == [.stub()])
        #expect(try await Self.found("052 w", of: "MAEU", in: directory) == [.stub()])
        #expect(try await Self.found("052W", in: directory) == [.stub()])
        #expect(try await Self.found("052W", of: "MSCU", in: directory) == [.stub()])
        #expect(try await Self.found(VoyageNumber.stub().text, of: "MSCU", in: directory) == [.stub()])
        #expect(try await Self.found("053E", in: directory).isEmpty)
    }

    @Test func `a carrier's own number counts before that of another`() async throws {
        let other = try Voyage.reconstitute(number: .stub("V900"), schedule: .stub(), details: .stub(carrier: "MSCU"), version: 1)
        let directory = VoyageDirectory(Reads([try Self.voyage("MAEU", version: 1), other]))
        #expect(try await Self.found("052W", of: "MSCU", in: directory) == [other.number])
        #expect(try await Self.found("052W", in: directory).count == 2)
    }

    @Test func `an older state that is read later doesn't replace a newer one`() async throws {
        let directory = VoyageDirectory(Reads([try Self.voyage("MSCU", version: 2)], [try Self.voyage("MAEU", version: 1)]))
        _ = try await Self.found("052W", in: directory)
        #expect(try await directory.voyage(.stub())?.version == 2)
    }
}
