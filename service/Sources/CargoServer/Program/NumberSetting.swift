/// A setting whose value is a number: its name, its range, and why it exists.
///
/// The program's flags and variables, their help and the table in `docs/threat-model.md` come from this list.
struct NumberSetting: Sendable {
    /// The name in the configuration file, such as `limits.bodyBytes`.
    let key: String
    let path: any WritableKeyPath<ServerSettings, Int> & Sendable
    let range: ClosedRange<Int>
    /// The meaning, as the help shows it.
    let meaning: String
    /// What the setting protects; nil if it limits nothing.
    let protects: String?

    private init(
        _ key: String,
        _ path: any WritableKeyPath<ServerSettings, Int> & Sendable,
        _ range: ClosedRange<Int>,
        _ meaning: String,
        protects: String? = nil
    ) {
        self.key = key
        self.path = path
        self.range = range
        self.meaning = meaning
        self.protects = protects
    }

    /// The value that the setting has if it isn't set.
    var standard: Int { ServerSettings()[keyPath: path] }

    /// The name of the flag, without its hyphens: `limits-body-bytes`.
    var flag: String {
        key.map { $0 == "." ? "-" : $0.isUppercase ? "-" + $0.lowercased() : String($0) }.joined()
    }

    static let all: [NumberSetting] = [
        .init("port", \.port, 0...65535, "the port to listen on; 0 for any free port"),
        .init("overdueHours", \.overdueHours, 0...8760, "hours that a scan may be late before pages call the cargo overdue"),
        .init(
            "carriers.openEvents",
            \.carriers.openEvents,
            0...1_000_000,
            "maximum events of a carrier that wait",
            protects: "the store from one carrier"
        ),
        .init("carriers.eventDays", \.carriers.eventDays, 1...36_500, "days that a carrier's applied and dismissed events are kept"),
        .init("access.proxies", \.access.proxies, 0...16, "trusted proxies that append to X-Forwarded-For"),
        .init(
            "access.publicRequestsPerMinute",
            \.access.publicRequestsPerMinute,
            0...1_000_000,
            "requests per address without a token",
            protects: "the processor, and ids, from anyone without a token"
        ),
        .init(
            "access.tokenRequestsPerMinute",
            \.access.tokenRequestsPerMinute,
            0...100_000_000,
            "requests per token",
            protects: "callers from a token whose program runs wild"
        ),
        .init(
            "access.wrongTokensPerMinute",
            \.access.wrongTokensPerMinute,
            0...1_000_000,
            "wrong tokens and signatures per address",
            protects: "tokens and carriers' secrets from guesses, the processor from digests"
        ),
        .init(
            "access.customerRequestsPerMinute",
            \.access.customerRequestsPerMinute,
            0...100_000_000,
            "requests per customer, with all their tokens",
            protects: "everyone from one customer"
        ),
        .init(
            "access.customerBookingsPerDay",
            \.access.customerBookingsPerDay,
            0...100_000_000,
            "bookings per customer, also in one burst",
            protects: "the store from one customer"
        ),
        .init(
            "access.customerSubscriptionsPerDay",
            \.access.customerSubscriptionsPerDay,
            0...1_000_000,
            "subscriptions that a customer may add, and changes of them, also in one burst",
            protects: "the store, which keeps the ids of removed ones"
        ),
        .init(
            "limits.bodyBytes",
            \.limits.bodyBytes,
            1024...(1 << 30),
            "maximum size of a JSON body",
            protects: "memory and the parser"
        ),
        .init(
            "limits.batchBytes",
            \.limits.batchBytes,
            1024...(1 << 30),
            "maximum size of a batch",
            protects: "memory and the parser"
        ),
        .init(
            "limits.bodiesBytes",
            \.limits.bodiesBytes,
            1024...(1 << 40),
            "memory for the bodies of callers who may change the store, a quarter for each; a quarter more for other tokens, and one for customers",
            protects: "memory from callers with a token"
        ),
        .init(
            "limits.anonymousBodiesBytes",
            \.limits.anonymousBodiesBytes,
            1024...(1 << 40),
            "memory for the bodies of all other callers; a quarter for each address",
            protects: "memory from anyone without a token"
        ),
        .init(
            "limits.headerBytes",
            \.limits.headerBytes,
            1024...(1 << 20),
            "maximum size of the header fields",
            protects: "memory and the parser"
        ),
        .init("limits.bodySeconds", \.limits.bodySeconds, 1...3600, "time for a body to arrive", protects: "connections and memory"),
        .init("limits.idleSeconds", \.limits.idleSeconds, 1...3600, "time that a connection may be idle", protects: "connections"),
        .init(
            "limits.stallSeconds",
            \.limits.stallSeconds,
            1...3600,
            "time for a client to read a response, plus 1 s for each 64 KiB",
            protects: "connections and memory"
        ),
        .init(
            "limits.connections",
            \.limits.connections,
            1...1_000_000,
            "maximum open connections",
            protects: "memory, and the descriptors that the store needs"
        ),
        .init(
            "limits.connectionsPerAddress",
            \.limits.connectionsPerAddress,
            0...1_000_000,
            "the same per address, IPv6 by /64; ignored behind trusted proxies",
            protects: "everyone's connections from one address"
        ),
        .init(
            "limits.eventStreams",
            \.limits.eventStreams,
            0...1_000_000,
            "maximum open event streams; half for public pages, a quarter for customers, an eighth for tokens that may only read",
            protects: "memory, and streams of clerks from everyone else's"
        ),
        .init(
            "limits.eventStreamsPerAddress",
            \.limits.eventStreamsPerAddress,
            0...1_000_000,
            "the same per address, IPv6 by /64; 0 for no limit",
            protects: "streams from one address"
        ),
        .init(
            "limits.eventStreamsPerToken",
            \.limits.eventStreamsPerToken,
            0...1_000_000,
            "the same per token that isn't a customer's; 0 for no limit",
            protects: "streams from one token, wherever it is used"
        ),
        .init(
            "limits.eventStreamsPerCustomer",
            \.limits.eventStreamsPerCustomer,
            0...1_000_000,
            "the same per customer; 0 for no limit",
            protects: "streams from one customer, with all their tokens"
        ),
        .init("limits.drainSeconds", \.limits.drainSeconds, 0...3600, "time to finish requests after shutdown begins"),
    ]

    /// The rows of the table in the documentation: setting, default, meaning and what it protects.
    static var table: [String] {
        all.compactMap { setting in
            setting.protects.map { "| `\(setting.key)` | \(setting.standard) | \(setting.meaning) | \($0) |" }
        }
    }
}
