package import CargoApplication
import CargoDomain

extension CargoList: WireObject {
    /// `{"cargos","next"?}`.
    package static let form = ObjectForm<CargoList>(
        "CargoList",
        .member("cargos", \.cargos),
        .optional("next", \.next, example: TrackingId.schema.example)
    )
}

extension CargoList.Entry: WireObject {
    /// The entry's members.
    package static let form = ObjectForm<CargoList.Entry>(
        "CargoEntry",
        .member("arrivalDeadline", \.arrivalDeadline),
        .member("bookingStatus", \.bookingStatus, example: "CONFIRMED"),
        .member("customerId", \.customerId),
        .member("destination", \.destination, example: "SESTO"),
        .optional("estimatedArrival", \.estimatedArrival),
        .member("isDisrupted", \.isDisrupted),
        .member("isHeld", \.isHeld),
        .member("isLate", \.isLate),
        .member("isMisdirected", \.isMisdirected),
        .member("origin", \.origin),
        .member("routingStatus", \.routingStatus),
        .member("trackingId", \.trackingId),
        .member("transportStatus", \.transportStatus)
    )
}
