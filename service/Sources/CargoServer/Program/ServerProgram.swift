import CargoApplication
import CargoArchive
import CargoDomain
import CargoInfrastructure
import Logging
import ServiceLifecycle
import UnixSignals

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The service as a program: reads the settings, opens the store, sets up the log, and runs until a signal arrives.
package enum ServerProgram {
    private static let flags: [(name: String, value: String, meaning: String)] =
        texts + NumberSetting.all.map { ($0.flag, "NUMBER", "\($0.meaning) (default \($0.standard))") }

    private static let texts: [(name: String, value: String, meaning: String)] = [
        ("store", "URL", "memory:, json:PATH, sqlite:PATH or postgres://… (default json:./cargo-data)"),
        ("archives", "DIRECTORY", "where the archives of cargo-cli store archive are, so that their cargos can be tracked (default none)"),
        ("host", "ADDRESS", "the address to listen on (default 127.0.0.1)"),
        ("config", "FILE", "a JSON file of settings, such as {\"port\": 80, \"limits\": {\"bodySeconds\": 5}}"),
        (
            "access-tokens", "ROLE@NAME:SECRET,…",
            "roles: tracking, viewer, clerk, carrier, admin, service, metrics, customer=CODE; SECRET may be sha256:HEX; prefer CARGO_ACCESS_TOKENS"
        ),
        ("access-carriers", "NAME:SECRET,…", "carriers that sign the events they push; SECRET is Base64; prefer CARGO_ACCESS_CARRIERS"),
        (
            "access-limits", "HOLDER:LIMIT=NUMBER,…",
            "limits of one customer=CODE, token=NAME or carrier=NAME: requestsPerMinute, bookingsPerDay, subscriptionsPerDay, bodyBytes"
        ),
        (
            "access-session-keys", "KEY,…",
            "32 bytes in Base64 that encrypt the pages' sessions, so that they outlive a restart; prefer CARGO_ACCESS_SESSION_KEYS"
        ),
        ("access-public-tracking", "true|false", "allow tracking without a token (default true)"),
        ("access-secure-cookies", "true|false", "always restrict session cookies to TLS (default false)"),
        ("oidc-issuer", "URL", "the company's identity provider, whose tokens are accepted (default none)"),
        ("oidc-audience", "NAME", "the audience that a bearer token of the identity provider must name"),
        (
            "oidc-roles", "NAME=ROLE,…",
            "the service's roles by the values of the roles' claim, such as freight-desk=clerk; an object in the file"
        ),
        (
            "oidc-roles-claim", "CLAIM",
            "the claim with a person's roles: a name, or a JSON pointer such as /realm_access/roles (default roles)"
        ),
        ("oidc-customer-claim", "CLAIM", "the claim with the customer code of one with the role customer (default customer)"),
        ("oidc-name-claim", "CLAIM", "the claim with the name for the log (default sub)"),
        ("oidc-client-id", "ID", "this service's id at the identity provider, so that people can sign in on the pages (default none)"),
        ("oidc-client-secret", "SECRET", "this service's secret at the identity provider; prefer CARGO_OIDC_CLIENT_SECRET"),
        ("oidc-address", "URL", "the address at which browsers reach this service, such as https://cargo.example.com"),
        ("oidc-session-minutes", "NUMBER", "minutes that someone stays signed in before the identity provider is asked again (default 60)"),
        (
            "secrets-keys", "ID:KEY,…",
            "keys of 32 bytes in Base64 that encrypt the secrets of subscriptions in the store, newest first; prefer CARGO_SECRETS_KEYS"
        ),
        ("secrets-keys-file", "FILE", "a file with these keys instead, one on each line; for the relay, too"),
        ("log-level", "LEVEL", "trace, debug, info, notice, warning, error or critical (default info)"),
        ("log-format", "text|json", "the format of log entries (default text)"),
        ("pages-time-zones", "FILE", "CSV with un_locode and time_zone (IANA), for local times on pages (default none)"),
        ("metrics-consumers", "NAME,…", "consumers of relays that /metrics reports, such as webhook (default none)"),
        (
            "subscriptions-allowed-hosts", "HOST,…",
            "hosts, or host:port, that endpoints of your own subscriptions may have, with http and private addresses (default none); for the relay, too"
        ),
    ]

    private static var help: String {
        let width = flags.map { $0.name.count + $0.value.count }.max() ?? 0
        let lines = flags.map { flag in
            "  --\(flag.name) \(flag.value)" + String(repeating: " ", count: width - flag.name.count - flag.value.count)
                + "  \(flag.meaning)"
        }
        return """
            USAGE: cargo-server [--flag value …]
                   cargo-server relay [--help]
                   cargo-server seal-secrets [--help]

            Books, routes and tracks cargos over HTTP. The API is described at /openapi.json.

            \(lines.joined(separator: "\n"))

            Each flag can also be set as an environment variable, such as CARGO_PORT or CARGO_ACCESS_TOKENS, or in the configuration file.
            Flags take precedence over variables, and variables over the file. Without tokens every caller has the role admin; the service then
            listens only on this machine and rejects requests that a proxy forwarded.

            """
    }

    /// Runs until SIGTERM, SIGINT or SIGHUP.
    /// - Parameter arguments: the arguments without the program's name.
    /// - Returns: the exit status: 0 success, 64 usage error, 69 can't listen, 74 the store can't be used, 78 invalid settings.
    package static func run(
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        environment: [String: String]? = nil
    ) async -> Int32 {
        await run(arguments, environment)
    }

    private static func run(_ arguments: [String], _ environment: [String: String]?) async -> Int32 {
        if arguments.contains("--help") || arguments.contains("-h") {
            StandardStream.output.write(Array(help.utf8))
            return 0
        }
        if let fault = usageFault(arguments) { return end(64, fault) }
        let reader: SettingsReader
        let settings: ServerSettings
        let timeZones: PortTimeZones
        let archives: ArchiveDirectory?
        do {
            let file = value(of: "--config", in: arguments) ?? SettingsReader.variable("CARGO_CONFIG", in: environment)
            reader = try await SettingsReader(
                arguments: ["cargo-server"] + arguments,
                store: value(of: "--store", in: arguments),
                environment: environment,
                file: file
            )
            settings = try reader.settings()
            timeZones = try reader.timeZones.map { (path) throws(ServerSettingsError) in try PortTimeZones(file: path) } ?? PortTimeZones()
            archives = try reader.archives.map { (path) throws(ServerSettingsError) in try directory(of: path) }
        } catch {
            return end(78, "\(error)")
        }
        guard let level = Logger.Level(rawValue: reader.logLevel) else { return end(78, "log.level: unknown level \(reader.logLevel)") }
        guard let format = LogFormat(rawValue: reader.logFormat) else { return end(78, "log.format: expected text or json") }
        LoggingSystem.bootstrap { label in format.handler(label, level) }
        let logger = Logger(label: "cargo-server")
        let store: ServerStore
        do {
            store = try await ServerStore.open(reader.store)
        } catch {
            switch error {
            case .setting(let error): return end(78, error.description)
            case .store(let error): return end(74, "\(error.code.rawValue): \(error.cause ?? error.message)")
            }
        }
        if let subscriptions = store.kit.store.subscriptions,
            let missing = await missingKeys(of: subscriptions, settings.secretKeys, logger)
        {
            await store.close()
            return end(78, missing)
        }
        let status = await serve(store, archives, settings, timeZones, logger)
        await store.close()
        logger.info("ended")
        return status
    }

    /// Logs how the secrets of subscriptions are stored, if that isn't as the settings want it.
    ///
    /// A store whose subscriptions can't be read doesn't keep the service from starting: cargos can still be tracked.
    /// - Returns: why the service must not start, because it would store new secrets in plain text beside encrypted ones; otherwise nil.
    static func missingKeys(of subscriptions: any SubscriptionRepository, _ keys: [SecretKey], _ logger: Logger) async -> String? {
        let inventory: SecretInventory
        do throws(DomainError) {
            inventory = SecretInventory(try await subscriptions.all())
        } catch {
            logger.error("can't tell how the secrets of subscriptions are stored", metadata: ["code": "\(error.code.rawValue)"])
            return nil
        }
        let unknown = inventory.sealed.keys.filter { id in !keys.contains { $0.id == id } }.sorted()
        guard let newest = keys.first else {
            if !unknown.isEmpty {
                let ids = unknown.joined(separator: ", ")
                return "secrets.keys: required because the store has secrets that are encrypted with the keys \(ids)"
            }
            if inventory.plain > 0 {
                logger.warning(
                    "the secrets of subscriptions are stored in plain text; set secrets.keys to encrypt them",
                    metadata: ["secrets": "\(inventory.plain)"]
                )
            }
            return nil
        }
        for id in unknown {
            logger.error(
                "the store has secrets whose key isn't set",
                metadata: ["code": "\(SecretFault.keyMissing(id: id).code)", "key": "\(id)", "secrets": "\(inventory.sealed[id] ?? 0)"]
            )
        }
        let outdated = inventory.plain + inventory.sealed.filter { $0.key != newest.id }.values.reduce(0, +)
        if outdated > 0 {
            logger.notice(
                "not all secrets are encrypted with the newest key; run cargo-server seal-secrets",
                metadata: ["key": "\(newest.id)", "secrets": "\(outdated)"]
            )
        }
        return nil
    }

    private static func directory(of path: String) throws(ServerSettingsError) -> ArchiveDirectory {
        let directory = ArchiveDirectory(path: path)
        do throws(DomainError) { _ = try directory.all() } catch { throw .invalid(key: "archives", reason: "can't read \(path)") }
        return directory
    }

    private static func serve(
        _ store: ServerStore,
        _ archives: ArchiveDirectory?,
        _ settings: ServerSettings,
        _ timeZones: PortTimeZones,
        _ logger: Logger
    ) async -> Int32 {
        if settings.access.isOpen {
            logger.warning("no tokens are set: every caller on this machine has the role admin")
        }
        var settings = settings
        let connections = DescriptorLimit.makeRoom(for: settings.limits.connections)
        if connections < settings.limits.connections {
            logger.warning(
                "the system's limit of open files leaves room for fewer connections than limits.connections",
                metadata: ["connections": "\(connections)"]
            )
            settings.limits.connections = connections
        }
        let metrics = PrometheusRegistry()
        let service = CargoService(
            archives.map { store.kit.reading($0) } ?? store.kit,
            settings: settings,
            timeZones: timeZones,
            metrics: metrics,
            logger: logger,
            isWritable: store.isWritable,
            onListening: { [host = settings.host] port in
                let host = host.contains(":") ? "[\(host)]" : host
                logger.notice("listening", metadata: ["url": "http://\(host):\(port)", "store": "\(store.description)"])
            }
        )
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service)],
            gracefulShutdownSignals: [.sigterm, .sigint] + (isHangupIgnored ? [] : [.sighup]),
            logger: logger
        )
        configuration.maximumGracefulShutdownDuration = .seconds(settings.limits.drainSeconds)
        do {
            try await ServiceGroup(configuration: configuration).run()
            return 0
        } catch {
            return end(69, "\(error)")
        }
    }

    /// Whether the program was started by `nohup`, and goes on when its terminal ends.
    private static var isHangupIgnored: Bool {
        let handler = signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, handler) }
        // safe: a function pointer has the size of an Int
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func usageFault(_ arguments: [String]) -> String? {
        var isValue = false
        var hasStore = false
        for argument in arguments {
            if argument.hasPrefix("--") {
                let name = argument.dropFirst(2).prefix { $0 != "=" }
                guard flags.contains(where: { $0.name == name }) else { return "unknown flag --\(name); see --help" }
                if name == "store", hasStore { return "--store is given twice" }
                hasStore = hasStore || name == "store"
                isValue = !argument.contains("=")
            } else if !isValue {
                return "unexpected argument \(argument); see --help"
            }
        }
        return nil
    }

    private static func value(of flag: String, in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument.hasPrefix(flag + "=") { return String(argument.dropFirst(flag.count + 1)) }
            if argument == flag, index + 1 < arguments.count, !arguments[index + 1].hasPrefix("--") { return arguments[index + 1] }
        }
        return nil
    }

    private static func end(_ status: Int32, _ text: String) -> Int32 {
        StandardStream.error.write(Array("error: \(text)\n".utf8))
        return status
    }
}
