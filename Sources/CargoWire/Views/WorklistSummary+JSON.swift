package import CargoApplication
import CargoDomain

/// What needs attention, grouped by cause, with the carriers' events that wait.
package struct WorklistSummary: WireObject {
    /// `{"asOf","carrierEvents","count","groups"}`.
    package static let form = ObjectForm<WorklistSummary>(
        "WorklistSummary",
        .member("asOf", \.summary.asOf),
        .member("carrierEvents", \.carrierEvents, "The carriers' events that wait for the same."),
        .member("count", \.count, "How many cargos need attention.", schema: .natural()),
        .member("groups", \.groups, "The cargos with the same cause, the largest group first; a cargo may be in several.")
    )

    private let summary: SummarizeWorklist.Response
    private let carrierEvents: [CarrierEventDesk.Waiting]

    /// Creates the view.
    package init(_ summary: SummarizeWorklist.Response, _ carrierEvents: [CarrierEventDesk.Waiting]) {
        self.summary = summary
        self.carrierEvents = carrierEvents
    }

    private var count: Int { summary.count }
    private var groups: [SummarizeWorklist.Group] { summary.groups }
}

extension SummarizeWorklist.Group: WireObject {
    /// `{"cause","count","hold"?,"location"?,"routingStatus"?,"since"?,"voyageNumber"?}`.
    package static let form = ObjectForm<SummarizeWorklist.Group>(
        "WorklistGroup",
        .member("cause", \.code, schema: .words("AttentionCause", codes), example: "CONNECTION_MISSED"),
        .member("count", \.count, schema: .natural(from: 1), example: 9),
        .optional("hold", \.hold, "The type of the hold."),
        .optional("location", \.cause.location, "The port.", example: "USNYC"),
        .optional("routingStatus", \.routingStatus, "Whether there is a route."),
        .optional("since", \.since, "The first pick-up deadline that has passed."),
        .optional("voyageNumber", \.cause.voyageNumber, "The voyage.", example: "V200"),
        description: "Cargos that need attention for the same."
    )

    private static let codes = Disruption.Reason.allCases.map(\.rawValue) + AttentionReason.allCases.dropFirst().map(\.rawValue)

    private var code: String {
        switch cause {
        case .missed: Disruption.Reason.connectionMissed.rawValue
        case .dropped: Disruption.Reason.voyageDoesNotCall.rawValue
        case .misdirected, .unrouted, .late, .held, .uncollected: cause.need.rawValue
        }
    }

    private var hold: HoldType? { if case .held(let type) = cause { type } else { nil } }
    private var routingStatus: RoutingStatus? { if case .unrouted(let status) = cause { status } else { nil } }
}

extension CarrierEventDesk.Waiting: WireObject {
    /// `{"carrier","code","count","subject"?}`.
    package static let form = ObjectForm<CarrierEventDesk.Waiting>(
        "WaitingCarrierEvents",
        .member("carrier", \.carrier, "The name of the carrier's key or token.", example: "MAEU"),
        .member("code", \.reason.code.rawValue, "Why they wait.", example: "voyage_unknown"),
        .member("count", \.count, schema: .natural(from: 1), example: 12),
        .optional("subject", \.reason.subject, "What is unknown, as the carrier writes it.", example: "052W"),
        description: "Events of a carrier that wait for the same."
    )
}
