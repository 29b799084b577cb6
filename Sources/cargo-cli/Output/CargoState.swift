import CargoApplication
import CargoDomain
import CargoLocalization

/// A cargo's state in a few words: the first that applies, in the order of the cases.
enum CargoState {
    case cancelled
    case misdirected
    case done
    case disrupted
    case uncollected
    case overdue
    case late
    case unrouted
    case misrouted
    case held
    case onTrack

    init(_ entry: CargoList.Entry) {
        self.init(
            isCancelled: entry.bookingStatus == .cancelled,
            isMisdirected: entry.isMisdirected,
            transport: entry.transportStatus,
            isDisrupted: entry.isDisrupted,
            isUncollected: entry.isUncollected,
            isOverdue: entry.isOverdue,
            isLate: entry.isLate,
            routing: entry.routingStatus,
            isHeld: entry.isHeld
        )
    }

    init(_ view: CargoTrackingView, isOverdue: Bool) {
        self.init(
            isCancelled: view.bookingStatus == .cancelled,
            isMisdirected: view.isMisdirected,
            transport: view.transportStatus,
            isDisrupted: view.disruption != nil,
            isUncollected: view.isUncollected,
            isOverdue: isOverdue,
            isLate: view.isLate,
            routing: view.routingStatus,
            isHeld: !view.holds.isEmpty
        )
    }

    private init(
        isCancelled: Bool,
        isMisdirected: Bool,
        transport: TransportStatus,
        isDisrupted: Bool,
        isUncollected: Bool,
        isOverdue: Bool,
        isLate: Bool,
        routing: RoutingStatus,
        isHeld: Bool
    ) {
        self =
            if isCancelled { .cancelled } else if isMisdirected { .misdirected } else if transport == .claimed { .done } else if isDisrupted
            {
                .disrupted
            } else if isUncollected { .uncollected } else if isOverdue { .overdue } else if isLate { .late } else {
                switch routing {
                case .notRouted: .unrouted
                case .misrouted: .misrouted
                case .routed: isHeld ? .held : .onTrack
                }
            }
    }

    var style: Style {
        switch self {
        case .misdirected, .disrupted, .uncollected, .overdue, .late, .misrouted: .bad
        case .unrouted, .held: .warning
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
        case .uncollected: localized("not collected")
        case .overdue: localized("overdue")
        case .late: localized("late")
        case .unrouted: localized("no route yet")
        case .misrouted: localized("misrouted")
        case .held: localized("held")
        case .onTrack: localized("on track")
        }
    }

    var cell: Table.Cell { .init(words, style) }
}

extension CargoTrackingView {
    /// Whether the cargo lies at its destination and should have been collected (EST-6).
    var isUncollected: Bool { isUnloadedAtDestination && overdueSince != nil }
}
