import CargoDomain
import CargoRouting
import Testing

@Suite("Routes over a repository's voyages")
struct VoyageRoutingServiceTests {
    private let voyages = JournalOfVoyages()

    @Test("an empty repository has no routes")
    func empty() async throws {
        #expect(try await numbers(VoyageRoutingService(voyages)) == [])
    }

    @Test("the next search sees another writer's saves, and reads only those")
    func laterSaves() async throws {
        let service = VoyageRoutingService(voyages)
        try await voyages.append(voyage("V1", departing: 10))
        try await voyages.append(voyage("V2", departing: 20))
        #expect(try await numbers(service) == ["V1", "V2"])
        try await voyages.append(voyage("V3", departing: 30))
        #expect(try await numbers(service) == ["V1", "V2", "V3"])
        #expect(await voyages.positionsAsked == [0, 2])
        #expect(try await numbers(service) == ["V1", "V2", "V3"])
        #expect(await voyages.positionsAsked == [0, 2, 3])
    }

    @Test("routes use a rescheduled voyage's new times")
    func rescheduled() async throws {
        let service = VoyageRoutingService(voyages)
        try await voyages.append(voyage("V1", departing: 10))
        try await voyages.append(voyage("V2", departing: 20))
        #expect(try await numbers(service) == ["V1", "V2"])
        try await voyages.append(voyage("V1", departing: 30))
        #expect(try await numbers(service) == ["V2", "V1"])
    }

    @Test("a failure to read is returned, and the next search resumes at the same position")
    func failure() async throws {
        let service = VoyageRoutingService(voyages)
        try await voyages.append(voyage("V1", departing: 10))
        #expect(try await numbers(service) == ["V1"])
        try await voyages.append(voyage("V2", departing: 20))
        await voyages.fail(with: .technical(.storeUnavailable, cause: "gone"))
        #expect(await service.findRoutes(try search()) == .failure(.technical(.storeUnavailable, cause: "gone")))
        #expect(try await numbers(service) == ["V1", "V2"])
        #expect(await voyages.positionsAsked == [0, 1, 1])
    }

    @Test("concurrent searches each see the saves before them, and only one reads the voyages at a time")
    func manyAtOnce() async throws {
        let service = VoyageRoutingService(voyages)
        let unseen = try await withThrowingTaskGroup(of: [String].self) { group in
            for writer in 0..<10 {
                group.addTask {
                    var unseen: [String] = []
                    for number in writer * 9..<writer * 9 + 9 {
                        try await voyages.append(voyage("V\(number)", departing: Int64(number)))
                        if try await !numbers(service).contains("V\(number)") { unseen.append("V\(number)") }
                    }
                    return unseen
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(unseen == [])
        #expect(await voyages.maximumReadersAtOnce == 1)
        #expect(await voyages.positionsAsked == voyages.positionsAsked.sorted())
    }

    @Test("a search in a cancelled task ends without an error, and the next search finds everything")
    func cancelled() async throws {
        let service = VoyageRoutingService(voyages)
        try await voyages.append(voyage("V1", departing: 10))
        let search = try search()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await service.findRoutes(search)
        }
        task.cancel()
        #expect(await task.value == .success([]))
        #expect(try await numbers(service) == ["V1"])
    }

    private func numbers(_ service: VoyageRoutingService) async throws -> [String] {
        try await service.findRoutes(search()).get().map { $0.legs[0].voyageNumber.text }
    }

    private func search() throws -> RouteSearch {
        try RouteSearch(
            routeSpecification: RouteSpecification(
                origin: UnLocode("SESTO"),
                destination: UnLocode("HKHKG"),
                arrivalDeadline: Instant(epochMilliseconds: 1000)
            ),
            departAfter: .earliest,
            limit: 100
        )
    }

    private func voyage(_ number: String, departing time: Int64) throws -> Voyage {
        let movement = try CarrierMovement(
            departureLocation: UnLocode("SESTO"),
            arrivalLocation: UnLocode("HKHKG"),
            departureTime: Instant(epochMilliseconds: time),
            arrivalTime: Instant(epochMilliseconds: time + 5)
        )
        return Voyage.register(number: try VoyageNumber(number), schedule: try Schedule([movement]))
    }
}

/// A voyage repository that is only a list of saves, and reports how it was read.
private actor JournalOfVoyages: VoyageRepository {
    private var saves: [Voyage] = []
    private var failure: DomainError?
    private var readers = 0
    private(set) var maximumReadersAtOnce = 0
    private(set) var positionsAsked: [Int64] = []

    func append(_ voyage: Voyage) { saves.append(voyage) }

    /// Makes the next reading of changes fail.
    func fail(with error: DomainError) { failure = error }

    func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        positionsAsked.append(position)
        readers += 1
        maximumReadersAtOnce = max(maximumReadersAtOnce, readers)
        // The answer reflects the state at the start of the call. Others save and may read in the meantime.
        let changes = VoyageChanges(voyages: Array(saves[Int(position)...]), position: Int64(saves.count))
        for _ in 0..<5 { await Task.yield() }
        readers -= 1
        if let failure {
            self.failure = nil
            return .failure(failure)
        }
        return .success(changes)
    }

    func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        append(voyage)
        return .success(())
    }

    func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        saves.last { $0.number == number }.map(Result.success) ?? .failure(.voyageNotFound(number))
    }

    func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        .success(Page(items: [], next: nil))
    }
}
