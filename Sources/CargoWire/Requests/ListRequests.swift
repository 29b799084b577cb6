public import CargoApplication
public import CargoDomain

extension ListCargos.Request: WireRequest {
    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: TrackingId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(after: try after.get(), limit: try limit.get())
    }
}

extension ListCargosForCustomer.Request: WireRequest {
    /// Reads `after`?, `customerId`, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: TrackingId.self)
        let customerId = reader.required("customerId", as: CustomerId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(customerId: try customerId.get(), after: try after.get(), limit: try limit.get())
    }
}

extension FindByReference.Request: WireRequest {
    /// Reads `after`?, `limit`?, `type`, `value`.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: TrackingId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        let reference = reader.requiredReference()
        try reader.finish()
        self.init(try reference.get(), after: try after.get(), limit: try limit.get())
    }
}

extension ListLocations.Request: WireRequest {
    /// Reads `after`?, `containing`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: UnLocode.self)
        let containing = reader.optional("containing", as: String.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(containing: try containing.get(), after: try after.get(), limit: try limit.get())
    }
}

extension ListVoyages.Request: WireRequest {
    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", as: VoyageNumber.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(after: try after.get(), limit: try limit.get())
    }
}

extension ReadEvents.Request: WireRequest {
    /// Reads `after`?, `limit`?.
    /// - Throws: `validation_failed`.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let after = reader.optional("after", in: 0...Version.maximum)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        try reader.finish()
        self.init(after: try after.get() ?? 0, limit: try limit.get())
    }
}

extension CargoFilter: WireRequest {
    /// The names of the members, which are the same in queries, options and forms.
    package static let names: Set<String> =
        ["at", "cancelled", "disrupted", "late", "misdirected", "overdue", "routingStatus", "transportStatus", "unrouted"]

    /// Reads `at`?, `cancelled`?, `disrupted`?, `late`?, `misdirected`?, `overdue`?, `routingStatus`?, `transportStatus`?, `unrouted`?.
    ///
    /// `at` is a location code, `overdue` is an ISO 8601 duration, the statuses are words, and the others are true or false as text. Anything else is reported as
    /// `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let place = reader.optional("at", as: UnLocode.self)
        let isCancelled = reader.optional("cancelled", as: Word<Flag>.self)
        let disrupted = reader.optional("disrupted", as: Word<Flag>.self)
        let late = reader.optional("late", as: Word<Flag>.self)
        let misdirected = reader.optional("misdirected", as: Word<Flag>.self)
        let overdueBy = reader.optional("overdue", as: ISODuration.self)
        let routingStatus = reader.optional("routingStatus", as: Word<RoutingStatus>.self)
        let transportStatus = reader.optional("transportStatus", as: Word<TransportStatus>.self)
        let unrouted = reader.optional("unrouted", as: Word<Flag>.self)
        try reader.finish()
        var needs: Set<AttentionReason> = []
        if try disrupted.get()?.value == .true { needs.insert(.disrupted) }
        if try late.get()?.value == .true { needs.insert(.late) }
        if try misdirected.get()?.value == .true { needs.insert(.misdirected) }
        if try unrouted.get()?.value == .true { needs.insert(.unrouted) }
        self.init(
            needs: needs,
            place: try place.get(),
            routingStatus: try routingStatus.get()?.value,
            transportStatus: try transportStatus.get()?.value,
            isCancelled: try isCancelled.get()?.value == .true,
            overdueBy: try overdueBy.get()?.duration
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
    /// Reads `at`?, `attention`?, `customerId`?, `limit`?, `routingStatus`?, `start`?, `transportStatus`?.
    ///
    /// `attention` is a need or `OVERDUE`. A word that isn't known is reported as `shape_invalid`.
    /// - Throws: `validation_failed`, with a problem for each invalid member.
    public init(_ input: Input) throws(DomainError) {
        var reader = RequestReader(input)
        let place = reader.optional("at", as: UnLocode.self)
        let attention = reader.optional("attention", as: Word<Attention>.self)
        let customerId = reader.optional("customerId", as: CustomerId.self)
        let limit = reader.count("limit", in: PageSize.range, default: 100)
        let routingStatus = reader.optional("routingStatus", as: Word<RoutingStatus>.self)
        let start = reader.optional("start", as: ReadWorklist.Position.self)
        let transportStatus = reader.optional("transportStatus", as: Word<TransportStatus>.self)
        try reader.finish()
        let attended = try attention.get()?.value
        self.init(
            customerId: try customerId.get(),
            filter: CargoFilter(
                needs: Set([attended.flatMap { AttentionReason(rawValue: $0.rawValue) }].compactMap(\.self)),
                place: try place.get(),
                routingStatus: try routingStatus.get()?.value,
                transportStatus: try transportStatus.get()?.value,
                overdueBy: attended == .overdue ? .zero : nil
            ),
            start: try start.get(),
            limit: try limit.get()
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
private struct Word<Value: RawRepresentable<String> & CaseIterable & Sendable>: InputValue {
    static var shape: Shape { .text }

    let value: Value

    init(input: Input) throws(DomainError) {
        let text = try String(input: input)
        guard let value = Value.allCases.first(where: { $0.rawValue.hasSameScalars(as: text) }) else { throw .shapeInvalid(path: "") }
        self.value = value
    }
}
