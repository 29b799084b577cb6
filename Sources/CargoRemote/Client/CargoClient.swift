#if canImport(Darwin) || Remote
public import CargoApplication
public import CargoDomain
public import CargoInfrastructure
import CargoWire
public import Foundation

/// A client of a `cargo-server`: the kit's operations, performed by the service.
///
/// ```swift
/// let desk = try CargoClient(url: address, token: secret)
/// let cargo = try await desk.book(from: hongKong, to: stockholm, by: deadline, for: customer)
/// let routes = try await desk.routes(for: cargo)
/// try await desk.assign(routes[0], to: cargo)
/// ```
/// The token's role decides what the caller may do: a `viewer` reads, a `clerk` also books, routes and handles, an `admin` also maintains voyages and
/// locations. A call that the role doesn't permit is `remote_rejected`, whose parameter `role` names one that does. The rules are applied at the
/// service, by its clock.
///
/// A call whose response is lost is sent again, because every operation is safe to repeat: the client gives a booking an idempotency key if it has none.
/// If it can't be decided whether a change was made, the error is `store_outcome_unknown`. The other errors are those of the operations, and
/// `remote_unavailable`, `remote_timeout` and `remote_rejected` (`RemoteStore`).
///
/// To apply the rules in this process, on the service's store, use `RemoteStore`, which needs the role `service` to save.
public struct CargoClient: CargoOperations {
    /// The clock for completion times that a call leaves out.
    public let clock: any DomainClock
    /// Whether the service checks changes, but makes none.
    public let isDryRun: Bool
    let client: RemoteClient

    /// Creates a client without sending anything.
    /// - Parameters:
    ///   - url: the address of the service, such as `https://cargo.example/`. A path before `/v1` is kept.
    ///   - token: the bearer token; nil for a service that accepts all local callers. With `http:`, anyone on the network path can read it.
    ///   - timeouts: how long a call may take.
    ///   - retry: how often to retry a call.
    ///   - connections: how to connect.
    ///   - maximumBytes: the maximum length of a response in bytes.
    ///   - clock: supplies the time of handling for which none is given.
    /// - Throws: `RemoteStoreError`.
    public init(
        url: URL,
        token: String? = nil,
        timeouts: RemoteTimeouts = RemoteTimeouts(),
        retry: RemoteRetry = RemoteRetry(),
        connections: RemoteConnections = RemoteConnections(),
        maximumBytes: Int = 64 << 20,
        clock: any DomainClock = SystemClock()
    ) throws(RemoteStoreError) {
        client = try RemoteClient(
            url: url,
            token: token,
            transport: connections.transport(timeouts: timeouts, maximumBytes: maximumBytes),
            retry: retry
        )
        self.clock = clock
        isDryRun = false
    }

    private init(_ other: CargoClient, isDryRun: Bool) {
        client = other.client
        clock = other.clock
        self.isDryRun = isDryRun
    }

    /// A client whose changes the service checks, but doesn't make.
    public var dryRun: CargoClient { CargoClient(self, isDryRun: true) }

    /// Has the service perform an operation.
    public func perform<Operation: UseCase>(
        _ operation: Operation.Type,
        _ request: Operation.Request
    ) async -> Result<Operation.Response, DomainError> {
        let result: Result<any Sendable, DomainError>
        if let request = request as? LookUpCargos.Request {
            result = await lookUp(request).map { $0 }
        } else if let sent = operation as? any SentOperation.Type {
            result = await send(sent, request)
        } else {
            result = .failure(.technical(.remoteRejected, cause: "the API doesn't have \(operation)"))
        }
        return result.flatMap { response in
            if let response = response as? Operation.Response { return .success(response) }
            return .failure(.technical(.remoteRejected, cause: "the API doesn't have \(operation)"))
        }
    }

    private func send<Operation: SentOperation>(
        _ operation: Operation.Type,
        _ request: any Sendable
    ) async -> Result<any Sendable, DomainError> {
        guard let request = dated(request) as? Operation.Request else {
            return .failure(.technical(.remoteRejected, cause: "\(operation) has another request"))
        }
        switch await fetch(Operation.endpoint(for: request), request) {
        case .success(let response as CargoTrackingView): return .success(await completed(response))
        case .success(let response as CargoList): return .success(Self.exact(response, for: request))
        case .success(let response): return .success(response)
        case .failure(let error): return .failure(error)
        }
    }

    /// Makes the call of an operation, and reads the response.
    private func fetch<Operation: UseCase>(
        _ endpoint: Endpoint<Operation>,
        _ request: Operation.Request
    ) async -> Result<Operation.Response, DomainError> {
        let outcome = await client.call(RemoteCall(endpoint, request, isDryRun: isDryRun))
        switch outcome.result {
        case .success(let answer):
            // An earlier attempt may have moved the cargos that this one didn't find.
            if let doubt = outcome.doubt, Operation.self == RollOver.self { return .failure(.unknownOutcome(doubt)) }
            return RemoteClient.read(answer, statuses: 200...201, endpoint.read).flatMap { response in
                Self.isPage(response, of: request)
                    ? .success(response) : .failure(.technical(.remoteRejected, cause: "the pages are not in order"))
            }
        case .failure(let error):
            // An earlier attempt may have succeeded: then this one conflicts with it, or the service couldn't say so.
            let mayBeOurs: Set<DomainError.Code> = [.concurrencyConflict, .voyageAlreadyExists, .remoteUnavailable, .remoteTimeout]
            guard let doubt = outcome.doubt, endpoint.method != .get, !isDryRun, outcome.isCancelled || mayBeOurs.contains(error.code)
            else {
                return .failure(error)
            }
            return .failure(.unknownOutcome(doubt))
        }
    }

    /// The request with the time of a report that has none, so that sending it again reports the same.
    private func dated(_ request: any Sendable) -> any Sendable {
        guard let report = request as? ReportPortCall.Request, report.reportedAt == nil else { return request }
        return ReportPortCall.Request(
            voyageNumber: report.voyageNumber,
            report.end,
            at: report.location,
            status: report.status,
            time: report.time,
            reportedAt: clock.now(),
            expectedVersion: report.expectedVersion
        )
    }

    /// Whether a page continues after the previous one and has no more than was asked for; otherwise a faulty service could keep a caller in a loop.
    private static func isPage(_ response: any Sendable, of request: any Sendable) -> Bool {
        func continues<Key: Comparable>(_ next: Key?, after key: Key?, _ count: Int, _ limit: Int) -> Bool {
            guard count <= limit else { return false }
            guard let next, let key else { return true }
            return key < next
        }
        return switch (response, request) {
        case (let page as CargoList, let request as ListCargos.Request):
            continues(page.next, after: request.after, page.cargos.count, request.limit)
        case (let page as CargoList, let request as ListCargosForCustomer.Request):
            continues(page.next, after: request.after, page.cargos.count, request.limit)
        case (let page as CargoList, let request as FindByReference.Request):
            continues(page.next, after: request.after, page.cargos.count, request.limit)
        case (let page as Page<VoyageView, VoyageNumber>, let request as ListVoyages.Request):
            continues(page.next, after: request.after, page.items.count, request.limit)
        case (let page as Page<Location, UnLocode>, let request as ListLocations.Request):
            continues(page.next, after: request.after, page.items.count, request.limit)
        case (let events as [DomainEvent], let request as ReadEvents.Request):
            continues(events.last?.sequence, after: request.after, events.count, request.limit)
        case (let page as ReadAuditTrail.Response, let request as ReadAuditTrail.Request):
            continues(page.next, after: request.after, page.events.count, request.limit)
        default: true
        }
    }

    // MARK: What the wire shapes leave out

    /// The view with the names of its route's locations.
    private func completed(_ view: CargoTrackingView) async -> CargoTrackingView {
        let named = Set(view.namedLocations.map(\.unLocode))
        return view.completed(naming: await locations(named: view.routeCodes.filter { !named.contains($0) }))
    }

    /// The list without the cargos that have another spelling of the reference.
    private static func exact(_ list: CargoList, for request: any Sendable) -> CargoList {
        guard let reference = (request as? FindByReference.Request)?.reference else { return list }
        return CargoList(cargos: list.cargos.filter { $0.references.contains(reference) }, next: list.next)
    }

    /// Lists the cargo with the tracking id alone; if there is no such cargo, a page of those that have one of the references.
    private func lookUp(_ request: LookUpCargos.Request) async -> Result<CargoList, DomainError> {
        do throws(DomainError) {
            try PageLimit.check(request.limit)
            if let trackingId = request.lookup.trackingId, let cargo = try await cargoIfKnown(trackingId) {
                return .success(CargoList(cargos: [.init(of: cargo.cargo, at: clock.now())]))
            }
            var found: [TrackingId: CargoList.Entry] = [:]
            var end: TrackingId?
            for reference in request.lookup.references {
                let own = Input.Member(name: "reference", value: .text(reference.description))
                let endpoint = Endpoint<ListCargos>(.get, "/v1/cargos") { page in
                    .cargos(page.filter, after: page.after, limit: page.limit, own)
                } read: { (input) throws(DomainError) in
                    try CargoList(response: input)
                }
                let page = try await fetch(endpoint, .init(filter: request.filter, after: request.after, limit: request.limit)).get()
                for entry in page.cargos where entry.references.contains(reference) { found[entry.trackingId] = entry }
                if let next = page.next { end = min(end ?? next, next) }
            }
            // What follows the end of a page that isn't the last may be missing.
            let all = found.values.filter { entry in end.map { entry.trackingId <= $0 } ?? true }.sorted { $0.trackingId < $1.trackingId }
            let items = Array(all.prefix(request.limit))
            return .success(CargoList(cargos: items, next: items.count < all.count ? items.last?.trackingId : end))
        } catch {
            return .failure(error)
        }
    }

    private func cargoIfKnown(_ trackingId: TrackingId) async throws(DomainError) -> StoredCargo? {
        do throws(DomainError) {
            return try await cargo(trackingId)
        } catch {
            guard error.code == .cargoNotFound else { throw error }
            return nil
        }
    }
}
#else
/// A client of a `cargo-server`.
///
/// It requires the trait Remote.
@available(*, unavailable, message: "Enable the trait Remote of cargo-kit to use CargoClient.")
public enum CargoClient {}
#endif
