import CargoDomain
import CargoInfrastructure
import CargoWire
import Testing

@testable import cargo_cli

@Suite("Settings are read strictly")
struct SettingsTests {
    @Test(arguments: [
        ("PT6H", 21_600_000), ("PT0S", 0), ("P1D", 86_400_000), ("P1DT12H", 129_600_000), ("P2W", 1_209_600_000), ("PT1H30M15S", 5_415_000),
        ("PT90M", 5_400_000), ("P1WT1S", 604_801_000),
    ])
    func `a valid duration converts to milliseconds`(text: String, milliseconds: Int64) {
        #expect(ISODuration(text)?.milliseconds == milliseconds)
    }

    @Test(arguments: [
        "", "P", "PT", "6H", "PT6", "P6H", "PT6D", "P1Y", "P1M", "PT1S1H", "PT1H1H", "P1DT", "PT-1H", "PT1.5H", "pt6h", "PT６H", "PT6H ",
        "PTT6H", "P1W1W", "PT99999999999999999999H", "P9223372036854775807W",
    ])
    func `anything else is not a duration`(text: String) {
        #expect(ISODuration(text)?.milliseconds == nil)
    }

    @Test func `memory: and json: URLs are parsed`() throws {
        #expect(try StoreURL("memory:") == .memory)
        #expect(try StoreURL("json:./data") == .json(path: "./data"))
        #expect(try StoreURL("JSON:/a:b") == .json(path: "/a:b"))
    }

    @Test(arguments: [
        "", "cargo-data", "json:", "memory:x", "jsn:x", "sqlite:", "postgres:x", "postgresql:", "http:", "http://", "json:a\u{0}b",
    ])
    func `an invalid store URL is a configuration error, with a hint on valid forms`(text: String) throws {
        let failure = #expect(throws: CommandFailure.self) { try StoreURL(text) }
        #expect(failure?.status == .configuration)
        #expect(failure?.hint?.contains("json:PATH") == true)
    }

    @Test(arguments: ["postgres://u:secret@host/db", "postgresql://host?password=secret"])
    func `a PostgreSQL store is never shown with its password`(text: String) throws {
        let url = try StoreURL(text)
        #expect(url == .postgres(text: text))
        #expect(url.description == text.prefix { $0 != ":" } + "://…")
        #expect(url.text == text)
    }

    @Test(arguments: ["http://localhost:8080", "https://cargo.example/kit"])
    func `http: and https: URLs name a service`(text: String) throws {
        #expect(try StoreURL(text) == .http(address: text))
    }

    #if Remote
    @Test(arguments: ["http://user:secret@host", "https://host?x", "http://:80"])
    func `an address that is not a service's is a configuration error`(text: String) async throws {
        let url = try StoreURL(text)
        do throws(CommandFailure) {
            _ = try await Backend.open(url, token: nil, clock: SystemClock())
            Issue.record("it opened \(text)")
        } catch {
            #expect(error.status == .configuration)
            #expect(error.hint?.contains("CARGO_TOKEN") == true)
        }
    }
    #else
    @Test func `without the Remote trait, an http: store cannot be opened`() async throws {
        let url = try StoreURL("http://localhost")
        do throws(CommandFailure) {
            _ = try await Backend.open(url, clock: SystemClock())
            Issue.record("it opened")
        } catch {
            #expect(error.status == .configuration)
            #expect(error.hint?.contains("--traits CLI,Remote") == true)
        }
    }
    #endif

    @Test func `the token comes from the environment`() throws {
        #expect(try Settings(GlobalChoices(), environment: ["CARGO_TOKEN": " secret\n"]).token == "secret")
        #expect(try Settings(GlobalChoices(), environment: [:]).token == nil)
    }

    @Test func `cache settings come from flags and variables; the defaults are remote-first and one minute`() throws {
        var options = GlobalChoices()
        options.store = "http://localhost:8080"
        options.cache = " kept "
        let plain = try #require(try Settings(options, environment: ["CARGO_CACHE": "other"]).cache)
        #expect(plain.directory == "kept")
        #expect(plain.policy == .remoteFirst)
        #expect(plain.timeToLive == .oneMinute)
        options.cachePolicy = "local-first"
        options.cacheTTL = "PT10M"
        let chosen = try #require(try Settings(options, environment: ["CARGO_CACHE_POLICY": "no-cache"]).cache)
        #expect(chosen.policy == .localFirst)
        #expect(try chosen.timeToLive == TimeToLive(.seconds(600)))
        let variables = ["CARGO_STORE": "https://a", "CARGO_CACHE": "c", "CARGO_CACHE_POLICY": "no-cache", "CARGO_CACHE_TTL": "PT0S"]
        let fromEnvironment = try #require(try Settings(GlobalChoices(), environment: variables).cache)
        #expect(fromEnvironment.policy == .noCache)
        #expect(try fromEnvironment.timeToLive == TimeToLive(.zero))
        #expect(try Settings(GlobalChoices(), environment: ["CARGO_CACHE": "c"]).cache == nil)
    }

    @Test func `each service has its own directory in a cache`() throws {
        var options = GlobalChoices()
        options.store = "http://localhost:8080"
        options.cache = "kept"
        let cache = try #require(try Settings(options, environment: [:]).cache)
        #expect(cache.directory(for: "http://LOCALHOST:8080//") == "kept/http%3A%2F%2Flocalhost%3A8080")
        #expect(cache.directory(for: "https://a.example/x_y/../z") == "kept/https%3A%2F%2Fa.example%2Fx%5Fy%2F..%2Fz")
    }

    @Test(
        arguments: [
            ("memory:", "c", nil, nil, 64), ("http://a", nil, "local-first", nil, 64), ("http://a", nil, nil, "PT1S", 64),
            ("http://a", " ", nil, nil, 78), ("http://a", "c", "both", nil, 78), ("http://a", "c", nil, "60", 78),
            ("http://a", "c", nil, "P104249991375D", 65),
        ] as [(String, String?, String?, String?, Int32)]
    )
    func `invalid cache settings are rejected`(store: String, cache: String?, policy: String?, ttl: String?, status: Int32) throws {
        var options = GlobalChoices()
        options.store = store
        options.cache = cache
        options.cachePolicy = policy
        options.cacheTTL = ttl
        let failure = #expect(throws: CommandFailure.self) { try Settings(options, environment: [:]) }
        #expect(failure?.status.rawValue == status)
    }

    @Test func `a flag overrides the environment`() throws {
        var options = GlobalChoices()
        options.store = "memory:"
        options.output = .csv
        options.now = "2026-01-01T00:00:00Z"
        let environment = ["CARGO_STORE": "json:x", "CARGO_OUTPUT": "json", "CARGO_NOW": "2027-01-01T00:00:00Z"]
        let settings = try Settings(options, environment: environment)
        #expect(settings.store == .memory)
        #expect(settings.output == .csv)
        #expect(settings.clock.now().description == "2026-01-01T00:00:00.000Z")
        let other = try Settings(GlobalChoices(), environment: environment)
        #expect(other.store == .json(path: "x"))
        #expect(other.output == .json)
        #expect(other.clock.now().description == "2027-01-01T00:00:00.000Z")
    }

    @Test(arguments: [
        "track ABC", "track abc XYZ -", "track ABC --watch --exit-status", "track --exit-status ABC -q -v --no-color",
        "track -o json ABC", "track ABC --store memory: --now 2026-01-01T00:00:00Z -o ndjson", "track --store json:x A B -v", "track help",
        "track track", "track -- ABC", "track -qv ABC", "track ABC --store=memory:", "track ABC -ojson", "-o json track ABC",
        "route candidates ABC",
        "relay --once", "relay retry 7", "store copy --from memory: --to json:x", "completions fish", "trak ABC", "route", "track -h",
        "track --version",
        "track ABC -o yaml", "track", "list --help", "help track", "--version", "", "track ABC --watc", "relay help", "completions help",
    ])
    func `a command that is parsed alone is the one that the whole tree parses`(words: String) throws {
        let words = words.split(separator: " ").map { String($0) }
        func outcome(_ parse: ([String]) throws -> Any) -> String {
            do {
                return "\(try parse(words))"
            } catch {
                return UsageText.failure(for: error, words).json
            }
        }
        #expect(outcome(CargoCLI.command) == outcome(CargoCLI.fromRoot))
    }

    @Test func `ids and codes are trimmed and upper-cased; other text is only trimmed`() {
        #expect(" abc-ö1\n".folded == "ABC-ö1")
        #expect("\t Acme Ltd \r\n".trimmed == "Acme Ltd")
        #expect(" \n".trimmed == "")
    }
}
