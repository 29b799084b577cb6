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

extension ListLocations.Request: WireRequest {
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
}

extension ListVoyages.Request: WireRequest {
    private static let form = RequestForm(nil, .optional("after", VoyageNumber.self), .limit)

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, limit) = try Self.form.read(input)
        self.init(after: after, limit: limit)
    }
}

extension ReadEvents.Request: WireRequest {
    private static let form = RequestForm(
        nil,
        RequestField(members: [.optional("after", .natural())]) { $0.optional("after", in: 0...Version.maximum) },
        .limit
    )

    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        let (after, limit) = try Self.form.read(input)
        self.init(after: after ?? 0, limit: limit)
    }
}

extension CargoFilter: WireRequest {
    private static let form = RequestForm(
        nil,
        .optional("at", UnLocode.self),
        .optional("cancelled", Word<Flag>.self),
        .optional("disrupted", Word<Flag>.self),
        .optional("late", Word<Flag>.self),
        .optional("misdirected", Word<Flag>.self),
        .optional("overdue", ISODuration.self, schema: .text(pattern: ISODuration.pattern)),
        .optional("routingStatus", Word<RoutingStatus>.self),
        .optional("transportStatus", Word<TransportStatus>.self),
        .optional("unrouted", Word<Flag>.self)
    )

    /// The names of the members, which are the same in queries, options and forms.
    package static let names = Set(form.schema.members.map(\.name))

    /// Reads `at`?, `cancelled`?, `disrupted`?, `late`?, `misdirected`?, `overdue`?, `routingStatus`?, `transportStatus`?, `unrouted`?.
    ///
    /// `at` is a location code, `overdue` is an ISO 8601 duration, the statuses are words, and the others are true or false as text. Anything else is reported as
    /// `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) {
        let (place, cancelled, disrupted, late, misdirected, overdue, routingStatus, transportStatus, unrouted) = try Self.form.read(input)
        let flags: [(AttentionReason, Word<Flag>?)] =
            [(.disrupted, disrupted), (.late, late), (.misdirected, misdirected), (.unrouted, unrouted)]
        self.init(
            needs: Set(flags.filter { $0.1?.value == .true }.map(\.0)),
            place: place,
            routingStatus: routingStatus?.value,
            transportStatus: transportStatus?.value,
            isCancelled: cancelled?.value == .true,
            overdueBy: overdue?.duration
        )
    }

    private enum Flag: String, CaseIterable, Sendable {
        case `true`, `false`
    }
}

extension ISODuration: InputValue {
    package static var shape: Shape { .text }

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
        .limit,
        .optional("routingStatus", Word<RoutingStatus>.self),
        .optional("start", ReadWorklist.Position.self, schema: .text()),
        .optional("transportStatus", Word<TransportStatus>.self)
    )

    /// Reads `at`?, `attention`?, `customerId`?, `limit`?, `routingStatus`?, `start`?, `transportStatus`?.
    ///
    /// `attention` is a need or `OVERDUE`. A word that isn't known is reported as `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) {
        let (place, attention, customerId, limit, routingStatus, start, transportStatus) = try Self.form.read(input)
        self.init(
            customerId: customerId,
            filter: CargoFilter(
                needs: Set([attention.flatMap { AttentionReason(rawValue: $0.value.rawValue) }].compactMap(\.self)),
                place: place,
                routingStatus: routingStatus?.value,
                transportStatus: transportStatus?.value,
                overdueBy: attention?.value == .overdue ? .zero : nil
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
    }
}

extension ReadWorklist.Position: InputValue {
    package static var shape: Shape { .text }

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
struct Word<Value: RawRepresentable<String> & CaseIterable & Sendable>: Described, InputValue {
    static var schema: Schema { .words(nil, Value.allCases.map(\.rawValue)) }

    let value: Value

    init(input: Input) throws(DomainError) {
        let text = try String(input: input)
        guard let value = Value.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .shapeInvalid(path: "") }
        self.value = value
    }
}
