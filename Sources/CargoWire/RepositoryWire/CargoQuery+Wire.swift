import CargoApplication
package import CargoDomain

/// A page of a query, as the parameters of a URL.
package struct CargoQueryPage: WireRequest {
    /// The conditions.
    package let query: CargoQuery
    /// The last tracking id of the previous page; nil for the first page.
    package let after: TrackingId?
    /// The maximum number of cargos, 1 to 1000.
    package let limit: Int

    private static let reference = Schema.text(length: 1...200, example: "CONTAINER:CSQU3054383")
    private static let form = RequestForm(
        nil,
        .optional("after", TrackingId.self),
        .optional("at", UnLocode.self, "Only cargos that lie in this port."),
        .optional("customer", CustomerId.self, "Only cargos of this customer."),
        .limit,
        .optional("need", Word<StoredNeed>.self, "Only cargos that need attention for this reason."),
        .optional(
            "reference",
            NamedReference.self,
            "Only cargos with this reference: its type, a colon and its value.",
            schema: reference
        ),
        .optional(
            "uncollectedAt",
            Instant.self,
            "Only cargos that lie at their destination and were to be collected before this time."
        ),
        .optional("voyage", VoyageNumber.self, "Only cargos whose itinerary has a leg on this voyage.")
    )

    /// The conditions as members of a JSON object, which describe the parameters of a URL.
    package static let conditions = form.members.filter { $0.name != "after" && $0.name != "limit" }

    /// Reads `after`?, `at`?, `customer`?, `limit`?, `need`?, `reference`?, `uncollectedAt`?, `voyage`?.
    /// - Throws: `validation_failed`.
    package init(_ input: Input) throws(DomainError) {
        let (after, place, customer, limit, need, reference, uncollectedAt, voyage) = try Self.form.read(input)
        query = CargoQuery(
            customer: customer,
            place: place,
            voyage: voyage,
            need: need?.value.need,
            reference: reference?.reference,
            uncollectedAt: uncollectedAt
        )
        (self.after, self.limit) = (after, limit)
    }
}

extension CargoQuery {
    /// The conditions as the parameters of a URL, in the order in which every client writes them.
    package var parameters: [(name: String, value: String)] {
        let values = [
            ("customer", customer?.text), ("at", place?.text), ("voyage", voyage?.text), ("need", need?.rawValue),
            ("reference", reference.map { "\($0.type.rawValue):\($0.value)" }), ("uncollectedAt", uncollectedAt?.description),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }
}

/// A need that a store finds cargos by, whatever the time.
private struct StoredNeed: RawRepresentable, CaseIterable, Sendable {
    static let allCases = AttentionReason.stored.map { StoredNeed(need: $0) }

    let need: AttentionReason
    var rawValue: String { need.rawValue }

    private init(need: AttentionReason) { self.need = need }

    init?(rawValue: String) {
        guard let need = AttentionReason(rawValue: rawValue), AttentionReason.stored.contains(need) else { return nil }
        self.need = need
    }
}

/// A reference as a type, a colon and a value, each spelled exactly.
private struct NamedReference: CanonicallyEncodable, InputValue {
    static let shape = Shape.text

    let reference: CargoReference

    init(input: Input) throws(DomainError) {
        let text = try String(input: input).unicodeScalars
        let type = text.prefix { $0 != ":" }
        reference = try CargoReference(try ReferenceType(String(type)), String(text.dropFirst(type.count + 1)))
    }

    func write(to writer: inout JSONWriter) { writer.text("\(reference)") }
}
