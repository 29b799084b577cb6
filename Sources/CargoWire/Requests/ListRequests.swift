public import CargoApplication
public import CargoDomain

extension ListCargos.Request: WireRequest {
    private static let form = RequestForm(nil, .optional("after", TrackingId.self), .limit)

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, limit) = try Self.form.read(input)
        self.init(after: after, limit: limit)
    }
}

extension ListCargosForCustomer.Request: WireRequest {
    private static let form = RequestForm(nil, .optional("after", TrackingId.self), .required("customerId", CustomerId.self), .limit)

    /// Reads `after`?, `customerId`, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, customerId, limit) = try Self.form.read(input)
        self.init(customerId: customerId, after: after, limit: limit)
    }
}

extension FindByReference.Request: WireRequest {
    private static let form = RequestForm(nil, .optional("after", TrackingId.self), .limit, .reference)

    /// Reads `after`?, `limit`?, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, limit, reference) = try Self.form.read(input)
        self.init(reference, after: after, limit: limit)
    }
}

extension ListLocations.Request: SentRequest {
    private static let form = RequestForm(
        nil,
        .optional("after", UnLocode.self),
        .optional("containing", String.self, schema: .text()),
        .limit
    )

    /// Reads `after`?, `containing`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, containing, limit) = try Self.form.read(input)
        self.init(containing: containing, after: after, limit: limit)
    }

    /// The same fields.
    package var input: Input { Self.form.input(after, containing, limit) }
}

extension ListVoyages.Request: SentRequest {
    private static let form = RequestForm(nil, .optional("after", VoyageNumber.self), .limit)

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, limit) = try Self.form.read(input)
        self.init(after: after, limit: limit)
    }

    /// The same fields.
    package var input: Input { Self.form.input(after, limit) }
}

extension ReadEvents.Request: SentRequest {
    private static let form = RequestForm(
        nil,
        .natural("after"),
        .limit
    )

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, limit) = try Self.form.read(input)
        self.init(after: after ?? 0, limit: limit)
    }

    /// The same fields.
    package var input: Input { Self.form.input(after, limit) }
}

extension ReadAuditTrail.Request: SentRequest {
    private static let form = RequestForm(
        nil,
        .optional("trackingId", TrackingId.self),
        .optional("actor", String.self),
        .optional("from", Instant.self),
        .optional("until", Instant.self),
        .natural("after"),
        .limit
    )

    /// Reads `trackingId`?, `actor`?, `from`?, `until`?, `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (trackingId, actor, from, until, after, limit) = try Self.form.read(input)
        self.init(trackingId: trackingId, actor: actor, from: from, until: until, after: after ?? 0, limit: limit)
    }

    /// The same fields.
    package var input: Input { Self.form.input(trackingId, actor, from, until, after, limit) }
}

extension CargoFilter: SentRequest {
    private static let form = RequestForm(
        nil,
        .flag("any", "Whether one of the needs is enough: disrupted, misdirected, late, unrouted, held, uncollected."),
        .optional("at", UnLocode.self, "Only cargos that lie in this port; with a voyage, those that it loads or unloads there."),
        .flag("disrupted", "Whether to list only cargos whose route no longer works."),
        .flag("misdirected", "Whether to list only cargos that are off their route."),
        .flag("late", "Whether to list only cargos that are estimated to miss their deadline."),
        .flag("unrouted", "Whether to list only cargos without a route that satisfies their specification."),
        .flag("held", "Whether to list only cargos that are on hold."),
        .optional("hold", Word<HoldType>.self, "Only cargos with a hold of this type.", schema: HoldType.schema),
        .flag("uncollected", "Whether to list only cargos that lie at their destination after their pick-up deadline."),
        .flag("cancelled", "Whether to list only cancelled cargos."),
        .optional(
            "overdue",
            ISODuration.self,
            "Only cargos whose next scan is overdue by more than this ISO 8601 duration.",
            schema: .text(pattern: ISODuration.pattern),
            example: .text("PT24H")
        ),
        .optional(
            "routingStatus",
            Word<RoutingStatus>.self,
            "Only cargos with this routing status.",
            schema: RoutingStatus.schema
        ),
        .optional(
            "transportStatus",
            Word<TransportStatus>.self,
            "Only cargos with this transport status.",
            schema: TransportStatus.schema
        ),
        .optional(
            "voyage",
            VoyageNumber.self,
            "Only cargos with this voyage on their route; with `disrupted` alone, those that it disrupts."
        )
    )

    /// The conditions, which are the same in queries, options and forms.
    package static let conditions = form.members
    /// Their names.
    package static let names = Set(conditions.map(\.name))

    /// Reads `any`?, `at`?, `cancelled`?, `disrupted`?, `held`?, `hold`?, `late`?, `misdirected`?, `overdue`?, `routingStatus`?,
    /// `transportStatus`?, `uncollected`?, `unrouted`?, `voyage`?.
    ///
    /// `at` is a location code, `voyage` a voyage number, `overdue` is an ISO 8601 duration, the statuses are words, and the others are true or false as text. Anything else is reported as
    /// `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) {
        let (
            any, place, disrupted, misdirected, late, unrouted, held, hold, uncollected, isCancelled, overdue, routingStatus,
            transportStatus,
            voyage
        ) = try Self.form.read(input)
        let flags: [(AttentionReason, Bool)] =
            [
                (.disrupted, disrupted), (.held, held), (.late, late), (.misdirected, misdirected), (.uncollected, uncollected),
                (.unrouted, unrouted),
            ]
        self.init(
            needs: Set(flags.filter(\.1).map(\.0)),
            isAnyNeedEnough: any,
            place: place,
            voyage: voyage,
            hold: hold?.value,
            routingStatus: routingStatus?.value,
            transportStatus: transportStatus?.value,
            isCancelled: isCancelled,
            overdueBy: overdue?.duration
        )
    }

    /// The same fields.
    package var input: Input {
        Self.form.input(
            isAnyNeedEnough,
            place,
            needs.contains(.disrupted),
            needs.contains(.misdirected),
            needs.contains(.late),
            needs.contains(.unrouted),
            needs.contains(.held),
            hold.map(Word.init),
            needs.contains(.uncollected),
            isCancelled,
            overdueBy.map(ISODuration.init),
            routingStatus.map(Word.init),
            transportStatus.map(Word.init),
            voyage
        )
    }
}

/// True or false as text, as URLs have it.
private enum Flag: String, CaseIterable, Sendable {
    case `true`, `false`
}

extension RequestField<Bool> {
    /// An optional condition that is true or false as text.
    fileprivate static func flag(_ name: String, _ description: String) -> Self {
        Self(members: [.optional(name, .boolean, description)]) { isSet in
            isSet ? [.init(name: name, value: .text("true"))] : []
        } read: { reader in
            reader.optional(name, as: Word<Flag>.self).map { $0?.value == .true }
        }
    }
}

extension ISODuration: CanonicallyEncodable, InputValue {
    package static var shape: Shape { .text }

    package func write(to writer: inout JSONWriter) { writer.plain(text) }

    package init(input: Input) throws(DomainError) {
        guard let duration = ISODuration(try String(input: input)) else { throw .shapeInvalid(path: "") }
        self = duration
    }
}

extension ReadWorklist.Request: WireRequest {
    private static let form = RequestForm(
        nil,
        .optional("at", UnLocode.self),
        .optional("attention", Word<Attention>.self),
        .optional("customerId", CustomerId.self),
        .optional("hold", Word<HoldType>.self),
        .limit,
        .optional("routingStatus", Word<RoutingStatus>.self),
        .optional("start", ReadWorklist.Position.self, schema: .text()),
        .optional("transportStatus", Word<TransportStatus>.self),
        .optional("voyage", VoyageNumber.self)
    )

    /// Reads `at`?, `attention`?, `customerId`?, `hold`?, `limit`?, `routingStatus`?, `start`?, `transportStatus`?, `voyage`?.
    ///
    /// `attention` is a need or `OVERDUE`. A word that isn't known is reported as `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) { try self.init(input, overdueAfter: .zero) }

    /// Reads the same members.
    /// - Parameter overdueAfter: how late a scan or a collection has to be for `OVERDUE`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    package init(_ input: Input, overdueAfter: Duration) throws(DomainError) {
        let (place, attention, customerId, hold, limit, routingStatus, start, transportStatus, voyage) = try Self.form.read(input)
        self.init(
            customerId: customerId,
            filter: CargoFilter(
                needs: Set([attention.flatMap { AttentionReason(rawValue: $0.value.rawValue) }].compactMap(\.self)),
                place: place,
                voyage: voyage,
                hold: hold?.value,
                routingStatus: routingStatus?.value,
                transportStatus: transportStatus?.value,
                overdueBy: attention?.value == .overdue ? overdueAfter : nil
            ),
            start: start,
            limit: limit
        )
    }

    private enum Attention: String, CaseIterable, Sendable {
        case disrupted = "DISRUPTED"
        case misdirected = "MISDIRECTED"
        case late = "LATE"
        case overdue = "OVERDUE"
        case unrouted = "UNROUTED"
        case held = "HELD"
        case uncollected = "UNCOLLECTED"
    }
}

extension ReadWorklist.Position: CanonicallyEncodable, InputValue {
    package static var shape: Shape { .text }

    package func write(to writer: inout JSONWriter) { writer.plain(text) }

    package init(input: Input) throws(DomainError) {
        guard let position = ReadWorklist.Position(try String(input: input)) else { throw .shapeInvalid(path: "") }
        self = position
    }
}

extension ReadWorklist.Position {
    /// The position as text: the need, a colon, and the tracking id, such as `LATE:ABC123`; `:ABC123` among cargos that need nothing.
    package var text: String { "\(need?.rawValue ?? ""):\(after?.text ?? "")" }

    /// Reads a position; `nil` if the text isn't one.
    package init?(_ text: String) {
        guard let colon = text.unicodeScalars.firstIndex(of: ":") else { return nil }
        let word = String(text.unicodeScalars.prefix(upTo: colon))
        let id = String(text.unicodeScalars.suffix(from: colon).dropFirst())
        let need = AttentionReason(rawValue: word)
        guard need != nil || word.isEmpty else { return nil }
        if id.isEmpty {
            self.init(need: need)
        } else {
            guard let after = try? TrackingId(id) else { return nil }
            self.init(need: need, after: after)
        }
    }
}

/// One of an enumeration's raw values, spelled exactly.
struct Word<Value: RawRepresentable<String> & CaseIterable & Sendable>: CanonicallyEncodable, Described, InputValue {
    static var schema: Schema { .words(nil, Value.allCases.map(\.rawValue)) }

    let value: Value

    init(_ value: Value) { self.value = value }

    init(input: Input) throws(DomainError) {
        let text = try String(input: input)
        guard let value = Value.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .shapeInvalid(path: "") }
        self.value = value
    }

    func write(to writer: inout JSONWriter) { writer.plain(value.rawValue) }
}

extension SummarizeWorklist.Request: SentRequest {
    private static let form = RequestForm(nil, .optional("customer", CustomerId.self, "Only cargos of this customer."))

    /// The parameters of a URL.
    package static let parameters = form.members

    /// Reads `customer`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) { self.init(customerId: try Self.form.read(input)) }

    /// The same fields.
    package var input: Input { Self.form.input(customerId) }
}
