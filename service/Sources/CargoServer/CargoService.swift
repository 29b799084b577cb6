public import CargoApplication
public import CargoDomain
import CargoWire
import Hummingbird
import HummingbirdCore
public import Logging
public import ServiceLifecycle

/// The HTTP service for the use cases.
///
/// Run it alone or as one service of a group.
///
/// ```swift
/// let store = try await JSONFileStore.open("cargo-data")
/// let service = CargoService(CargoKit(store: store), settings: ServerSettings())
/// try await ServiceGroup(services: [service], gracefulShutdownSignals: [.sigterm], logger: logger).run()
/// ```
/// It speaks HTTP/1.1 without TLS; put a proxy in front of it for TLS.
///
/// It records traces if you bootstrap a tracer (`InstrumentationSystem.bootstrap`) before you create the service.
public struct CargoService: Service, CustomStringConvertible {
    /// Checks that the store can be written; returns the failure if it can't.
    public typealias WritingCheck = @Sendable () async -> DomainError?

    /// The name, because service groups log the whole value otherwise.
    public var description: String { "cargo-server" }

    private let settings: ServerSettings
    private let logger: Logger
    private let tail: EventTail
    private let watch: CarrierEventWatch
    private let gateway: Gateway
    private let provider: IdentityProvider?
    private let access: AccessDirectory
    private let onListening: @Sendable (Int) async -> Void

    /// Creates a service that starts listening in `run()`.
    /// - Parameters:
    ///   - kit: what the use cases work with.
    ///   - settings: the address, limits and access tokens of the service.
    ///   - timeZones: the time zones of ports, by which pages show local times.
    ///   - metrics: counts the requests; `/metrics` shows it.
    ///   - logger: receives the log.
    ///   - isWritable: called for `/readyz`, at most every few seconds.
    ///   - onListening: called with the port as soon as the service listens.
    public init(
        _ kit: CargoKit,
        settings: ServerSettings = ServerSettings(),
        timeZones: PortTimeZones = PortTimeZones(),
        metrics: PrometheusRegistry = PrometheusRegistry(),
        logger: Logger = Logger(label: "cargo-server"),
        isWritable: @escaping WritingCheck = { nil },
        onListening: @escaping @Sendable (Int) async -> Void = { _ in }
    ) {
        provider = settings.access.identity.map { IdentityProvider($0, connection: NetworkConnection(), logger: logger) }
        self.settings = settings
        self.logger = logger
        self.onListening = onListening
        let store = kit.store.sealing(keys: settings.secretKeys) { fault in
            var metadata: Logger.Metadata = ["code": "\(fault.code)", "key": "\(fault.keyId)"]
            if let id = fault.subscription { metadata["subscription"] = "\(id)" }
            logger.error("a subscription's secret can't be decrypted", metadata: metadata)
        }
        let kit = kit.wrapping(store: store, routing: BoundedRouting(kit.routing)) { BoundedArchives($0) }
        let tail = EventTail(kit, logger: logger)
        let health = StoreHealth(check: isWritable)
        self.tail = tail
        let reader = CarrierEventReader { time, place in timeZones.instant(showing: time, at: place) }
        let directory = VoyageDirectory(kit.store.voyages)
        let desk = CarrierEventDesk(kit, directory, maximumOpen: settings.carriers.openEvents) { reader.read(json: $0) }
        let retention = Duration.seconds(86_400 * settings.carriers.eventDays)
        watch = CarrierEventWatch(follower: CarrierEventFollower(kit, desk, retention: retention), logger: logger)
        let access = AccessDirectory(settings.access, kit.store.access, logger: logger)
        self.access = access
        let keeper = Gatekeeper(access, provider: provider)
        gateway = Gateway(
            routes: Self.routes(kit, settings, timeZones, keeper, tail, health, metrics, reader, desk),
            keeper: keeper,
            settings: settings,
            metrics: RequestMetrics(metrics),
            logger: logger,
            clock: kit.clock
        ) { problem in
            health.learn(from: problem)
            if problem == nil { tail.nudge() }
        }
    }

    /// The routes of this service.
    var table: RouteTable { gateway.routes }

    /// All routes of the service.
    ///
    /// Add new routes here. The API description documents those that have an `Operation`.
    static func routes(
        _ kit: CargoKit,
        _ settings: ServerSettings,
        _ timeZones: PortTimeZones,
        _ keeper: Gatekeeper,
        _ tail: EventTail,
        _ health: StoreHealth,
        _ metrics: PrometheusRegistry,
        _ reader: CarrierEventReader,
        _ desk: CarrierEventDesk
    ) -> RouteTable {
        let source = EventStream.Source(
            kit: kit,
            tail: tail,
            counter: StreamCounter(settings.limits),
            end: OutboxEnd(kit),
            owners: CargoLookups(kit.store.cargos)
        )
        let log = DCSALog(kit)
        let tally = WorklistTally(kit)
        let routes =
            CargoRoutes(kit: kit, keeper: keeper).routes
            + WorklistRoutes(kit: kit, tally: tally, desk: desk).routes
            + CargoChangeRoutes(kit: kit).routes
            + RoutingRoutes(kit: kit).routes
            + HandlingRoutes(kit: kit).routes
            + ReferenceRoutes(kit: kit).routes
            + VoyageReportRoutes(kit: kit).routes
            + VesselScheduleRoutes(kit: kit).routes
            + EventRoutes(source: source, keeper: keeper).routes
            + AuditRoutes(kit: kit).routes
            + SubscriptionRoutes(kit: kit, policy: settings.endpoints, log: log, keeper: keeper).routes
            + DCSARoutes(log: log).routes
            + DCSASubscriptionRoutes(kit: kit, policy: settings.endpoints, keeper: keeper).routes
            + DCSAPushRoutes(desk: desk, reader: reader, carriers: settings.access.carriers, keeper: keeper).routes
            + CarrierEventRoutes(desk: desk, keeper: keeper).routes
            + CustomerRoutes(kit: kit).routes
            + AccessRoutes(directory: keeper.directory).routes
            + AggregateRoutes(kit: kit).routes
            + RecordRoutes(kit: kit).routes
            + OperationsRoutes(
                store: StoreMetrics(kit: kit, health: health, consumers: settings.reportedConsumers, factory: metrics),
                metrics: metrics
            ).routes
        return RouteTable(
            routes + [OperationsRoutes.description(of: routes)]
                + PageRoutes(source: source, settings: settings, timeZones: timeZones, keeper: keeper, desk: desk, tally: tally).routes
        )
    }

    /// Listens until its service group shuts down or its task is cancelled, then finishes the requests in progress.
    /// - Throws: `ServerSettingsError`, or the system's error if it can't listen.
    public func run() async throws {
        try settings.check()
        // A provider that can't be reached yet doesn't keep the service from starting.
        if let provider { Task { await provider.read() } }
        await access.refresh()
        let onListening = onListening
        let limits = settings.limits
        let logger = logger
        // A proxy's connections carry many clients, so only the proxy can limit the connections per client.
        let counter = ConnectionCounter(
            maximum: limits.connections,
            maximumPerAddress: settings.access.proxies > 0 ? 0 : limits.connectionsPerAddress
        )
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [ConnectionGuard(limits, counter, logger), RequestQueue(logger)],
            idleTimeout: .seconds(Int64(limits.idleSeconds)),
            // Header fields over our limit get a 431 response. The parser's own limit only protects memory.
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytes * 8,
                maxHeaderListSize: limits.headerBytes * 8,
                maxHeaderFieldCount: 1000
            )
        )
        let gateway = gateway
        let application = Application(
            responder: gateway,
            server: HTTPServerBuilder { responder in
                ServiceChannel(HTTP1Channel(responder: responder, configuration: configuration), gateway)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: settings.port),
                backlog: 1024,
                // The counter makes room for new connections. This only bounds how many replaced ones are closing meanwhile.
                availableConnectionsDelegate: .maximum(ConnectionCounter.held(at: limits.connections), logger: logger)
            ),
            services: [tail, watch, access],
            onServerRunning: { channel in await onListening(channel.localAddress?.port ?? 0) },
            logger: logger
        )
        try await application.run()
    }
}
