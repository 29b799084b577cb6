#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire
import Hummingbird

/// The read API of DCSA Track and Trace 2.2.
struct DCSARoutes: Sendable {
    let kit: CargoKit
    let times: BookingTimes

    /// The maximum number of cargos that a request examines, so that a filter without matches doesn't read the whole store at once.
    private static let mostCargos = 2000

    var routes: [Route] {
        [
            Route(
                .get,
                "/v2/events",
                .requires(.read),
                Operation(
                    .dcsa,
                    "dcsaEvents",
                    "List events in the format of DCSA Track and Trace 2.2",
                    description: """
                        A cargo is one laden container of one booking; its tracking id is the booking reference. Booked: SHIPMENT RECE and CONF. Legs \
                        of the route: TRANSPORT DEPA and ARRI, planned and, once an estimate \
                        differs, estimated. A cancelled booking: SHIPMENT VOID. RECEIVE and CLAIM: EQUIPMENT GTIN and GTOT. LOAD and UNLOAD: EQUIPMENT LOAD \
                        and DISC. CUSTOMS: SHIPMENT RELS of the customs inspection.
                        """,
                    parameters: DCSAFilter.parameters + [.header("API-Version", .words(nil, ["2"]), "The major version of the standard.")],
                    .reply(
                        200,
                        "One page of events, ordered by carrierBookingReference.",
                        DCSAEvent.listSchema,
                        .apiVersion,
                        .currentPage,
                        .nextPage
                    )
                ),
                events
            )
        ]
    }

    private func events(_ call: Call) async throws(Problem) -> Response {
        _ = try call.preferred(of: .json)
        if let version = call.request.headerFields[.apiVersion], version != "2" {
            throw Problem(.headerInvalid, detail: "API-Version must be 2.")
        }
        let filter = try DCSAFilter(call.target.query)
        guard try await times.catchUp().orProblem() else { throw Problem(.indexUnfinished, headers: [.retryAfter: "2"]) }
        let page = try await page(filter)
        var response = Response.json(page.events)
        response.headers[.apiVersion] = "2.2.0"
        if let current = call.target.query.first(where: { $0.name == "cursor" })?.value { response.headers[.currentPage] = current }
        if let next = page.next { response.headers[.nextPage] = next }
        return response
    }

    private typealias EventPage = (events: [DCSAEvent], next: String?)

    private func page(_ filter: DCSAFilter) async throws(Problem) -> EventPage {
        var events: [DCSAEvent] = []
        var looked = 0
        if let only = filter.trackingId {
            let seen = filter.position.trackingId == only ? filter.position.seen ?? .max : 0
            return take(try await fitting(only, filter), of: only, seen, filter.limit, &events) ?? (events, nil)
        }
        var after = filter.position.trackingId
        if let first = filter.position.trackingId, let seen = filter.position.seen,
            let page = take(try await fitting(first, filter), of: first, seen, filter.limit, &events)
        {
            return page
        }
        while true {
            let list = try await ListCargos(kit).execute(.init(after: after, limit: 100)).orProblem()
            for cargo in list.cargos {
                if let page = take(try await fitting(cargo.trackingId, filter), of: cargo.trackingId, 0, filter.limit, &events) {
                    return page
                }
                after = cargo.trackingId
                looked += 1
            }
            guard list.next != nil else { return (events, nil) }
            if looked >= Self.mostCargos, let after { return (events, DCSAFilter.cursor(after, seen: nil)) }
        }
    }

    /// Adds a cargo's events to the page.
    ///
    /// Returns the page once it is full and there are more events, otherwise nil.
    private func take(_ fitting: [DCSAEvent], of id: TrackingId, _ seen: Int, _ limit: Int, _ events: inout [DCSAEvent]) -> EventPage? {
        for (index, event) in fitting.enumerated() where index >= seen {
            if events.count == limit { return (events, DCSAFilter.cursor(id, seen: index)) }
            events.append(event)
        }
        return nil
    }

    /// The cargo's events that match the filter; empty if the cargo doesn't exist.
    private func fitting(_ id: TrackingId, _ filter: DCSAFilter) async throws(Problem) -> [DCSAEvent] {
        switch await FindCargo(kit).execute(.init(trackingId: id)) {
        case .failure(let error):
            guard error.code == .cargoNotFound else { throw Problem(error) }
            return []
        case .success(let cargo):
            let handling = try await ListHandlingEvents(kit).execute(.init(trackingId: id)).orProblem()
            let times = await times.times(of: id)
            let legs = times?.estimated == nil ? [] : try await TrackCargo(kit).execute(.init(trackingId: id)).orProblem().legs
            return DCSAMapping.events(of: cargo, handling, times, estimated: legs).filter(filter.accepts)
        }
    }
}

extension FieldName {
    /// `API-Version`.
    static let apiVersion = known("API-Version")
    /// `Current-Page`.
    static let currentPage = known("Current-Page")
    /// `Next-Page`.
    static let nextPage = known("Next-Page")
}
#endif
