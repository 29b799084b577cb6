#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Logging
import ServiceLifecycle
import UnixSignals

/// The service as a program: reads the settings, opens the store, sets up the log, and runs until a signal arrives.
package enum ServerProgram {
    private static let flags: [(name: String, value: String, meaning: String)] = [
        ("store", "URL", "memory:, json:PATH, sqlite:PATH or postgres://…; json:./cargo-data if nothing is said"),
        ("host", "ADDRESS", "where to listen; 127.0.0.1 if nothing is said"),
        ("port", "NUMBER", "8080 if nothing is said; 0 for any free port"),
        ("config", "FILE", "a JSON file of settings, such as {\"port\": 80, \"limits\": {\"bodySeconds\": 5}}"),
        (
            "access-tokens", "ROLE@NAME:SECRET,…",
            "roles: tracking, viewer, clerk, admin, service, metrics; sha256:HEX for a secret's digest; better in CARGO_ACCESS_TOKENS"
        ),
        ("access-public-tracking", "true|false", "whether one may track without a token; true"),
        ("access-public-requests-per-minute", "NUMBER", "for each address without a token; 120"),
        ("access-token-requests-per-minute", "NUMBER", "for each token; 60000"),
        ("access-wrong-tokens-per-minute", "NUMBER", "from each address, at sign-in or to the API; 10"),
        ("access-proxies", "NUMBER", "how many proxies of ours add to X-Forwarded-For; 0"),
        ("access-secure-cookies", "true|false", "send session cookies over TLS alone, whatever the proxy says; false"),
        ("log-level", "LEVEL", "trace, debug, info, notice, warning, error; info"),
        ("log-format", "text|json", "text"),
        ("limits-body-bytes", "NUMBER", "of a JSON body; 1048576"),
        ("limits-batch-bytes", "NUMBER", "of a batch; 16777216"),
        ("limits-header-bytes", "NUMBER", "of all header fields; 16384"),
        ("limits-body-seconds", "NUMBER", "for a body to arrive; 20"),
        ("limits-idle-seconds", "NUMBER", "for a connection without a request; 60"),
        ("limits-stall-seconds", "NUMBER", "for a client to read what was sent to it; 20, and 1 for each 64 KiB"),
        ("limits-connections", "NUMBER", "at once; 4096"),
        ("limits-connections-per-address", "NUMBER", "at once, IPv6 by /64, without proxies of ours; 256"),
        ("limits-event-streams", "NUMBER", "at once; 1024"),
        ("limits-event-streams-per-address", "NUMBER", "at once, IPv6 by the first 64 bits; 0 for no bound; 64"),
        ("limits-drain-seconds", "NUMBER", "for requests under way at the end; 25"),
    ]

    private static var help: String {
        let width = flags.map { $0.name.count + $0.value.count }.max() ?? 0
        let lines = flags.map { flag in
            "  --\(flag.name) \(flag.value)" + String(repeating: " ", count: width - flag.name.count - flag.value.count)
                + "  \(flag.meaning)"
        }
        return """
            USAGE: cargo-server [--flag value …]

            Books, routes and tracks cargos over HTTP; /openapi.json says how.

            \(lines.joined(separator: "\n"))

            A flag is also a variable, such as CARGO_PORT or CARGO_ACCESS_TOKENS, and a member of the file; flags win, then variables.
            Without tokens everyone who reaches the service has the role admin. It then listens to this machine alone, and refuses requests
            that a proxy passed on.

            """
    }

    /// Runs until SIGTERM or SIGINT.
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
        do {
            let file = value(of: "--config", in: arguments) ?? SettingsReader.variable("CARGO_CONFIG", in: environment)
            reader = try await SettingsReader(arguments: ["cargo-server"] + arguments, environment: environment, file: file)
            settings = try reader.settings()
        } catch {
            return end(78, "\(error)")
        }
        guard let level = Logger.Level(rawValue: reader.logLevel) else { return end(78, "log.level: \(reader.logLevel) is none") }
        guard let format = LogFormat(rawValue: reader.logFormat) else { return end(78, "log.format: it is text or json") }
        LoggingSystem.bootstrap { label in format.handler(label, level) }
        let logger = Logger(label: "cargo-server")
        let store: ServerStore
        do {
            store = try await ServerStore.open(reader.store)
        } catch {
            switch error {
            case .setting(let error): return end(78, error.description)
            case .store(let error): return end(74, "\(error.code.rawValue): \(error.cause ?? error.code.title)")
            }
        }
        let status = await serve(store, settings, logger)
        await store.close()
        logger.info("ended")
        return status
    }

    private static func serve(_ store: ServerStore, _ settings: ServerSettings, _ logger: Logger) async -> Int32 {
        if settings.access.isOpen {
            logger.warning("no tokens are set: everyone who reaches this machine's own address has the role admin")
        }
        let metrics = PrometheusRegistry()
        let service = CargoService(
            store.environment,
            settings: settings,
            metrics: metrics,
            logger: logger,
            isWritable: store.isWritable,
            onListening: { port in
                let host = settings.host.contains(":") ? "[\(settings.host)]" : settings.host
                logger.notice("listening", metadata: ["url": "http://\(host):\(port)", "store": "\(store.description)"])
            }
        )
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service)],
            gracefulShutdownSignals: [.sigterm, .sigint],
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

    private static func usageFault(_ arguments: [String]) -> String? {
        var isValue = false
        for argument in arguments {
            if argument.hasPrefix("--") {
                let name = argument.dropFirst(2).prefix { $0 != "=" }
                guard flags.contains(where: { $0.name == name }) else { return "there is no flag --\(name); see --help" }
                isValue = !argument.contains("=")
            } else if !isValue {
                return "\(argument) is no flag; see --help"
            }
        }
        return nil
    }

    private static func value(of flag: String, in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument.hasPrefix(flag + "=") { return String(argument.dropFirst(flag.count + 1)) }
            if argument == flag, index + 1 < arguments.count { return arguments[index + 1] }
        }
        return nil
    }

    private static func end(_ status: Int32, _ text: String) -> Int32 {
        StandardStream.error.write(Array("error: \(text)\n".utf8))
        return status
    }
}
#endif
