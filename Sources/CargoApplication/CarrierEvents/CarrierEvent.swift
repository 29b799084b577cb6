public import CargoDomain

/// An event that a carrier sent and that couldn't be applied when it came: as it was received, why it waits, and what became of it.
///
/// Equal events of a carrier have one id, so each is kept once.
public struct CarrierEvent: Hashable, Sendable {
    /// What became of the event.
    public enum State: Hashable, Sendable {
        /// It waits, for the reason given.
        case open(CarrierEventReason)
        /// It was applied.
        case applied(at: Instant, to: Target?)
        /// Somebody decided that it isn't to be applied.
        case dismissed(at: Instant, by: String, because: Reason)
        /// It was settled long ago, and only its id is kept.
        case removed

        /// The state without what belongs to it.
        public var status: Status {
            switch self {
            case .open: .open
            case .applied: .applied
            case .dismissed: .dismissed
            case .removed: .removed
            }
        }
    }

    /// The name of a state.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// It waits.
        case open = "OPEN"
        /// It was applied.
        case applied = "APPLIED"
        /// It isn't to be applied.
        case dismissed = "DISMISSED"
        /// Only its id is kept.
        case removed = "REMOVED"
    }

    /// What an event was applied to.
    public enum Target: Hashable, Sendable {
        /// A cargo was handled or held.
        case cargo(TrackingId)
        /// A port call of a voyage was reported.
        case voyage(VoyageNumber)
    }

    /// The id.
    public let id: CarrierEventId
    /// The stored version; 0 if none is stored.
    public let version: Int64
    /// When it was received.
    public let receivedAt: Instant
    /// When it happened, as far as that can be read.
    public let time: Instant?
    /// The event as it was received, as canonical JSON; empty once it is removed.
    public let document: String
    /// What became of it.
    public let state: State
    /// What has to be registered, or to come, before it is worth another attempt; sorted, and empty unless it is open.
    public let waits: [CarrierEventWait]

    /// The maximum length of a document, in bytes.
    public static let maximumDocument = 16 * 1024

    /// Creates an event, or reconstitutes a stored one.
    /// - Parameters:
    ///   - id: the id, which names the carrier.
    ///   - version: the stored version; 0 for a new event.
    ///   - receivedAt: when it was received.
    ///   - time: when it happened; nil if that can't be read.
    ///   - document: the event as canonical JSON.
    ///   - state: what became of it.
    ///   - waits: what it waits for.
    public init(
        id: CarrierEventId,
        version: Int64 = 0,
        receivedAt: Instant,
        time: Instant?,
        document: String,
        state: State,
        waits: some Sequence<CarrierEventWait> = []
    ) {
        self.id = id
        self.version = version
        self.receivedAt = receivedAt
        self.time = time
        self.document = document
        self.state = state
        if case .open = state { self.waits = Set(waits).sorted() } else { self.waits = [] }
    }

    /// The name of the carrier, as the service's settings or its token have it.
    public var carrier: String { id.carrier }

    /// When it was settled; nil if it waits, or was removed.
    public var settledAt: Instant? {
        switch state {
        case .applied(let time, _), .dismissed(let time, _, _): time
        case .open, .removed: nil
        }
    }

    /// Returns the event as stored in this version.
    public func stored(as version: Int64) -> CarrierEvent {
        CarrierEvent(id: id, version: version, receivedAt: receivedAt, time: time, document: document, state: state, waits: waits)
    }

    /// Returns the event in another state.
    package func entering(_ state: State, waits: some Sequence<CarrierEventWait> = []) -> CarrierEvent {
        CarrierEvent(id: id, version: version, receivedAt: receivedAt, time: time, document: document, state: state, waits: waits)
    }

    /// Returns what is left of a settled event after its time.
    package var emptied: CarrierEvent {
        CarrierEvent(id: id, version: version, receivedAt: receivedAt, time: nil, document: "", state: .removed)
    }
}

/// The id of a kept event: the carrier's name, a dot and 32 hexadecimal digits that follow from the event, such as
/// `MAEU.9f86d081884c7d659a2feaa0c55ad015`.
public struct CarrierEventId: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id's text.
    public let text: String

    /// Parses an id.
    /// - Throws: `shape_invalid` at `carrierEventId`.
    public init(_ text: String) throws(DomainError) {
        let bytes = Array(text.utf8)
        let digits = bytes.suffix(Self.digits)
        guard (Self.digits + 2...Self.digits + 65).contains(bytes.count), digits.allSatisfy(Self.isDigit),
            bytes.dropLast(Self.digits).last == UInt8(ascii: "."), bytes.dropLast(Self.digits + 1).allSatisfy(Self.isAllowedInName)
        else { throw .shapeInvalid(path: "carrierEventId") }
        self.text = text
    }

    /// Makes the id of an event.
    /// - Parameters:
    ///   - carrier: the carrier's name: 1 to 64 letters, digits, `-`, `_` and `.`.
    ///   - digest: a digest of the event, of which 16 bytes count.
    /// - Throws: `shape_invalid` at `carrierEventId`.
    package init(carrier: String, digest: some Sequence<UInt8>) throws(DomainError) {
        try self.init("\(carrier).\(Hexadecimal.encode(digest.prefix(Self.digits / 2)))")
    }

    /// The carrier's name.
    public var carrier: String { String(text.dropLast(Self.digits + 1)) }

    private static let digits = 32

    private static func isDigit(_ byte: UInt8) -> Bool { byte.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte) }

    private static func isAllowedInName(_ byte: UInt8) -> Bool {
        byte.isASCIIAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// Orders by ASCII code.
    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    /// The id's text.
    public var description: String { text }
}

/// Why an event couldn't be applied.
public struct CarrierEventReason: Hashable, Sendable {
    /// The kind of reason.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// No cargo has the container or the documents; the subject is the container or a document.
        case cargoUnknown = "cargo_not_found"
        /// Several cargos have the container or the documents.
        case cargoAmbiguous = "cargo_ambiguous"
        /// The cargo with this container has other documents.
        case documentsContradict = "documents_contradict"
        /// The cargo has this container, but wasn't on its way then.
        case outsideJourney = "outside_journey"
        /// The cargo has several containers, so that one container's events don't tell where it is.
        case severalContainers = "several_containers"
        /// No voyage has the number.
        case voyageUnknown = "voyage_not_found"
        /// Several voyages have the number.
        case voyageAmbiguous = "voyage_ambiguous"
        /// The place isn't registered, or isn't named by a UN/LOCODE.
        case locationUnknown = "location_not_found"
        /// It is said to have happened later than now.
        case inFuture = "time_in_future"
        /// A member that is needed is missing or can't be read; the subject is its path.
        case unreadable = "member_invalid"
        /// A rule refuses it; the subject is the rule's code.
        case refused = "refused"
        /// The carrier sent more than is taken as one event.
        case tooLarge = "too_large"
    }

    /// The kind.
    public let code: Code
    /// What it is about: a number, a code or a path; nil if there is nothing to name.
    public let subject: String?

    /// Creates a reason.
    /// - Parameters:
    ///   - code: the kind.
    ///   - subject: what it is about; at most 100 Unicode scalars are kept, without U+0000, which PostgreSQL can't look past.
    public init(_ code: Code, _ subject: String? = nil) {
        self.code = code
        self.subject = subject.map { String(String.UnicodeScalarView($0.unicodeScalars.lazy.filter { $0 != "\0" }.prefix(100))) }
    }
}

/// What has to be registered, or to come, before an event is worth another attempt.
public enum CarrierEventWait: Hashable, Sendable {
    /// A cargo with this reference.
    case reference(CargoReference)
    /// A cargo with this tracking id.
    case cargo(TrackingId)
    /// A voyage with this number, ours or a carrier's.
    case voyage(String)
    /// A location.
    case location(UnLocode)
    /// A time.
    case time(Instant)

    /// The text that is stored, such as `REFERENCE:CONTAINER:MSKU1234565`.
    public var text: String {
        switch self {
        case .reference(let reference): "REFERENCE:\(reference)"
        case .cargo(let trackingId): "CARGO:\(trackingId)"
        case .voyage(let number): "VOYAGE:\(number)"
        case .location(let code): "LOCATION:\(code)"
        case .time(let instant): "TIME:\(instant)"
        }
    }

    /// Parses the text that is stored.
    /// - Throws: `shape_invalid` at `waits`, or the error of what follows the kind.
    public init(_ text: String) throws(DomainError) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = parts.first, let value = parts.last.map(String.init) else {
            throw .shapeInvalid(path: "waits")
        }
        switch kind {
        case "REFERENCE":
            let parts = value.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let type = parts.first, let number = parts.last else { throw .shapeInvalid(path: "waits") }
            self = .reference(try CargoReference(try ReferenceType(String(type)), String(number)))
        case "CARGO": self = .cargo(try TrackingId(value))
        case "VOYAGE": self = .voyage(value)
        case "LOCATION": self = .location(try UnLocode(value))
        case "TIME": self = .time(try Instant(value))
        default: throw .shapeInvalid(path: "waits")
        }
    }
}

extension CarrierEventWait: Comparable {
    /// Orders by the text that is stored.
    public static func < (left: Self, right: Self) -> Bool { left.text.precedesByScalars(right.text) }
}
