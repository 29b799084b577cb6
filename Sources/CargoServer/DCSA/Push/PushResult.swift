#if Server
import CargoApplication
import CargoDomain
import CargoWire

/// The outcome of one event that a carrier pushed.
struct PushResult: WireObject {
    static let form = ObjectForm<PushResult>(
        "DCSAPushResult",
        .member("result", \.outcome.rawValue, schema: .words(nil, Outcome.allCases.map(\.rawValue))),
        .optional("code", \.code, "Why the event is ignored or rejected.", example: "cargo_not_found"),
        .optional("eventID", \.id, example: "3cecb101-7a1a-43a4-9d62-e88a131651e2"),
        .optional("path", \.path, "The invalid member.", example: "eventDateTime"),
        .optional("trackingId", \.trackingId, example: "7K3M9QX2R5TB"),
        .optional("voyageNumber", \.voyageNumber)
    )

    enum Outcome: String, CaseIterable, Sendable {
        /// A handling event, a hold, its release or a report is new.
        case added
        /// It was known before.
        case unchanged
        /// The event is about nothing that the store keeps.
        case ignored
        case rejected
    }

    let id: String?
    let outcome: Outcome
    var code: String?
    var path: String?
    var trackingId: TrackingId?
    var voyageNumber: VoyageNumber?

    init(_ id: String?, _ response: RegisterCarrierEvent.Response) {
        self.id = id
        switch response {
        case .registered(let cargo, let isNew): (outcome, trackingId) = (isNew ? .added : .unchanged, cargo)
        case .retracted(let cargo): (outcome, code, trackingId) = (.ignored, "handling_retracted", cargo)
        case .passed(let cargo): (outcome, code, trackingId) = (.ignored, "gate_on_the_way", cargo)
        case .unknownCargo: (outcome, code) = (.rejected, DomainError.Code.cargoNotFound.rawValue)
        case .ambiguousCargo: (outcome, code) = (.rejected, ImportCode.referenceAmbiguous)
        }
    }

    init(_ id: String?, _ response: ReportCarrierCall.Response) {
        self.id = id
        switch response {
        case .reported(let voyage, let isNew): (outcome, voyageNumber) = (isNew ? .added : .unchanged, voyage)
        case .unknownVoyage: (outcome, code) = (.rejected, DomainError.Code.voyageNotFound.rawValue)
        case .ambiguousVoyage: (outcome, code) = (.rejected, "voyage_ambiguous")
        }
    }

    /// An event that is about neither handling nor a hold nor a port call.
    init(ignored id: String?) {
        self.id = id
        (outcome, code) = (.ignored, "no_handling")
    }

    /// An event that can't be read or that a rule refuses.
    init(_ id: String?, _ error: DomainError) {
        self.id = id
        outcome = .rejected
        code = error.fields.first?.code.rawValue ?? error.code.rawValue
        path = error.fields.first?.path
    }
}
#endif
