import CargoApplication
import CargoDomain
import CargoLocalization

/// A cargo's state in a few words: the first that applies, in the order of the cases.
enum CargoState {
    case cancelled
    case misdirected
    case done
    case disrupted
    case late
    case unrouted
    case misrouted
    case onTrack

    init(_ entry: CargoList.Entry) {
        self.init(
            isCancelled: entry.bookingStatus == .cancelled,
            isMisdirected: entry.isMisdirected,
            transport: entry.transportStatus,
            isDisrupted: entry.isDisrupted,
            isLate: entry.isLate,
            routing: entry.routingStatus
        )
    }

    init(_ view: CargoTrackingView) {
        self.init(
            isCancelled: view.bookingStatus == .cancelled,
            isMisdirected: view.isMisdirected,
            transport: view.transportStatus,
            isDisrupted: view.disruption != nil,
            isLate: view.isLate,
            routing: view.routingStatus
        )
    }

    private init(
        isCancelled: Bool,
        isMisdirected: Bool,
        transport: TransportStatus,
        isDisrupted: Bool,
        isLate: Bool,
        routing: RoutingStatus
    ) {
        self =
            if isCancelled { .cancelled } else if isMisdirected { .misdirected } else if transport == .claimed { .done } else if isDisrupted
            {
                .disrupted
            } else if isLate { .late } else {
                switch routing {
                case .notRouted: .unrouted
                case .misrouted: .misrouted
                case .routed: .onTrack
                }
            }
    }

    var style: Style {
        switch self {
        case .misdirected, .disrupted, .late, .misrouted: .bad
        case .unrouted: .warning
        case .done, .onTrack: .good
        case .cancelled: .dim
        }
    }

    /// The state for people.
    var words: String {
        switch self {
        case .cancelled: localized("cancelled")
        case .misdirected: localized("misdirected")
        case .done: localized("done")
        case .disrupted: localized("disrupted")
        case .late: localized("late")
        case .unrouted: localized("no route yet")
        case .misrouted: localized("misrouted")
        case .onTrack: localized("on track")
        }
    }

    var cell: Table.Cell { .init(words, style) }
}
