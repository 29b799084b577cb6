#if Server
import CargoApplication
import CargoDomain
import CargoWire

/// What became of one event that a carrier pushed.
struct PushResult: WireObject {
    static let form = ObjectForm<PushResult>(
        "DCSAPushResult",
        .member("result", \.verdict.rawValue, schema: .words(nil, Verdict.allCases.map(\.rawValue))),
        .optional("code", \.code, "Why the event is ignored or rejected.", example: "cargo_not_found"),
        .optional("eventID", \.id, example: "3cecb101-7a1a-43a4-9d62-e88a131651e2"),
        .optional("path", \.path, "The invalid member.", example: "eventDateTime"),
        .optional("trackingId", \.trackingId, example: "7K3M9QX2R5TB")
    )

    enum Verdict: String, CaseIterable, Sendable {
        /// A new handling event was registered.
        case added
        /// The handling event was registered before.
        case unchanged
        /// The event tells of no handling of the cargo.
        case ignored
        case rejected
    }

    let id: String?
    let verdict: Verdict
    var code: String?
    var path: String?
    var trackingId: TrackingId?

    init(_ id: String?, _ response: RegisterCarrierEvent.Response) {
        self.id = id
        switch response {
        case .registered(let cargo, let isNew): (verdict, trackingId) = (isNew ? .added : .unchanged, cargo)
        case .retracted(let cargo): (verdict, code, trackingId) = (.ignored, "handling_retracted", cargo)
        case .passed(let cargo): (verdict, code, trackingId) = (.ignored, "gate_on_the_way", cargo)
        case .unknownCargo: (verdict, code) = (.rejected, DomainError.Code.cargoNotFound.rawValue)
        case .ambiguousCargo: (verdict, code) = (.rejected, ImportCode.referenceAmbiguous)
        }
    }

    /// An event that tells of no handling.
    init(ignored id: String?) {
        self.id = id
        (verdict, code) = (.ignored, "no_handling")
    }

    /// An event that can't be read or that a rule refuses.
    init(_ id: String?, _ error: DomainError) {
        self.id = id
        verdict = .rejected
        code = error.fields.first?.code.rawValue ?? error.code.rawValue
        path = error.fields.first?.path
    }
}
#endif
