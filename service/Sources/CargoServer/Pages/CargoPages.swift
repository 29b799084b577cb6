import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The clerks' pages for a single cargo: its progress, changes and handling.
struct CargoPages: Sendable {
    let kit: CargoKit
    let updates: LiveUpdates
    let authenticator: PageAuthenticator
    let index: SuggestionIndex
    let overdueAfter: Duration
    /// Reading who changed what may take a while, so each clerk reads one page at a time, and all together one.
    let turns = Turns<Caller>(maximum: 1)

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/clerk/cargos/{trackingId}", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await page(call, clerk) }
            },
            HTTPRoute(.get, "/clerk/cargos/{trackingId}/live", .everybody, nil, live),
            HTTPRoute(.get, "/clerk/cargos/{trackingId}/routes", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await candidates(call, clerk) }
            },
            HTTPRoute(.get, "/clerk/cargos/{trackingId}/changes", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await changes(call, clerk) }
            },
            change("route", assign),
            change("destination", changeDestination),
            change("deadline", changeDeadline),
            change("handling", handle),
            change("retraction", retract),
            change("cancellation", cancel),
            change("reinstatement", reinstate),
            change("hold", hold),
            change("release", release),
            change("pick-up", setPickUp),
            change("substitution", substitute),
            change("reference", addReference),
            change("reference-removal", removeReference),
        ]
    }

    /// Which form was sent, and with what result.
    private struct Outcome: Sendable {
        let form: String
        let fields: FormFields
        let faults: FormFaults
    }

    /// Handles a form for a cargo: redirects to the cargo's page on success, otherwise shows the page with the errors.
    private func change(
        _ name: String,
        _ step: @escaping @Sendable (TrackingId, FormFields) async throws(Problem) -> Result<Void, FormFaults>
    ) -> HTTPRoute {
        HTTPRoute(.post, PathTemplate(stringLiteral: "/clerk/cargos/{trackingId}/\(name)"), .everybody, nil) {
            call async throws(Problem) in
            try await authenticator.admit(call) { (clerk) async throws(Problem) in
                let id = try trackingId(of: call)
                let form = try await FormFields.read(call)
                try authenticator.check(form, of: clerk, call)
                let chosen = try await form.choosing(
                    ["destination": .locations, "location": .locations, "voyageNumber": .voyages],
                    from: index
                )
                switch try await step(id, chosen) {
                case .success: return .seeOther(Self.path(id) + "?done=\(name)")
                case .failure(let faults):
                    return try await page(call, clerk, Outcome(form: name, fields: form, faults: faults))
                }
            }
        }
    }

    func trackingId(of call: Call) throws(Problem) -> TrackingId {
        do throws(DomainError) {
            return try TrackingId(call["trackingId"])
        } catch {
            throw Problem(.rule(.cargoNotFound))
        }
    }

    static func path(_ id: TrackingId) -> String { "/clerk/cargos/" + PercentEncoding.encode(id.text) }

    // MARK: The page

    /// The content of a cargo's page.
    struct Content: Sendable {
        let tracking: TrackingContent
        let path: String
        let version: Int64
        /// A sentence that confirms the last action.
        let done: String?
        /// The error of a form that has no fields.
        let fault: String?
        let destination: FormView
        let deadline: FormView
        let handling: FormView
        let retraction: FormView
        let cancellation: FormView
        let hold: FormView
        /// The holds that can be released.
        let held: [HeldRow]
        let hasHeld: Bool
        let pickUp: FormView
        let reference: FormView
        /// The references that can be removed.
        let references: [ReferenceRow]
        let hasReferences: Bool
        let substitution: FormView
        /// Whether a leg of the route can be put on another voyage.
        let canSubstitute: Bool
        /// Whether route, destination and deadline can be changed.
        let isOpen: Bool
        let isCancelled: Bool
        /// Whether the cargo has not been received yet, so that its booking can be cancelled.
        let canCancel: Bool
        let hasEvents: Bool
        /// What the cargo's route lacks; nil if it is fine.
        let routeNeed: String?
        let suggestions: [Suggestion]

        /// A hold, and the button that releases it.
        struct HeldRow: Sendable {
            /// The type as the form sends it back.
            let word: String
            let what: String
            let why: String
            /// The label of the button.
            let release: String
        }
    }

    private static let done: [String: Phrase] = [
        "booked": "Cargo booked. Choose a route next.", "route": "Route assigned.",
        "destination": "Destination changed. Choose a route that leads there.", "deadline": "Deadline changed.",
        "handling": "Handling registered.", "retraction": "Event retracted.", "cancellation": "Booking cancelled.",
        "reinstatement": "Booking reinstated.", "hold": "Hold placed.", "release": "Hold released.", "pick-up": "Pick-up deadline changed.",
        "substitution": "The leg is on another voyage.", "reference": "Reference added.", "reference-removal": "Reference removed.",
    ]

    private func page(_ call: Call, _ clerk: PageAuthenticator.Clerk, _ outcome: Outcome? = nil) async throws(Problem) -> Response {
        let id = try trackingId(of: call)
        let (view, version) = try await look(id)
        let retracted = try await kit.store.handlingEvents.findRetracted(of: id).orProblem()
        let isOpen = view.transportStatus != .claimed && view.bookingStatus == .confirmed
        func form(_ name: String, _ patterns: [FormView.Pattern]) -> FormView {
            guard let outcome, outcome.form == name else { return FormView(name, patterns) }
            return FormView(name, patterns, filled: outcome.fields, faults: outcome.faults)
        }
        let query = FormFields(query: call.target.query)
        let content = Content(
            tracking: TrackingContent(
                view,
                retracted: retracted,
                showsCustomer: true,
                linksVoyages: true,
                now: kit.clock.now(),
                overdueAfter: overdueAfter
            ),
            path: Self.path(id),
            version: version,
            done: outcome == nil ? query["done"].flatMap { Self.done[$0] }.map(localized) : nil,
            fault: outcome.flatMap {
                ["route", "reinstatement", "release", "reference-removal"].contains($0.form) ? $0.faults.list.first?.text : nil
            },
            destination: form(
                "destination",
                [.init(name: "destination", label: localized("To"), hint: Suggestion.hint, list: "locations", suggest: .locations)]
            ),
            deadline: form(
                "deadline",
                [
                    .init(
                        name: "arrivalDeadline",
                        label: localized("Arrival deadline (UTC)"),
                        isTime: true,
                        value: PageTime.field(view.arrivalDeadline)
                    )
                ]
            ),
            handling: form("handling", handlingPatterns(view)),
            retraction: form("retraction", Self.retractionPatterns(view)),
            cancellation: form("cancellation", [.init(name: "reason", label: localized("Reason"))]),
            hold: form("hold", Self.holdPatterns),
            held: view.holds.map { hold in
                let what = hold.type.text(in: .current)
                return Content.HeldRow(
                    word: hold.type.rawValue,
                    what: what,
                    why: hold.reason.text,
                    release: localized("Release: \(what)")
                )
            },
            hasHeld: !view.holds.isEmpty,
            pickUp: form(
                "pick-up",
                [
                    .init(
                        name: "pickUpBy",
                        label: localized("Collect by (UTC)"),
                        hint: localized("The end of free time at the destination. Leave empty for none."),
                        isRequired: false,
                        isTime: true,
                        value: view.pickUpBy.map(PageTime.field) ?? ""
                    )
                ]
            ),
            reference: form("reference", Self.referencePatterns),
            references: view.references.map(ReferenceRow.init),
            hasReferences: !view.references.isEmpty,
            substitution: form("substitution", Self.substitutionPatterns(view)),
            canSubstitute: isOpen && !Self.openLegs(view).isEmpty,
            isOpen: isOpen,
            isCancelled: view.bookingStatus == .cancelled,
            canCancel: isOpen && view.transportStatus == .notReceived,
            hasEvents: !view.events.isEmpty,
            routeNeed: isOpen ? Self.routeNeed(view) : nil,
            suggestions: try await Suggestion.locations(kit)
        )
        var frame = authenticator.frame(localized("Cargo \(id.text)"), clerk)
        frame.address = Self.path(id)
        frame.live = "\(Self.path(id))/live?seen=\(LiveUpdates.state(of: view, version: version))"
        return .page(.cargo, HTMLPage(page: frame, content: content), status: outcome == nil ? .ok : .unprocessableContent)
    }

    /// Reads the version before the view: if the cargo changes in between, a form with the old version is rejected.
    func look(_ id: TrackingId) async throws(Problem) -> (view: CargoTrackingView, version: Int64) {
        let version = try await FindCargo(kit).execute(.init(trackingId: id)).orProblem().version
        return (try await TrackCargo(kit).execute(.init(trackingId: id)).orProblem(), version)
    }

    private func live(_ call: Call) async throws(Problem) -> Response {
        guard let clerk = authenticator.clerk(of: call) else { throw Problem(.tokenRequired) }
        let id = try trackingId(of: call)
        return try await updates.stream(of: id, authenticator.sessions.watch(clerk.sessionName), call) { () async throws(Problem) in
            let (view, version) = try await look(id)
            return LiveUpdates.state(of: view, version: version)
        }
    }

    // MARK: Handling and changes

    /// The fields of the handling form, filled with the next expected handling.
    private func handlingPatterns(_ view: CargoTrackingView) -> [FormView.Pattern] {
        let next = view.nextExpectedActivity
        let expected = view.expectedActivities.first { $0.activity == next }?.location
        let place = expected ?? view.lastKnownLocation ?? view.origin
        return [
            .init(
                name: "type",
                label: localized("Activity"),
                choices: HandlingType.allCases.map { ($0.rawValue, $0.words) },
                value: next?.type.rawValue ?? ""
            ),
            .init(
                name: "location",
                label: localized("Location"),
                hint: Suggestion.hint,
                list: "locations",
                suggest: .locations,
                value: place.nameAndCode
            ),
            .init(
                name: "voyageNumber",
                label: localized("Voyage"),
                hint: localized("Only for loading and unloading: its number, or a port that it calls at."),
                isRequired: false,
                suggest: .voyages,
                value: next?.voyageNumber?.text ?? ""
            ),
            .init(name: "completionTime", label: localized("Time (UTC)"), isTime: true, value: PageTime.field(kit.clock.now())),
        ]
    }

    /// The fields of the form that takes an event back, the last event first.
    private static func retractionPatterns(_ view: CargoTrackingView) -> [FormView.Pattern] {
        let events = view.events.reversed().map { event in
            (
                value: HandlingEventName(event)?.text ?? "",
                label: "\(event.description(in: .current)), \(PageTime(event.completionTime).text)"
            )
        }
        return [
            .init(name: "event", label: localized("Event"), choices: events),
            .init(name: "reason", label: localized("Reason")),
        ]
    }

    private static func routeNeed(_ view: CargoTrackingView) -> String? {
        if view.isMisdirected { return localized("The cargo is off its route.") }
        if view.disruption != nil { return localized("Its route no longer works.") }
        switch view.routingStatus {
        case .notRouted: return localized("This cargo needs a route.")
        case .misrouted: return localized("Its route doesn't satisfy the booking.")
        case .routed: return view.isLate ? localized("On its route it misses the deadline.") : nil
        }
    }

    private func handle(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["completionTime": .time, "location": .code, "type": .code, "voyageNumber": .text])
        return try await Self.outcome(members) { () async throws(DomainError) in
            let request = try RegisterHandlingEvent.Request(Input(members: members + [.trackingId(id)]))
            _ = try await RegisterHandlingEvent(kit).execute(request).get()
        }
    }

    private func changeDestination(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["destination": .code])
        return try await Self.outcome(members) { () async throws(DomainError) in
            let request = try ChangeDestination.Request(Input(members: members + [.trackingId(id)]), expectedVersion: form.version)
            _ = try await ChangeDestination(kit).execute(request).get()
        }
    }

    private func changeDeadline(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["arrivalDeadline": .time])
        return try await Self.outcome(members) { () async throws(DomainError) in
            let request = try ChangeDeadline.Request(Input(members: members + [.trackingId(id)]), expectedVersion: form.version)
            _ = try await ChangeDeadline(kit).execute(request).get()
        }
    }

    private func retract(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        var members = form.input(["reason": .text])
        if let event = HandlingEventName(form["event"] ?? "") { members += event.members }
        return try await Self.outcome(members) { () async throws(DomainError) in
            _ = try await RetractHandlingEvent(kit).execute(try .init(Input(members: members + [.trackingId(id)]))).get()
        }
    }

    private func cancel(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        let members = form.input(["reason": .text])
        return try await Self.outcome(members) { () async throws(DomainError) in
            let request = try CancelBooking.Request(Input(members: members + [.trackingId(id)]), expectedVersion: form.version)
            _ = try await CancelBooking(kit).execute(request).get()
        }
    }

    private func reinstate(_ id: TrackingId, _ form: FormFields) async throws(Problem) -> Result<Void, FormFaults> {
        try await Self.outcome([]) { () async throws(DomainError) in
            _ = try await ReinstateBooking(kit).execute(.init(of: id, expectedVersion: form.version)).get()
        }
    }

    static func outcome(
        _ members: [Input.Member],
        naming names: [DomainError.Code: String] = [:],
        _ step: () async throws(DomainError) -> Void
    ) async throws(Problem) -> Result<Void, FormFaults> {
        do throws(DomainError) {
            return .success(try await step())
        } catch {
            guard FormFaults.areTheForms(error) || error.code == .concurrencyConflict else { throw Problem(error) }
            return .failure(FormFaults(error, in: members, naming: names))
        }
    }
}

extension FormFields {
    /// The version of the cargo that the form was created for; -1, which no cargo has, if the form has none.
    var version: Int64 { self["version"].flatMap { Int64($0) } ?? -1 }
}

extension Input.Member {
    static func trackingId(_ id: TrackingId) -> Self { .init(name: "trackingId", value: .text(id.text)) }
}
