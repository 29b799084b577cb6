public import CargoDomain

/// A voyage repository that fails on demand and otherwise forwards to the wrapped one.
public struct FailingVoyageRepository: VoyageRepository {
    private let wrapped: any VoyageRepository
    private let faults: FaultInjection

    /// Wraps a repository.
    public init(_ wrapped: any VoyageRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails if a fault is set for `findVoyage`; otherwise forwards.
    public func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        await faults.run(.findVoyage, .findVoyage(number)) { await wrapped.findByNumber(number) }
    }

    /// Fails if a fault is set for `findVoyages`; otherwise forwards.
    public func findAll(_ numbers: [VoyageNumber]) async -> Result<[VoyageNumber: Voyage], DomainError> {
        await faults.run(.findVoyages, .findVoyages(numbers)) { await wrapped.findAll(numbers) }
    }

    /// Fails if a fault is set for `saveVoyage`; otherwise forwards.
    public func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        await faults.run(.saveVoyage, .saveVoyage(voyage)) { await wrapped.save(voyage) }
    }

    /// Fails if a fault is set for `findVoyagePage`; otherwise forwards.
    public func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await faults.run(.findVoyagePage, .findVoyagePage(after: number, limit: limit)) {
            await wrapped.findPage(after: number, limit: limit)
        }
    }

    /// Fails if a fault is set for `findVoyageChanges`; otherwise forwards.
    public func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        await faults.run(.findVoyageChanges, .findVoyageChanges(after: position)) { await wrapped.findChanges(after: position) }
    }
}
