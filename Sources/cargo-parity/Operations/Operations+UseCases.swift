import CargoApplication
import CargoDomain
import CargoWire

extension Operations {
    /// The use cases, each from a request's fields to a response.
    static let useCases: [(String, Operation)] = [
        ("useCase.bookCargo", useCase(BookCargo.init)),
        ("useCase.requestRoutes", useCase(FindRoutes.init)),
        ("useCase.assignRoute", useCase(AssignRoute.init)),
        ("useCase.changeDestination", useCase(ChangeDestination.init)),
        ("useCase.changeDeadline", useCase(ChangeDeadline.init)),
        ("useCase.specifyRoute", useCase(SpecifyRoute.init)),
        ("useCase.cancelBooking", useCase(CancelBooking.init)),
        ("useCase.reinstateBooking", useCase(ReinstateBooking.init)),
        ("useCase.addReference", useCase(AddReference.init)),
        ("useCase.removeReference", useCase(RemoveReference.init)),
        ("useCase.findByReference", useCase(FindByReference.init)),
        ("useCase.registerHandlingEvent", useCase(RegisterHandlingEvent.init)),
        ("useCase.retractHandlingEvent", useCase(RetractHandlingEvent.init)),
        ("useCase.trackCargo", useCase(TrackCargo.init)),
        ("useCase.listCargos", useCase(ListCargos.init)),
        ("useCase.listCargosForCustomer", useCase(ListCargosForCustomer.init)),
        ("useCase.registerVoyage", useCase(RegisterVoyage.init)),
        ("useCase.rescheduleVoyage", useCase(RescheduleVoyage.init)),
        ("useCase.describeVoyage", useCase(DescribeVoyage.init)),
        ("useCase.reportPortCall", useCase(ReportPortCall.init)),
        ("useCase.substituteVoyage", useCase(SubstituteVoyage.init)),
        ("useCase.rollOver", useCase(RollOver.init)),
        ("useCase.placeHold", useCase(PlaceHold.init)),
        ("useCase.releaseHold", useCase(ReleaseHold.init)),
        ("useCase.setPickUpDeadline", useCase(SetPickUpDeadline.init)),
        ("useCase.registerLocation", useCase(RegisterLocation.init)),
    ]

    private static func useCase<U: UseCase>(_ make: @escaping @Sendable (CargoKit) -> U) -> Operation
    where U.Request: WireRequest, U.Response: CanonicallyEncodable {
        { (world, args) async throws(DomainError) in Answer(try await make(world.kit).execute(input: args).get()) }
    }
}
