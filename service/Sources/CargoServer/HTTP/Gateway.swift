import CargoDomain
import CargoInfrastructure
import CargoLocalization
import Hummingbird
import Logging
import NIOCore
import Tracing

/// The state that Hummingbird keeps for a request.
struct CallContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: Connection

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = .current ?? Connection(source.channel)
    }
}

/// The single entry point for requests: assigns an id, finds the route, identifies the caller, responds, logs and records metrics.
struct Gateway: HTTPResponder {
    let routes: RouteTable
    let keeper: Gatekeeper
    let settings: ServerSettings
    let metrics: RequestMetrics
    let logger: Logger
    /// Called after the response to a request that may change something.
    let afterChange: @Sendable (Problem?) -> Void
    /// Nil unless a tracer was bootstrapped before the service was created.
    private let tracing = InstrumentationSystem.tracer is NoOpTracer ? nil : TracingMiddleware<CallContext>()
    private let date = DateField()
    private let bodies: BodyBudget
    private let rejections = RejectionLog()
    private let systemClock = SystemClock()
    /// Tells when an error occurred.
    private let clock: any DomainClock

    init(
        routes: RouteTable,
        keeper: Gatekeeper,
        settings: ServerSettings,
        metrics: RequestMetrics,
        logger: Logger,
        clock: any DomainClock,
        afterChange: @escaping @Sendable (Problem?) -> Void
    ) {
        self.routes = routes
        self.settings = settings
        bodies = BodyBudget(settings.limits)
        self.metrics = metrics
        self.logger = logger
        self.clock = clock
        self.afterChange = afterChange
        self.keeper = keeper
    }

    // MARK: Responding

    func respond(to request: Request, context: CallContext) async throws -> Response {
        guard let tracing else { return await answer(request, context) }
        return try await tracing.handle(request, context: context) { request, context in await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: CallContext) async -> Response {
        let connection = context.connection
        let admission: Admission
        if let made = connection.takeAdmission() {
            admission = made
        } else {
            if let token = keeper.tokenToPrepare(in: request.head) { await keeper.prepare(for: token) }
            admission = self.admission(of: request.head, body(of: request.head, request.body, on: connection), on: connection)
        }
        if let route = admission.route { context.coreContext.endpointPath.value = route.path.description }
        var response: Response
        var problem: Problem?
        switch await outcome(of: admission) {
        case .success(let answer): response = answer
        case .failure(var error):
            if error.status == 503, !error.headers.contains(.retryAfter) { error.headers[.retryAfter] = "1" }
            problem = error
            let id = admission.id.text
            response =
                if DCSAError.isWanted(by: request.head) {
                    DCSAError(error, of: request.head, at: clock.now()).response
                } else if ProblemPage.isWanted(by: request.head) {
                    ProblemPage.response(error, to: request.head, requestId: id)
                } else {
                    error.response(requestId: id)
                }
        }
        conclude(admission, response.status, &response.headers, problem)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func outcome(of admission: Admission) async -> Result<Response, Problem> {
        switch admission.call {
        case .failure(let problem): return .failure(problem)
        case .success(let call):
            return await Correlation.$id.withValue(admission.id) { () async -> Result<Response, Problem> in
                do throws(Problem) {
                    return .success(
                        try await call.caller.actor(of: call.request).acting { () async throws(Problem) in try await call.route.answer(call)
                        }
                    )
                } catch {
                    return .failure(error)
                }
            }
        }
    }

    /// Replies to a request without waiting, on the event loop of its connection.
    ///
    /// Returns nil if the request is for the task of the connection, which continues after the checks if they were made here.
    func reply(to request: HTTPRequest, on connection: Connection) -> (head: HTTPResponse, body: ByteBuffer)? {
        let headers = request.headerFields
        guard tracing == nil, !Self.mayChange(request), !headers.contains(.contentLength),
            !headers.contains(.transferEncoding), headers[.connection].map({ $0.lowercased() == "keep-alive" }) ?? true,
            keeper.tokenToPrepare(in: request) == nil
        else { return nil }
        let admission = admission(of: request, body(of: request, nil, on: connection), on: connection)
        guard case .success(let call) = admission.call, var reply = call.route.promptly?(call) else {
            connection.leave(admission)
            return nil
        }
        reply.headers[.contentLength] = String(reply.body.readableBytes)
        reply.headers.append(.init(name: .date, value: date.text(at: systemClock.now())))
        conclude(admission, reply.status, &reply.headers, nil)
        return (HTTPResponse(status: reply.status, headerFields: reply.headers), request.method == .head ? ByteBuffer() : reply.body)
    }

    /// Completes a response, and notes it in metrics and in the log.
    private func conclude(_ admission: Admission, _ status: HTTPResponse.Status, _ headers: inout HTTPFields, _ problem: Problem?) {
        let request = admission.request
        if Self.mayChange(request) {
            afterChange(problem)
            if problem == nil, status.code < 400, logger.logLevel <= .info {
                admission.trail.log("\(request.method.rawValue) \(admission.routeName)", to: logger.naming(request: admission.id))
            }
        }
        if admission.body.isPending {
            // The rest of the caller's body isn't worth reading.
            headers[.connection] = "close"
            admission.connection.end()
        }
        headers.append(contentsOf: admission.rates)
        for field in Self.usual where !headers.contains(field.name) { headers.append(field) }
        headers.append(.init(name: .requestId, value: admission.id.text))
        if DCSAError.isWanted(by: request) { headers[.apiVersion] = DCSAError.version }
        let time = ContinuousClock.now - admission.started
        metrics.record(request.method, admission.routeName, status.code, time)
        log(admission, status, problem, time)
    }

    // MARK: Admitting

    private func body(of request: HTTPRequest, _ body: RequestBody?, on connection: Connection) -> IncomingBody {
        IncomingBody(request.headerFields, body, settings.limits, bodies, on: connection)
    }

    /// Makes the checks that precede a route.
    private func admission(of request: HTTPRequest, _ body: IncomingBody, on connection: Connection) -> Admission {
        let started = ContinuousClock.now
        let (id, trail) = (RequestIdentity.of(request), WriteTrail())
        var route: HTTPRoute?
        var rates = HTTPFields()
        let call: Result<Call, Problem>
        do throws(Problem) {
            call = .success(try admit(request, id, body, trail, connection, to: &route, &rates))
        } catch {
            call = .failure(error)
        }
        return Admission(
            request: request,
            started: started,
            id: id,
            body: body,
            trail: trail,
            connection: connection,
            route: route,
            rates: rates,
            call: call
        )
    }

    private func admit(
        _ request: HTTPRequest,
        _ id: RequestId,
        _ body: IncomingBody,
        _ trail: WriteTrail,
        _ connection: Connection,
        to reached: inout HTTPRoute?,
        _ rates: inout HTTPFields
    ) throws(Problem) -> Call {
        let address = address(of: request, connection)
        func check(as caller: Caller) throws(Problem) -> Call {
            try self.check(request, as: caller, from: address, id, body, trail, connection, to: &reached)
        }
        guard Self.isCountedByRoute(request) else { return try check(as: keeper.caller(of: request, from: address, &rates)) }
        do throws(Problem) {
            return try check(as: .anonymous(nil))
        } catch {
            try keeper.count(nil, from: address)
            throw error
        }
    }

    private func check(
        _ request: HTTPRequest,
        as caller: Caller,
        from address: AddressPrefix,
        _ id: RequestId,
        _ body: IncomingBody,
        _ trail: WriteTrail,
        _ connection: Connection,
        to reached: inout HTTPRoute?
    ) throws(Problem) -> Call {
        body.belongs(to: BodyBudget.Holder(caller, at: address), atMost: keeper.bodyBytes(of: caller))
        let size = request.headerFields.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
        guard size <= settings.limits.headerBytes else {
            throw Problem(.headersTooLarge, detail: "The header fields may have at most \(settings.limits.headerBytes) bytes.")
        }
        try checkLocal(request)
        let text = request.path ?? "/"
        guard text.utf8.count <= Target.maximumBytes else {
            throw Problem(.targetTooLong, detail: "The request target may have at most \(Target.maximumBytes) bytes.")
        }
        let target = try Problem.reading(.targetInvalid) { () throws(EncodedFields.Fault) in try Target(text) }
        let (route, parameters) = try routes.find(request.method, target.path)
        reached = route
        try keeper.admit(caller, to: route.access)
        if Self.mayChange(request) {
            trail.note(caller: caller)
            if !parameters.isEmpty { trail.note(ids: Array(parameters.values)) }
        }
        return Call(
            route: route,
            request: request,
            target: target,
            parameters: parameters,
            caller: caller,
            address: address,
            id: id,
            body: body,
            connection: connection,
            trail: trail,
            logger: logger
        )
    }

    /// Checks requests to a service without tokens, which trusts every caller on this machine.
    ///
    /// Rejects web pages from other sites that use a host name made to resolve to this machine (DNS rebinding), and requests that a proxy
    /// forwards for remote callers.
    /// - Throws: `host_unknown`, `proxy_without_tokens`.
    private func checkLocal(_ request: HTTPRequest) throws(Problem) {
        guard settings.access.isOpen else { return }
        if let field = ForwardedFields.first(in: request.headerFields) {
            throw Problem(
                .proxyWithoutTokens,
                detail: "The request carries \(field). Set CARGO_ACCESS_TOKENS before you put a proxy in front of the service."
            )
        }
        let host = request.authority.flatMap { Authority($0) }?.host
        guard let host, ["localhost", "127.0.0.1", "[::1]", settings.host].contains(host) else { throw Problem(.hostUnknown) }
    }

    private static func mayChange(_ request: HTTPRequest) -> Bool { request.method != .get && request.method != .head }

    /// Whether a request is counted against a rate limit only if it doesn't reach its route.
    ///
    /// A load balancer's health check isn't counted at all, and the route of suggestions counts against the clerk who types.
    private static func isCountedByRoute(_ request: HTTPRequest) -> Bool {
        let path = (request.path ?? "/").utf8.prefix { $0 != UInt8(ascii: "?") }
        return path.elementsEqual("/livez".utf8) || path.elementsEqual("/readyz".utf8) || path.starts(with: SuggestionRoutes.path.utf8)
    }

    /// The client's address: as seen by the outermost trusted proxy, or the connection's peer.
    private func address(of request: HTTPRequest, _ connection: Connection) -> AddressPrefix {
        let proxies = settings.access.proxies
        if proxies > 0 {
            let forwarded = ForwardedList(request.headerFields[values: .forwardedFor])
            if forwarded.values.count >= proxies, let address = forwarded.outermost(of: proxies).flatMap(AddressPrefix.init) {
                return address
            }
        }
        return connection.address
    }

    /// The header fields of every response that doesn't set them itself.
    private static let usual: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .resourcePolicy: "same-origin",
        .referrerPolicy: "no-referrer",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        .cacheControl: "no-store",
    ]

    private func log(_ admission: Admission, _ status: HTTPResponse.Status, _ problem: Problem?, _ time: Duration) {
        // Log the route, not the path: anyone who knows a tracking id can track the cargo.
        let isRejected = problem.map { RejectionLog.codes.contains($0.code) } ?? false
        if let problem, isRejected { rejections.note(problem.code, to: logger) }
        let level: Logger.Level = isRejected ? .debug : status.code >= 500 ? .error : problem == nil ? .debug : .info
        guard level >= logger.logLevel else { return }
        var metadata: Logger.Metadata = [
            "method": "\(admission.request.method.rawValue)", "route": "\(admission.routeName)", "status": "\(status.code)",
            "microseconds": "\(time.nanoseconds / 1000)",
        ]
        if let problem {
            metadata["code"] = "\(problem.code)"
            if let cause = problem.cause { metadata["cause"] = "\(cause)" }
        }
        logger.naming(request: admission.id).log(level: level, "request", metadata: metadata)
    }
}
