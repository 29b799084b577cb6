import CargoApplication
import CargoDomain
import CargoPostgres
import CargoTesting

/// Lists among many cargos, each a page of 100 from the middle, and the numbering of their events.
///
/// One cargo in ten is of the customer LARGE, one in a hundred is late, one in fifty in DEHAM. Each is on one of 1,000 voyages, and shares its
/// reference with 999 others of a million.
struct Lists {
    let store: PostgresStore
    let count: Int

    private static let callers = 32

    /// Fills the store, and prints the seconds that took, and those for giving its events their numbers.
    func fill() async throws {
        print("fill \(try await seconds { try await save() })")
        // Nothing comes after this position, so that all of them get one.
        print("number \(try await seconds { _ = try await store.events.events(after: 1 << 52, limit: 1).get() })")
    }

    /// Prints the milliseconds for each list as `NAME NUMBER`, the median of 21 pages.
    func measure() async throws {
        try await page("all", CargoQuery())
        try await page("need", CargoQuery(need: .late))
        try await page("place", CargoQuery(place: .stub("DEHAM")))
        try await page("customer", CargoQuery(customer: .stub("LARGE")))
        try await page("voyage", CargoQuery(voyage: .stub("V1")))
        try await page("reference", CargoQuery(reference: Self.reference(1)))
    }

    private func save() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<Self.callers {
                group.addTask {
                    for number in stride(from: caller, to: count, by: Self.callers) { try await store.cargos.save(cargo(number)).get() }
                }
            }
            try await group.waitForAll()
        }
    }

    private func page(_ name: String, _ query: CargoQuery) async throws {
        var milliseconds: [Double] = []
        for _ in 0..<21 {
            milliseconds.append(
                try await seconds {
                    let found = try await store.cargos.find(query, after: id(count / 2), limit: 100).get().items.count
                    guard found == 100 else { throw DomainError.technical(.storeUnavailable, cause: "\(found) cargos by \(name), not 100") }
                } * 1000
            )
        }
        print("\(name) \(milliseconds.sorted()[10])")
    }

    private func seconds(_ body: () async throws -> Void) async throws -> Double {
        let started = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - started) / .seconds(1)
    }

    private func id(_ number: Int) -> TrackingId {
        let digits = String(number)
        return .stub("C" + String(repeating: "0", count: 7 - digits.count) + digits)
    }

    private static func reference(_ number: Int) throws(DomainError) -> CargoReference {
        try CargoReference(.customer, "Order \(number)")
    }

    private func cargo(_ number: Int) throws(DomainError) -> Cargo {
        let voyage = Leg.stub("V\(number / 7 % 1000)", from: "HKHKG", at: .stub(day: 2), to: "SESTO", at: .stub(day: 20))
        let customer = number % 10 == 3 ? "LARGE" : "CUST-\(number / 100)"
        let cargo = try Cargo.stub(id(number).text, customer: customer, itinerary: .stub(voyage)).adding(Self.reference(number % 1000))
        if number % 100 == 13 { return try cargo.changingDeadline(to: .stub(day: 10), at: .stub()) }
        guard number % 50 == 0 else { return cargo }
        return try cargo.derivingDeliveryProgress(
            from: .stub(.stub(.receive, at: "DEHAM", completed: .stub(day: 1), of: cargo.trackingId.text))
        )
    }
}
