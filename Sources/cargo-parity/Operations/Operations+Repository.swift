import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoWire

extension Operations {
    /// Operations on the world's cargo repository.
    static let repository: [(String, Operation)] = [
        (
            "repository.save",
            members(.required("cargo", .any)) { (world, args) async throws(DomainError) in
                try await world.store.cargos.save(try CargoRecord.reconstitute(try args.value("cargo"))).get()
                return .nothing
            }
        ),
        (
            "repository.findByTrackingId",
            members(.required("trackingId", TrackingId.shape)) { (world, args) async throws(DomainError) in
                Answer(try await world.store.cargos.findByTrackingId(try args.value("trackingId")).get())
            }
        ),
        (
            "repository.findForCustomer",
            members(.required("customerId", CustomerId.shape)) { (world, args) async throws(DomainError) in
                Answer(try await world.store.cargos.findForCustomer(try args.value("customerId")).get())
            }
        ),
        (
            "repository.nextTrackingId",
            members { (world, _) async throws(DomainError) in
                Answer(AnswerText(text: try await world.store.cargos.nextTrackingId().get().text))
            }
        ),
    ]
}
