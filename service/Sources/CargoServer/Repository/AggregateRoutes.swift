import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// The repository API for cargos, handling events and voyages, in their stored form.
///
/// It is for services that run their own use cases over this store. The service reconstitutes incoming records before it saves them, and
/// its own repository wraps the facts in event envelopes.
struct AggregateRoutes: Sendable {
    let kit: CargoKit

    var routes: [HTTPRoute] {
        [
            HTTPRoute(
                .get,
                "/v1/repository/cargos",
                .requires(.read),
                Operation(
                    .repository,
                    "pageCargoRecords",
                    "List the stored cargos that meet all conditions",
                    description: """
                        Corrupt records are skipped, but with `customer` a corrupt record of this customer fails the page that it would be on.
                        """,
                    parameters: CargoQueryPage.conditions.map(Operation.Parameter.query) + [.after(TrackingId.schema, "id"), .limit],
                    .reply(200, "One page of the list, ordered by tracking id.", RecordList<Cargo>.schema("CargoRecords"), .link)
                ),
                cargos
            ),
            HTTPRoute(
                .get,
                "/v1/repository/cargos/{trackingId}",
                .requires(.read),
                Operation(
                    .repository,
                    "findCargoRecord",
                    "Get a stored cargo",
                    parameters: [.ifNoneMatch],
                    .reply(200, "The cargo.", Cargo.schema, .eTag),
                    .notModified(),
                    problems: .usual(and: [404])
                ),
                cargo
            ),
            HTTPRoute(
                .put,
                "/v1/repository/cargos/{trackingId}",
                .requires(.save),
                Operation(
                    .repository,
                    "saveCargoRecord",
                    "Save a cargo",
                    description: Self.saving,
                    parameters: [.saveIfMatch, .saveIfNoneMatch],
                    body: [(.json, CargoSave.schema)],
                    .reply(204, "The record is saved with the version in the ETag.", nil, .eTag),
                    problems: .usual(and: [409, 412, 428])
                ),
                saveCargo
            ),
            HTTPRoute(
                .post,
                "/v1/repository/tracking-ids",
                .requires(.save),
                Operation(
                    .repository,
                    "drawTrackingId",
                    "Allocate a tracking id that no cargo has and that was never allocated before",
                    .reply(200, "The allocated tracking id.", DrawnTrackingId.schema)
                ),
                drawTrackingId
            ),
            HTTPRoute(
                .get,
                "/v1/repository/cargos/{trackingId}/handling-events",
                .requires(.read),
                Operation(
                    .repository,
                    "findHistoryRecords",
                    "List a cargo's stored handling events and retractions",
                    .reply(200, "The events, in order; empty if the cargo doesn't exist.", HandlingRecords.schema)
                ),
                history
            ),
            HTTPRoute(
                .post,
                "/v1/repository/cargos/{trackingId}/handling-events",
                .requires(.save),
                Operation(
                    .repository,
                    "saveHandlingRecord",
                    "Save a handling event together with its cargo",
                    description: Self.savingHandling,
                    body: [(.json, HandlingSave.schema)],
                    .reply(204, "The event and the cargo, with the version in the ETag, are saved.", nil, .eTag),
                    problems: .usual(and: [404, 409])
                ),
                saveHandling
            ),
            HTTPRoute(
                .post,
                "/v1/repository/cargos/{trackingId}/handling-events/retractions",
                .requires(.save),
                Operation(
                    .repository,
                    "saveRetractionRecord",
                    "Save the retraction of a handling event together with its cargo",
                    description: Self.savingHandling,
                    body: [(.json, HandlingRetraction.schema)],
                    .reply(204, "The retraction and the cargo, with the version in the ETag, are saved.", nil, .eTag),
                    problems: .usual(and: [404, 409])
                ),
                saveRetraction
            ),
            HTTPRoute(
                .get,
                "/v1/repository/voyages-by-number",
                .requires(.read),
                Operation(
                    .repository,
                    "findVoyageRecords",
                    "Get the stored voyages with some numbers, skipping unregistered numbers",
                    parameters: [
                        .query(
                            "numbers",
                            .text(pattern: "^[A-Za-z0-9_.,-]{1,7400}$"),
                            "1 to 200 voyage numbers, separated by commas.",
                            example: "V100,V200"
                        ).required
                    ],
                    .reply(200, "The voyages, ordered by number.", RecordList<Voyage>.schema("VoyageRecordSet", hasPages: false))
                ),
                voyagesByNumber
            ),
            HTTPRoute(
                .get,
                "/v1/repository/voyages",
                .requires(.read),
                Operation(
                    .repository,
                    "pageVoyageRecords",
                    "List stored voyages, skipping corrupt records",
                    parameters: [.after(VoyageNumber.schema, "number"), .limit],
                    .reply(200, "One page of the list.", RecordList<Voyage>.schema("VoyageRecords"), .link)
                ),
                voyages
            ),
            HTTPRoute(
                .get,
                "/v1/repository/voyages/{voyageNumber}",
                .requires(.read),
                Operation(
                    .repository,
                    "findVoyageRecord",
                    "Get a stored voyage",
                    parameters: [.ifNoneMatch],
                    .reply(200, "The voyage.", Voyage.schema, .eTag),
                    .notModified(),
                    problems: .usual(and: [404])
                ),
                voyage
            ),
            HTTPRoute(
                .put,
                "/v1/repository/voyages/{voyageNumber}",
                .requires(.save),
                Operation(
                    .repository,
                    "saveVoyageRecord",
                    "Save a voyage",
                    description: Self.saving,
                    parameters: [.saveIfMatch, .saveIfNoneMatch],
                    body: [(.json, VoyageSave.schema)],
                    .reply(204, "The record is saved with the version in the ETag.", nil, .eTag),
                    problems: .usual(and: [409, 412, 428])
                ),
                saveVoyage
            ),
            HTTPRoute(
                .get,
                "/v1/repository/voyage-changes",
                .requires(.read),
                Operation(
                    .repository,
                    "findVoyageChanges",
                    "List the voyages saved since a position, each once in its current state",
                    parameters: [
                        .query("since", .natural(), "The position to start after, the same for all pages; 0 for all voyages.").required,
                        .after(VoyageNumber.schema, "number"), .limit,
                    ],
                    .reply(
                        200,
                        "One page of voyages, ordered by number. Start the next query from the position of the first page.",
                        RecordList<Voyage>.schema("VoyageChanges", hasPosition: true),
                        .link
                    )
                ),
                voyageChanges
            ),
        ]
    }

    private static let saving = """
        Compare and set: send If-None-Match: * for a new record, otherwise If-Match with the version that was loaded; the record must have \
        that version. The record must pass every check of reconstitution; if it breaks a rule, the request is rejected with the rule's \
        code. The service creates the domain events from the facts.
        """

    private static let savingHandling = """
        Saves both in one transaction. Fails with concurrency_conflict if the number of registrations and retractions of the cargo's events, \
        or the version of the cargo, has changed since the caller loaded them.
        """

    // MARK: Cargos

    private func cargos(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try CargoQueryPage.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.cargos.find(request.query, after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    private func cargo(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let id = try call.place("trackingId") { text throws(DomainError) in try TrackingId(text) }
        let cargo = try await kit.store.cargos.findByTrackingId(id).orProblem()
        return call.aggregate(cargo, version: cargo.version)
    }

    private func saveCargo(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        let id = try call.place("trackingId") { text throws(DomainError) in try TrackingId(text) }
        let versions = try call.savedVersions()
        let cargo = try await call.record(as: CargoSave.self).cargo
        try call.check(cargo.trackingId == id, "The path and the record name different cargos.")
        try call.check(versions.contains(cargo.version), "The record has version \(cargo.version), but the precondition names another.")
        try await kit.store.cargos.save(cargo).orStale(FieldPlaces())
        return .saved(over: cargo.version)
    }

    private func drawTrackingId(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let id = try await kit.store.cargos.nextTrackingId().orProblem()
        call.trail.note(ids: [id.text])
        return .json(DrawnTrackingId(id))
    }

    // MARK: Handling

    private func history(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let id = try call.place("trackingId") { text throws(DomainError) in try TrackingId(text) }
        let events = kit.store.handlingEvents
        // The history last: a save that compares its revision then sees the retractions that led to it.
        let retracted = try await events.findRetracted(of: id).orProblem()
        return .json(HandlingRecords(try await events.findHistory(of: id).orProblem(), retracted: retracted))
    }

    private func saveHandling(_ call: Call) async throws(Problem) -> Response {
        let save = try await call.record(as: HandlingSave.self)
        let history = try await history(call, of: save.event, expecting: save.expectedEvents)
        try await kit.store.handlingUnitOfWork.save(save.event, after: history, with: save.cargo).orProblem()
        return .saved(over: save.cargo.version)
    }

    private func saveRetraction(_ call: Call) async throws(Problem) -> Response {
        let save = try await call.record(as: HandlingRetraction.self)
        let history = try await history(call, of: save.retraction.event, expecting: save.expectedEvents)
        try await kit.store.handlingUnitOfWork.retract(save.retraction, after: history, with: save.cargo).orProblem()
        return .saved(over: save.cargo.version)
    }

    /// The stored history that a save was checked against.
    ///
    /// A revision is never used twice, so a history with the caller's revision is the one that the caller saw.
    private func history(_ call: Call, of event: HandlingEvent, expecting revision: Int64) async throws(Problem) -> HandlingHistory {
        try call.refuseQuery()
        let id = try call.place("trackingId") { text throws(DomainError) in try TrackingId(text) }
        try call.check(event.trackingId == id, "The path and the event name different cargos.")
        let history = try await kit.store.handlingEvents.findHistory(of: id).orProblem()
        guard history.revision == revision else {
            throw Problem(.concurrencyConflict(id, expected: revision, actual: history.revision))
        }
        return history
    }

    // MARK: Voyages

    private func voyages(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let request = try ListVoyages.Request.read(try call.parameters(integers: ["limit"]), .query)
        let page = try await kit.store.voyages.findPage(after: request.after, limit: request.limit).orProblem(.query)
        return .records(page, call) { $0.text }
    }

    private func voyage(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        try call.refuseQuery()
        let number = try call.place("voyageNumber") { text throws(DomainError) in try VoyageNumber(text) }
        let voyage = try await kit.store.voyages.findByNumber(number).orProblem()
        return call.aggregate(voyage, version: voyage.version)
    }

    private func voyagesByNumber(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        guard case .object(let members) = try call.parameters(), members.allSatisfy({ $0.name == "numbers" }),
            let texts = members.first?.value.asText?.split(separator: ",", omittingEmptySubsequences: false)
        else { throw Problem(.validationFailed([.init(path: "numbers", code: .fieldRequired)]), reading: .query) }
        guard texts.count <= 200 else {
            throw Problem(.validationFailed([.init(path: "numbers", code: .integerOutOfRange)]), reading: .query)
        }
        let numbers = try reading(.query) { () throws(DomainError) in
            var numbers: [VoyageNumber] = []
            for text in texts {
                do throws(DomainError) {
                    numbers.append(try VoyageNumber(String(text)))
                } catch {
                    throw .validationFailed([.init(path: "numbers", code: error.code)])
                }
            }
            return numbers
        }
        let voyages = try await kit.store.voyages.findAll(numbers).orProblem()
        return .json(RecordList(voyages.values.sorted { $0.number < $1.number }))
    }

    private func saveVoyage(_ call: Call) async throws(Problem) -> Response {
        try call.refuseQuery()
        let number = try call.place("voyageNumber") { text throws(DomainError) in try VoyageNumber(text) }
        let versions = try call.savedVersions()
        let voyage = try await call.record(as: VoyageSave.self).voyage
        try call.check(voyage.number == number, "The path and the record name different voyages.")
        try call.check(versions.contains(voyage.version), "The record has version \(voyage.version), but the precondition names another.")
        try await kit.store.voyages.save(voyage).orStale(FieldPlaces())
        return .saved(over: voyage.version)
    }

    /// Returns a page of voyages and the position at which it was read.
    ///
    /// To follow changes without missing any, a caller continues from the position of the first page.
    private func voyageChanges(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        let query = try call.parameters(integers: ["since", "limit"])
        guard case .object(let members) = query, let since = query["since"] else {
            throw Problem(.validationFailed([.init(path: "since", code: .fieldRequired)]), reading: .query)
        }
        let places = FieldPlaces(hasNoBody: true, names: ["after": "since"])
        let position = try ReadEvents.Request.read(Input(members: [.init(name: "after", value: since)]), places).after
        let request = try ListVoyages.Request.read(Input(members: members.filter { $0.name != "since" }), .query)
        let changes = try await kit.store.voyages.findChanges(after: position).orProblem()
        let voyages = changes.voyages.sorted { $0.number < $1.number }
        let page = Page.cut(from: voyages, after: request.after, limit: request.limit, key: \.number)
        return .records(page, position: changes.position, call) { $0.text }
    }
}
