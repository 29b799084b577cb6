import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// What needs attention by cause, and the forms for many cargos.
extension ClerkPages {
    /// The causes, the most frequent first, each with what resolves it for all its cargos.
    func groups() async throws(Problem) -> [List.Group] {
        let summary = try await asking { () async throws(DomainError) in try await tally.summary() }
        let names = try await kit.store.locations.findAll(Set(summary.groups.compactMap(\.cause.location)).sorted()).orProblem()
        return summary.groups.map { group in
            let conditions = Self.conditions(of: group.cause)
            let (action, button, hold) = Self.remedy(for: group.cause)
            return List.Group(
                text: group.text(in: .current, place: { names[$0]?.nameAndCode ?? $0.text }, day: { PageTime($0).text }),
                address: "/clerk?" + conditions.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&"),
                conditions: conditions,
                action: action,
                button: button,
                hold: hold
            )
        }
    }

    private static func conditions(of cause: AttentionCause) -> [List.Field] {
        let filter = cause.filter
        let fields: [(String, String?)] = [
            ("attention", cause.need.rawValue), ("at", filter.place?.text), ("hold", filter.hold?.rawValue),
            ("routingStatus", filter.routingStatus?.rawValue),
            ("transportStatus", filter.transportStatus?.rawValue), ("voyage", filter.voyage?.text),
        ]
        return fields.compactMap { name, value in value.map { List.Field(name: name, value: $0) } }
    }

    private static func remedy(for cause: AttentionCause) -> (action: String?, button: String?, hold: String) {
        switch cause {
        case .missed, .dropped, .misdirected, .unrouted, .late: ("route", localized("Assign the best routes"), "")
        case .held(let type): ("release", localized("Release all"), type.rawValue)
        case .uncollected: (nil, nil, "")
        }
    }

    /// The types of holds to choose from.
    static var holds: [(value: String, label: String)] { HoldType.allCases.map { ($0.rawValue, $0.text(in: .current)) } }

    static func actions(_ conditions: [List.Field]) -> List.Actions {
        let references = ReferenceType.allCases.map { (value: $0.rawValue, label: $0.words) }
        func form(_ patterns: FormView.Pattern...) -> FormView { FormView("bulk", patterns) }
        return List.Actions(
            conditions: conditions,
            deadline: form(.init(name: "deadline", label: localized("Arrival deadline (UTC)"), isRequired: false, isTime: true)),
            pickUp: form(.init(name: "pickUpBy", label: localized("Collect by (UTC)"), isRequired: false, isTime: true)),
            hold: form(
                // Not "hold", which is a condition.
                .init(name: "holdType", label: localized("Hold"), choices: holds),
                .init(name: "holdReason", label: localized("Reason"), isRequired: false)
            ),
            release: form(.init(name: "release", label: localized("Hold"), choices: holds)),
            cancel: form(.init(name: "cancelReason", label: localized("Reason"), isRequired: false)),
            reference: form(
                .init(name: "referenceType", label: localized("Type"), choices: references),
                .init(name: "reference", label: localized("Number"), isRequired: false)
            )
        )
    }
}
