import CargoApplication
import CargoDomain
import CargoLocalization
import Hummingbird

/// What a report or a roll-over did to the cargos of a voyage, as a page shows it.
struct VoyageResult: Sendable {
    let voyage: String
    /// The path of the voyage's page.
    let path: String
    /// The text of the link to it.
    let back: String
    /// A sentence that says what happened.
    let done: String
    /// The heading of the cargos that are affected, or were moved.
    let heading: String
    let cargos: [Row]
    let hasCargos: Bool
    let failures: [Failure]
    let hasFailures: Bool
    /// What the form sends that does what a preview shows; nil if it is done.
    let confirmation: Confirmation?

    /// An affected cargo.
    struct Row: Sendable {
        let id: String
        let address: String
        let condition: String
        let tone: String
        let arrival: PageTime?
        let delay: String?
    }

    /// A cargo that stays as it is.
    struct Failure: Sendable {
        let id: String
        let address: String
        let reason: String
    }

    /// The fields of a roll-over.
    struct Confirmation: Sendable {
        let location: String
        let to: String
    }

    private init(
        of number: VoyageNumber,
        _ done: String,
        _ heading: String,
        _ cargos: [AffectedCargo],
        failures: [RollOver.Response.Failure] = [],
        confirmation: Confirmation? = nil
    ) {
        voyage = number.text
        path = VoyagePages.path(number)
        back = localized("Back to voyage \(number.text)")
        self.done = done
        self.heading = heading
        self.cargos = cargos.map { Row($0) }
        hasCargos = !cargos.isEmpty
        self.failures = failures.map { failure in
            Failure(
                id: failure.trackingId.text,
                address: Self.address(failure.trackingId),
                reason: FormFaults.text(.rule(failure.code))
            )
        }
        hasFailures = !failures.isEmpty
        self.confirmation = confirmation
    }

    /// What a report did.
    init(_ reported: ReportPortCall.Response) {
        self.init(
            of: reported.voyageNumber,
            reported.isNew
                ? localized("Report taken.") : localized("The report changes nothing: another one counts more, or says the same."),
            localized("Cargos that won't travel as planned"),
            reported.affectedCargos
        )
    }

    /// What a roll-over did, or would do.
    init(_ rolled: RollOver.Response, of request: RollOver.Request) {
        let count = rolled.affectedCargos.count
        let to = request.to.text
        let isNone = rolled.affectedCargos.isEmpty && rolled.failures.isEmpty
        let moved =
            request.isDryRun
            ? localized(count, one: "\(count) cargo would move to voyage \(to).", other: "\(count) cargos would move to voyage \(to).")
            : localized(count, one: "\(count) cargo moved to voyage \(to).", other: "\(count) cargos moved to voyage \(to).")
        self.init(
            of: request.from,
            isNone ? localized("No cargo waits there for this voyage.") : moved,
            request.isDryRun ? localized("Cargos that would move") : localized("Moved cargos"),
            rolled.affectedCargos,
            failures: rolled.failures,
            confirmation: request.isDryRun && count > 0 ? Confirmation(location: request.location.text, to: to) : nil
        )
    }

    /// The page that shows the result.
    func page(_ authenticator: PageAuthenticator, _ clerk: PageAuthenticator.Clerk) -> Response {
        .page(.voyageResult, HTMLPage(page: authenticator.frame(localized("Voyage \(voyage)"), clerk), content: self))
    }

    fileprivate static func address(_ id: TrackingId) -> String { "/clerk/cargos/" + PercentEncoding.encode(id.text) }
}

extension VoyageResult.Row {
    fileprivate init(_ cargo: AffectedCargo) {
        let condition: CargoCondition = cargo.estimate.disruption != nil ? .disrupted : cargo.isLate ? .late : .onTrack
        self.init(
            id: cargo.trackingId.text,
            address: VoyageResult.address(cargo.trackingId),
            condition: condition.words,
            tone: condition.tone,
            arrival: cargo.estimate.estimatedArrival.map { PageTime($0) },
            delay: cargo.arrivalDelay.flatMap(TrackingContent.delay)
        )
    }
}
