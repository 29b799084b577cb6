public import CargoDomain

/// Someone whose rates and sizes have settings of their own.
public enum Tenant: Hashable, Sendable {
    /// The holder of a token of the settings, by name, or a person or program of the identity provider, by subject.
    case token(String)
    /// A customer, with all their tokens; bookings and subscriptions count on the pages, too.
    case customer(CustomerId)
    /// A carrier that signs what it pushes, by name.
    case carrier(String)
}

/// What is different for one tenant; nil for what all have.
public struct TenantLimits: Hashable, Sendable {
    /// Requests per minute; 0 for no limit.
    public var requestsPerMinute: Int?
    /// Bookings per day, for a customer; 0 for no limit.
    public var bookingsPerDay: Int?
    /// Subscriptions that a customer may add per day; 0 for no limit.
    public var subscriptionsPerDay: Int?
    /// The maximum size of a body, in bytes, if it is less than what all have.
    public var bodyBytes: Int?

    /// Creates limits that change nothing.
    public init() {}

    /// The names of the limits in settings.
    fileprivate static var names: KeyValuePairs<String, WritableKeyPath<TenantLimits, Int?>> {
        [
            "requestsPerMinute": \.requestsPerMinute, "bookingsPerDay": \.bookingsPerDay, "subscriptionsPerDay": \.subscriptionsPerDay,
            "bodyBytes": \.bodyBytes,
        ]
    }
}

extension [Tenant: TenantLimits] {
    /// Adds one entry of the setting `access.limits`: `customer=CODE:LIMIT=NUMBER`, `token=NAME:…` or `carrier=NAME:…`.
    /// - Throws: `ServerSettingsError`.
    public mutating func add(setting text: String) throws(ServerSettingsError) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let holder = parts.first, let limit = parts.last,
            let (kind, name) = Self.sides(holder), let (limitName, digits) = Self.sides(limit)
        else { throw Self.refused("expected customer=CODE:LIMIT=NUMBER, token=NAME:LIMIT=NUMBER or carrier=NAME:LIMIT=NUMBER") }
        let tenant = try Self.tenant(kind, name)
        let names = TenantLimits.names
        guard let path = names.first(where: { $0.key == limitName })?.value else {
            throw Self.refused("unknown limit \(limitName); limits: \(names.map(\.key).joined(separator: ", "))")
        }
        guard digits.utf8.count <= 9, let number = Int(digits), number >= (path == \TenantLimits.bodyBytes ? 1 : 0) else {
            throw Self.refused("\(text): expected a number of at most nine digits")
        }
        // safe: a dictionary
        var limits = self[tenant] ?? TenantLimits()
        guard limits[keyPath: path] == nil else { throw Self.refused("\(text): the limit is there twice") }
        limits[keyPath: path] = number
        // safe: a dictionary
        self[tenant] = limits
    }

    private static func tenant(_ kind: String, _ name: String) throws(ServerSettingsError) -> Tenant {
        switch kind {
        case "customer":
            guard let customer = try? CustomerId(name) else { throw refused("\(name) isn't a customer code") }
            return .customer(customer)
        case "token" where !name.isEmpty: return .token(name)
        case "carrier" where !name.isEmpty: return .carrier(name)
        default: throw refused("expected customer, token or carrier in place of \(kind)")
        }
    }

    private static func sides(_ text: Substring) -> (String, String)? {
        guard let end = text.lastIndex(of: "=") else { return nil }
        // safe: end is an index
        return (String(text[..<end]), String(text[end...].dropFirst()))
    }

    private static func refused(_ reason: String) -> ServerSettingsError { .invalid(key: "access.limits", reason: reason) }
}
