import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The clerks' pages for voyages: their calls, what carriers report of them, and cargos that are rolled over.
struct VoyagePages: Sendable {
    let kit: CargoKit
    let authenticator: PageAuthenticator
    let index: SuggestionIndex

    var routes: [HTTPRoute] {
        [
            HTTPRoute(.get, "/clerk/voyages", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await list(call, clerk) }
            },
            HTTPRoute(.get, "/clerk/voyages/{voyageNumber}", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await page(call, clerk) }
            },
            HTTPRoute(.post, "/clerk/voyages/{voyageNumber}/details", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await describe(call, clerk) }
            },
            HTTPRoute(.post, "/clerk/voyages/{voyageNumber}/report", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await report(call, clerk) }
            },
            HTTPRoute(.post, "/clerk/voyages/{voyageNumber}/roll-over", .everybody, nil) { call async throws(Problem) in
                try await authenticator.admit(call) { (clerk) async throws(Problem) in try await rollOver(call, clerk) }
            },
        ]
    }

    /// The path of a voyage's page.
    static func path(_ number: VoyageNumber) -> String { "/clerk/voyages/" + PercentEncoding.encode(number.text) }

    // MARK: The list

    /// The content of the list of voyages.
    struct List: Sendable {
        let find: FormView
        let rows: [Row]
        let isEmpty: Bool
        let first: String?
        let following: String?

        /// A row of the list.
        struct Row: Sendable {
            let number: String
            let address: String
            let calls: [Call]
        }

        /// A call at a port, with the departure from the first port and the arrival at the others.
        struct Call: Sendable {
            let place: String
            let time: PageTime
            let isFirst: Bool
        }
    }

    private static let pageSize = 50

    /// Lists voyages by number, or redirects to the one that is asked for.
    private func list(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let fields = FormFields(query: call.target.query)
        var faults = FormFaults()
        if let text = try await fields.choosing(["voyageNumber": .voyages], from: index).text("voyageNumber") {
            do throws(DomainError) {
                let number = try VoyageNumber(text)
                _ = try await FindVoyage(kit).execute(.init(voyageNumber: number)).get()
                return .seeOther(Self.path(number))
            } catch {
                guard FormFaults.areTheForms(error) else { throw Problem(error) }
                faults.add(localized("No voyage found with this number."), at: "voyageNumber")
            }
        }
        let start = fields["start"].map { [Input.Member(name: "after", value: .text($0))] } ?? []
        let size = Input.Member(name: "limit", value: .integer(Int64(Self.pageSize)))
        let found = try await ListVoyages(kit).execute(try .read(Input(members: start + [size]), .query)).orProblem(.query)
        let names = try await kit.store.locations.findAll(Set(found.items.flatMap(\.ports)).sorted()).orProblem()
        let pattern = FormView.Pattern(
            name: "voyageNumber",
            label: localized("Voyage"),
            hint: localized("Its number, or a port that it calls at."),
            suggest: .voyages
        )
        let content = List(
            find: FormView("find", [pattern], filled: faults.isEmpty ? nil : fields, faults: faults),
            rows: found.items.map { List.Row($0) { names[$0]?.nameAndCode ?? $0.text } },
            isEmpty: found.items.isEmpty,
            first: start.isEmpty ? nil : "/clerk/voyages",
            following: found.next.map { "/clerk/voyages?start=" + PercentEncoding.encode($0.text) }
        )
        let frame = authenticator.frame(localized("Voyages"), clerk)
        return .page(.voyages, HTMLPage(page: frame, content: content), status: faults.isEmpty ? .ok : .unprocessableContent)
    }

    // MARK: A voyage

    /// The content of a voyage's page.
    struct Content: Sendable {
        let path: String
        let facts: [Fact]
        let hasFacts: Bool
        let version: Int64
        let calls: [PortCall]
        let details: FormView
        let report: FormView
        let rollOver: FormView

        /// Something that is known of the voyage.
        struct Fact: Sendable {
            let label: String
            let value: String
        }

        /// A call at a port.
        struct PortCall: Sendable {
            let place: String
            /// Nil for the first call.
            let arrival: Moment?
            /// Nil for the last call.
            let departure: Moment?
        }

        /// When the ship comes or goes.
        struct Moment: Sendable {
            let scheduled: PageTime
            /// When it did, or when it is expected to, if that isn't as scheduled.
            let change: TrackingContent.Change?
        }
    }

    /// Which form was sent, and with what errors.
    struct Outcome: Sendable {
        let form: String
        let fields: FormFields
        let faults: FormFaults
        /// The version that the form was filled in for; nil if the clerk has to see the present one first.
        var version: Int64?
    }

    func page(_ call: Call, _ clerk: PageAuthenticator.Clerk, _ outcome: Outcome? = nil) async throws(Problem) -> Response {
        let voyage = try await find(call)
        let ports = voyage.ports
        let names = try await kit.store.locations.findAll(Set(ports).sorted()).orProblem()
        let name = { (code: UnLocode) in names[code]?.nameAndCode ?? code.text }
        func form(_ id: String, _ patterns: [FormView.Pattern]) -> FormView {
            guard let outcome, outcome.form == id else { return FormView(id, patterns) }
            return FormView(id, patterns, filled: outcome.fields, faults: outcome.faults)
        }
        let content = Content(
            path: Self.path(voyage.voyageNumber),
            facts: Self.facts(voyage.details),
            hasFacts: voyage.details != nil,
            version: outcome?.version ?? voyage.version,
            calls: Self.calls(of: voyage, ports, name),
            details: form("details", Self.detailsPatterns(voyage.details)),
            report: form("report", Self.reportPatterns(Self.choices(ports, name), now: kit.clock.now())),
            rollOver: form("roll-over", Self.rollOverPatterns(Self.choices(ports.dropLast(), name)))
        )
        let frame = authenticator.frame(localized("Voyage \(voyage.voyageNumber.text)"), clerk)
        return .page(.voyage, HTMLPage(page: frame, content: content), status: outcome == nil ? .ok : .unprocessableContent)
    }

    private func find(_ call: Call) async throws(Problem) -> VoyageView {
        try await FindVoyage(kit).execute(.init(voyageNumber: try Self.number(of: call))).orProblem()
    }

    static func number(of call: Call) throws(Problem) -> VoyageNumber {
        do throws(DomainError) {
            return try VoyageNumber(call["voyageNumber"])
        } catch {
            throw Problem(.rule(.voyageNotFound))
        }
    }

    /// The calls at the ports, in order: the ship comes by a movement, and goes by the next one.
    private static func calls(of voyage: VoyageView, _ ports: [UnLocode], _ name: (UnLocode) -> String) -> [Content.PortCall] {
        ports.enumerated().map { index, port in
            Content.PortCall(
                place: name(port),
                arrival: moment(.arrival, of: index - 1, in: voyage),
                departure: moment(.departure, of: index, in: voyage)
            )
        }
    }

    /// When a movement begins or ends; nil if the voyage has no such movement.
    private static func moment(_ end: PortCallEnd, of movement: Int, in voyage: VoyageView) -> Content.Moment? {
        guard movement >= 0, let planned = voyage.schedule.movements.dropFirst(movement).first,
            let forecast = voyage.forecast.movements.dropFirst(movement).first
        else { return nil }
        let report = voyage.reports.first { $0.movement == Int64(movement) && $0.end == end && $0.status == .actual }
        let place = planned.location(of: end)
        return Content.Moment(
            scheduled: PageTime(planned.time(of: end), at: place),
            change: TrackingContent.Change(
                planned: planned.time(of: end),
                actual: report?.time,
                estimated: forecast.time(of: end),
                at: place
            )
        )
    }

    // MARK: Reports and roll-overs

    private static func choices(_ ports: some Sequence<UnLocode>, _ name: (UnLocode) -> String) -> [(value: String, label: String)] {
        var seen: Set<UnLocode> = []
        return ports.filter { seen.insert($0).inserted }.map { (value: $0.text, label: name($0)) }
    }

    private static func reportPatterns(_ ports: [(value: String, label: String)], now: Instant) -> [FormView.Pattern] {
        [
            .init(name: "location", label: localized("Port"), choices: ports),
            .init(
                name: "end",
                label: localized("Event"),
                choices: [
                    (PortCallEnd.arrival.rawValue, localized("Arrival")), (PortCallEnd.departure.rawValue, localized("Departure")),
                ]
            ),
            .init(
                name: "status",
                label: localized("Status"),
                choices: [
                    (PortCallStatus.estimated.rawValue, localized("Estimated")), (PortCallStatus.actual.rawValue, localized("Actual")),
                ]
            ),
            .init(name: "time", label: localized("Time (UTC)"), isTime: true, value: PageTime.field(now)),
        ]
    }

    private static func rollOverPatterns(_ ports: [(value: String, label: String)]) -> [FormView.Pattern] {
        [
            .init(
                name: "location",
                label: localized("Port"),
                hint: localized("Where the cargos wait to be loaded onto this voyage."),
                choices: ports
            ),
            .init(
                name: "to",
                label: localized("New voyage"),
                hint: localized("Its number, or a port that it calls at."),
                suggest: .voyages
            ),
        ]
    }

    private func report(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let number = try Self.number(of: call)
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        let members = form.input(["end": .code, "location": .code, "status": .code, "time": .time])
        do throws(DomainError) {
            let request = try ReportPortCall.Request(Input(members: members + [.init(name: "voyageNumber", value: .text(number.text))]))
            let reported = try await ReportPortCall(kit).execute(request).get()
            return VoyageResult(reported).page(authenticator, clerk)
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            let faults = FormFaults(error, in: members, naming: [.instantOutOfRange: "time"])
            return try await page(call, clerk, Outcome(form: "report", fields: form, faults: faults))
        }
    }

    private func rollOver(_ call: Call, _ clerk: PageAuthenticator.Clerk) async throws(Problem) -> Response {
        let number = try Self.number(of: call)
        let form = try await FormFields.read(call)
        try authenticator.check(form, of: clerk, call)
        let members = try await form.choosing(["to": .voyages], from: index).input(["location": .code, "to": .text])
        let isDryRun = form["preview"] != nil
        do throws(DomainError) {
            let input = Input(members: members + [.init(name: "from", value: .text(number.text))])
            let request = try RollOver.Request(input, isDryRun: isDryRun)
            let rolled = try await RollOver(kit).execute(request).get()
            call.trail.note(ids: isDryRun ? [] : rolled.affectedCargos.map(\.trackingId.text))
            return VoyageResult(rolled, of: request).page(authenticator, clerk)
        } catch {
            guard FormFaults.areTheForms(error) else { throw Problem(error) }
            let faults = FormFaults(error, in: members, naming: [.voyageNotFound: "to"])
            return try await page(call, clerk, Outcome(form: "roll-over", fields: form, faults: faults))
        }
    }
}

extension VoyageView {
    /// The ports that the voyage calls at, in order.
    fileprivate var ports: [UnLocode] { schedule.movements.prefix(1).map(\.departureLocation) + schedule.movements.map(\.arrivalLocation) }
}

extension VoyagePages.List.Row {
    fileprivate init(_ voyage: VoyageView, name: (UnLocode) -> String) {
        let movements = voyage.forecast.movements
        let times = movements.prefix(1).map(\.departureTime) + movements.map(\.arrivalTime)
        self.init(
            number: voyage.voyageNumber.text,
            address: VoyagePages.path(voyage.voyageNumber),
            calls: zip(voyage.ports, times).enumerated().map { index, call in
                .init(place: name(call.0), time: PageTime(call.1, at: call.0), isFirst: index == 0)
            }
        )
    }
}
