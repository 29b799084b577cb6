/// Who caused a domain event: a kind, a colon and a name, such as `token:ops` or `customer:ACME:portal` (REP-3).
///
/// 3 to 400 printable ASCII characters, of which the kind has lower-case letters only. So it can stand in a header, a log, a table and every store as it
/// is. Set it around the work that a person or a program asked for; the events that the work saves carry it:
/// ```swift
/// try await Correlation.$actor.withValue(EventActor("job:nightly")) { try await kit.handle(.claim, of: trackingId, at: port) }
/// ```
public struct EventActor: Hashable, Sendable {
    /// The kind, a colon and the name.
    public let text: String

    private static let maximumLength = 400

    /// Creates an actor from its text; `nil` if it has another form.
    public init?(_ text: String) {
        let bytes = text.utf8
        let kind = bytes.prefix { $0 != UInt8(ascii: ":") }
        guard bytes.count <= Self.maximumLength, !kind.isEmpty, kind.allSatisfy(\.isASCIILowercase), bytes.count > kind.count + 1,
            bytes.allSatisfy({ (0x20...0x7E).contains($0) })
        else { return nil }
        self.text = text
    }

    /// Each character of the name that isn't printable ASCII is percent-encoded, and what exceeds the length is cut.
    private init(_ kind: String, named name: String) {
        var text = kind + ":"
        for byte in (name.isEmpty ? "-" : name).utf8 where text.utf8.count < Self.maximumLength {
            if (0x20...0x7E).contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        self.text = String(decoding: text.utf8.prefix(Self.maximumLength), as: UTF8.self)
    }

    /// A program of the company, known by the name of its access token.
    public static func token(_ name: String) -> EventActor { EventActor("token", named: name) }

    /// Somebody whom the company's identity provider knows, by their subject there.
    public static func person(_ subject: String) -> EventActor { EventActor("person", named: subject) }

    /// A customer's program or employee.
    public static func customer(_ customer: CustomerId, _ name: String) -> EventActor {
        EventActor("customer", named: "\(customer.text):\(name)")
    }

    /// A carrier, whose event changed the cargo now or when it could be applied.
    public static func carrier(_ name: String) -> EventActor { EventActor("carrier", named: name) }

    /// A user of the command line, by the name that the operating system has for them.
    public static func commandLine(_ user: String) -> EventActor { EventActor("cli", named: user) }

    /// A user of the command line who imports a file.
    public static func importing(_ user: String) -> EventActor { EventActor("import", named: user) }

    /// A service of the company, by the name of its token, and whom it says that it works for.
    public static func service(_ name: String, for actor: EventActor) -> EventActor {
        EventActor("service", named: "\(name):\(actor.text)")
    }

    /// Whether a text stands for this actor: it is the actor's own, or its beginning up to a colon, as `customer:ACME` and `customer` are for
    /// `customer:ACME:portal`.
    public func isMeant(by other: String) -> Bool { text.utf8.elementsEqual(other.utf8) || text.utf8.starts(with: "\(other):".utf8) }

    /// Whether a customer's program or employee is the actor, perhaps through a service.
    package func belongs(to customer: CustomerId) -> Bool { erasing(customer, as: customer) != nil }

    /// Returns the actor that takes this one's place when a customer is erased; `nil` if the actor isn't theirs (REP-11).
    package func erasing(_ customer: CustomerId, as pseudonym: CustomerId) -> EventActor? {
        if isMeant(by: "customer:\(customer.text)") { return EventActor("customer", named: pseudonym.text) }
        let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts.first == "service", let actor = parts.last.flatMap(EventActor.init),
            let erased = actor.erasing(customer, as: pseudonym)
        else { return nil }
        return .service(parts.dropFirst().first ?? "", for: erased)
    }
}

extension EventActor: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}
