#if Server
import CargoDomain
import Hummingbird
import Logging
import Synchronization
import Tracing

/// The state that is kept for a request.
struct CallContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let connection: Connection

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        connection = Connection(source: source)
    }
}

/// The single entry point for requests: assigns an id, finds the route, identifies the caller, responds, logs and records metrics.
struct Gateway: HTTPResponder {
    let routes: RouteTable
    let keeper: Gatekeeper
    let settings: ServerSettings
    let metrics: RequestMetrics
    /// Called after the response to a request that may change something.
    let afterChange: @Sendable (Problem?) -> Void
    /// Nil unless a tracer was bootstrapped before the service was created.
    private let tracing = InstrumentationSystem.tracer is NoOpTracer ? nil : TracingMiddleware<CallContext>()

    init(
        routes: RouteTable,
        keeper: Gatekeeper,
        settings: ServerSettings,
        metrics: RequestMetrics,
        afterChange: @escaping @Sendable (Problem?) -> Void
    ) {
        self.routes = routes
        self.settings = settings
        self.metrics = metrics
        self.afterChange = afterChange
        self.keeper = keeper
    }

    func respond(to request: Request, context: CallContext) async throws -> Response {
        guard let tracing else { return await answer(request, context) }
        return try await tracing.handle(request, context: context) { request, context in await answer(request, context) }
    }

    private func answer(_ request: Request, _ context: CallContext) async -> Response {
        let started = ContinuousClock.now
        let id = RequestIdentity.of(request)
        let body = IncomingBody(request, settings.limits)
        let trail = WriteTrail()
        var response: Response
        var problem: Problem?
        let outcome = await Correlation.$id.withValue(id) { () async -> Result<Response, Problem> in
            do throws(Problem) {
                return .success(try await dispatch(request, context, id, body, trail))
            } catch {
                return .failure(error)
            }
        }
        switch outcome {
        case .success(let answer): response = answer
        case .failure(var error):
            if error.status == 503, !error.headers.contains(.retryAfter) { error.headers[.retryAfter] = "1" }
            problem = error
            response =
                ProblemPage.isWanted(by: request) ? ProblemPage.response(error, requestId: id.text) : error.response(requestId: id.text)
        }
        if request.method != .get && request.method != .head {
            afterChange(problem)
            if problem == nil, response.status.code < 400 {
                trail.log("\(request.method.rawValue) \(context.endpointPath ?? "none")", to: context.logger.naming(request: id))
            }
        }
        if body.isPending, response.status.code >= 400 { hangUp(&response, context) }
        finish(&response, id)
        let time = ContinuousClock.now - started
        metrics.record(request.method, context.endpointPath ?? "none", response.status.code, time)
        log(request, context, id, response, problem, time)
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func dispatch(
        _ request: Request,
        _ context: CallContext,
        _ id: RequestId,
        _ body: IncomingBody,
        _ trail: WriteTrail
    ) async throws(Problem) -> Response {
        let address = address(of: request, context)
        let caller = try Self.isProbe(request) ? .anonymous(nil) : keeper.caller(of: request, from: address)
        guard request.headers.reduce(0, { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }) <= settings.limits.headerBytes else {
            throw Problem(.headersTooLarge, detail: "The header fields may have at most \(settings.limits.headerBytes) bytes.")
        }
        try checkLocal(request)
        let text = request.head.path ?? "/"
        guard text.utf8.count <= Target.mostBytes else {
            throw Problem(.targetTooLong, detail: "The request target may have at most \(Target.mostBytes) bytes.")
        }
        let target = try Problem.reading(.targetInvalid) { () throws(EncodedFields.Fault) in try Target(text) }
        let (route, parameters) = try routes.find(request.method, target.path)
        context.coreContext.endpointPath.value = route.path.description
        try keeper.admit(caller, to: route.access)
        trail.note(caller: caller)
        if !parameters.isEmpty { trail.note(ids: Array(parameters.values)) }
        return try await route.answer(
            Call(
                request: request,
                target: target,
                parameters: parameters,
                caller: caller,
                address: address,
                id: id,
                body: body,
                connection: context.connection,
                trail: trail,
                logger: context.logger
            )
        )
    }

    /// Checks requests to a service without tokens, which trusts every caller on this machine.
    ///
    /// Rejects web pages from other sites that use a host name made to resolve to this machine (DNS rebinding), and requests that a proxy
    /// forwards for remote callers.
    /// - Throws: `host_unknown`, `proxy_without_tokens`.
    private func checkLocal(_ request: Request) throws(Problem) {
        guard settings.access.isOpen else { return }
        if let field = ForwardedFields.first(in: request.headers) {
            throw Problem(
                .proxyWithoutTokens,
                detail: "The request carries \(field). Set CARGO_ACCESS_TOKENS before you put a proxy in front of the service."
            )
        }
        guard let authority = request.head.authority else { return }
        let host =
            authority.utf8.first == UInt8(ascii: "[")
            ? authority.prefix { $0 != "]" } + "]" : Substring(authority.utf8.prefix { $0 != UInt8(ascii: ":") })
        guard host == "localhost" || host == "127.0.0.1" || host == "[::1]" || host == settings.host else { throw Problem(.hostUnknown) }
    }

    /// Whether the request is a load balancer's health check, which needs no token and has no rate limit.
    private static func isProbe(_ request: Request) -> Bool {
        let path = (request.head.path ?? "/").utf8.prefix { $0 != UInt8(ascii: "?") }
        return path.elementsEqual("/livez".utf8) || path.elementsEqual("/readyz".utf8)
    }

    /// The client's address: as seen by the outermost trusted proxy, or the connection's peer.
    private func address(of request: Request, _ context: CallContext) -> AddressPrefix {
        let proxies = settings.access.proxies
        if proxies > 0 {
            let forwarded = ForwardedList(request.headers[values: .forwardedFor])
            if forwarded.values.count >= proxies, let address = forwarded.outermost(of: proxies).flatMap(AddressPrefix.init) {
                return address
            }
        }
        return context.connection.address
    }

    /// Closes the connection if the rest of the caller's body isn't worth reading.
    private func hangUp(_ response: inout Response, _ context: CallContext) {
        response.headers[.connection] = "close"
        context.connection.close(in: 2)
    }

    private func finish(_ response: inout Response, _ id: RequestId) {
        for field in Self.usual where !response.headers.contains(field.name) { response.headers.append(field) }
        response.headers.append(.init(name: .requestId, value: id.text))
    }

    /// The header fields of every response that doesn't set them itself.
    private static let usual: HTTPFields = [
        .xContentTypeOptions: "nosniff",
        .resourcePolicy: "same-origin",
        .referrerPolicy: "no-referrer",
        .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
        .cacheControl: "no-store",
    ]

    private func log(
        _ request: Request,
        _ context: CallContext,
        _ id: RequestId,
        _ response: Response,
        _ problem: Problem?,
        _ time: Duration
    ) {
        // Log the route, not the path: anyone who knows a tracking id can track the cargo.
        let level: Logger.Level = response.status.code >= 500 ? .error : problem == nil ? .debug : .info
        guard level >= context.logger.logLevel else { return }
        var metadata: Logger.Metadata = [
            "method": "\(request.method.rawValue)", "route": "\(context.endpointPath ?? "none")", "status": "\(response.status.code)",
            "microseconds": "\(time.nanoseconds / 1000)",
        ]
        if let problem {
            metadata["code"] = "\(problem.code)"
            if let cause = problem.cause { metadata["cause"] = "\(cause)" }
        }
        context.logger.naming(request: id).log(level: level, "request", metadata: metadata)
    }
}

/// The request's id in responses and in the log.
enum RequestIdentity {
    /// The caller's own id if it is safe to log, otherwise a new one.
    static func of(_ request: Request) -> RequestId {
        if let given = request.headers[.requestId], let id = RequestId(given) { return id }
        // SplitMix64 from a random seed (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): unique, but not
        // secret.
        var bits = drawn.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return RequestId(bits ^ (bits >> 31))
    }

    private static let drawn = Atomic<UInt64>(.random(in: .min ... .max))
}

extension Logger {
    /// A logger that adds the request's id to each entry.
    ///
    /// Call it only to write an entry, since it copies the logger.
    func naming(request id: RequestId) -> Logger {
        var logger = self
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request.id"] = "\(id.text)"
        return logger
    }
}

extension Duration {
    /// The duration in whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
#endif
