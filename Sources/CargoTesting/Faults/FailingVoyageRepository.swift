public import CargoDomain

/// A voyage repository that fails on demand and otherwise does what the wrapped one does.
public struct FailingVoyageRepository: VoyageRepository {
    private let wrapped: any VoyageRepository
    private let faults: FaultInjection

    /// Puts a repository behind a fault injection.
    public init(_ wrapped: any VoyageRepository, faults: FaultInjection) {
        self.wrapped = wrapped
        self.faults = faults
    }

    /// Fails as `findVoyage` or calls on.
    public func findByNumber(_ number: VoyageNumber) async -> Result<Voyage, DomainError> {
        await faults.run(.findVoyage, .findVoyage(number)) { await wrapped.findByNumber(number) }
    }

    /// Fails as `saveVoyage` or calls on.
    public func save(_ voyage: Voyage) async -> Result<Void, DomainError> {
        await faults.run(.saveVoyage, .saveVoyage(voyage)) { await wrapped.save(voyage) }
    }

    /// Fails as `findVoyagePage` or calls on.
    public func findPage(after number: VoyageNumber?, limit: Int) async -> Result<Page<Voyage, VoyageNumber>, DomainError> {
        await faults.run(.findVoyagePage, .findVoyagePage(after: number, limit: limit)) {
            await wrapped.findPage(after: number, limit: limit)
        }
    }

    /// Fails as `findVoyageChanges` or calls on.
    public func findChanges(after position: Int64) async -> Result<VoyageChanges, DomainError> {
        await faults.run(.findVoyageChanges, .findVoyageChanges(after: position)) { await wrapped.findChanges(after: position) }
    }
}
