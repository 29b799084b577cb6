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

    @Test func `a voyage is found by its carrier's number, and by any carrier's`() async throws {
        let directory = VoyageDirectory(Reads([try Self.voyage("MAEU", version: 1)]))
        #expect(try await directory.find(CarrierVoyageNumber("052W"), of: CarrierCode("MAEU")) == [.stub()])
        #expect(try await directory.find(CarrierVoyageNumber("052W")) == [.stub()])
        #expect(try await directory.find(CarrierVoyageNumber("052W"), of: CarrierCode("MSCU")).isEmpty)
        #expect(try await directory.find(CarrierVoyageNumber("053E")).isEmpty)
    }

    @Test func `an older state that is read later doesn't replace a newer one`() async throws {
        let directory = VoyageDirectory(Reads([try Self.voyage("MSCU", version: 2)], [try Self.voyage("MAEU", version: 1)]))
        _ = try await directory.find(CarrierVoyageNumber("052W"))
        #expect(try await directory.find(CarrierVoyageNumber("052W"), of: CarrierCode("MSCU")) == [.stub()])
    }
}
