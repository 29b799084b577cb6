package import CargoApplication
package import CargoDomain

extension ArchiveCargos.Report: WireObject {
    /// `{"archived","changed","read"}`.
    package static let form = ObjectForm<ArchiveCargos.Report>(
        "ArchiveReport",
        .member("archived", \.archived, schema: .list(of: TrackingId.schema)),
        .member("changed", \.changed, schema: .list(of: TrackingId.schema)),
        .member("read", \.readCount, example: 100)
    )

    private var readCount: Int64 { Int64(read) }
}

extension TrimStore.Report: WireObject {
    /// `{"first","firstBefore","keys","since"?,"stays","staysFor"?,"subscriptions"}`.
    package static let form = ObjectForm<TrimStore.Report>(
        "TrimReport",
        .member("first", \.first, example: 41),
        .member("firstBefore", \.firstBefore, example: 1),
        .member("keys", \.keyCount, example: 3),
        .optional("since", \.since),
        .member("stays", \.stays.name, example: "consumer"),
        .optional("staysFor", \.stays.subject, example: "search"),
        .member("subscriptions", \.subscriptionCount, example: 1)
    )

    private var keyCount: Int64 { Int64(keys) }
    private var subscriptionCount: Int64 { Int64(subscriptions) }
}

extension TrimStore.Reason {
    /// The reason's name on the wire.
    package var name: String {
        switch self {
        case .end: "end"
        case .young: "young"
        case .consumer: "consumer"
        case .cargo: "cargo"
        }
    }

    /// The consumer or the cargo for which the events stay; nil for other reasons.
    package var subject: String? {
        switch self {
        case .consumer(let name): name
        case .cargo(let trackingId): trackingId.text
        case .end, .young: nil
        }
    }
}

/// What was erased of a customer.
package struct ErasureReport: WireObject {
    /// `{"archivedCargos","cargos","pseudonym","records","subscriptions"}`.
    package static let form = ObjectForm<ErasureReport>(
        "ErasureReport",
        .member("archivedCargos", \.archivedCargos, example: 2),
        .member("cargos", \.cargos, schema: .list(of: TrackingId.schema)),
        .member("pseudonym", \.pseudonym),
        .member("records", \.records, example: 12),
        .member("subscriptions", \.subscriptions, example: 1)
    )

    /// How many cargos in archives were changed.
    package let archivedCargos: Int64
    /// The cargos in the store.
    package let cargos: [TrackingId]
    /// The id in the customer's place.
    package let pseudonym: CustomerId
    /// How many other records were changed or removed.
    package let records: Int64
    /// How many subscriptions were removed.
    package let subscriptions: Int64

    /// Creates a report.
    package init(_ report: EraseCustomer.Report, archivedCargos: Int, pseudonym: CustomerId) {
        self.archivedCargos = Int64(archivedCargos)
        cargos = report.cargos
        self.pseudonym = pseudonym
        records = Int64(report.records)
        subscriptions = Int64(report.subscriptions)
    }
}

/// Everything that is held of a customer, as one document (GDPR, article 15).
package struct CustomerDocument {
    private let customer: CustomerId
    private let held: ExportCustomer.Response
    private let archived: [ArchivedCargo]
    private let now: Instant

    /// Creates the document.
    package init(of customer: CustomerId, _ held: ExportCustomer.Response, archived: [ArchivedCargo], at now: Instant) {
        self.now = now
        self.customer = customer
        self.held = held
        self.archived = archived
    }

    /// Writes `{"archivedCargos":[…],"cargos":[{"cargo","handling"}],"customerId","events":[…],"subscriptions":[…],"tokens":[…]}`, an item on each line.
    ///
    /// Events have their actors only where these are the customer's own: the others are people of the company and of carriers.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"archivedCargos":["#)
        lines(archived, &writer) { contents(of: $0.contents, &$1) }
        writer.raw(#","cargos":["#)
        lines(held.cargos, &writer) { contents(of: $0, &$1) }
        writer.raw(#","customerId":"#)
        writer.plain(customer.text)
        writer.raw(#","events":["#)
        lines(held.events + archived.flatMap(\.events), &writer) { event, writer in
            let isOwn = event.actor?.belongs(to: customer) ?? false
            (isOwn ? event : event.withoutActor).write(to: &writer)
        }
        writer.raw(#","subscriptions":["#)
        lines(held.subscriptions, &writer) { SubscriptionView($0).write(to: &$1) }
        writer.raw(#","tokens":["#)
        lines(held.tokens, &writer) { TokenView($0, at: now).write(to: &$1) }
        writer.raw("}\n")
    }

    private func lines<Item>(_ items: [Item], _ writer: inout JSONWriter, _ write: (Item, inout JSONWriter) -> Void) {
        for (place, item) in items.enumerated() {
            writer.raw(place == 0 ? "\n" : ",\n")
            write(item, &writer)
        }
        writer.raw(items.isEmpty ? "]" : "\n]")
    }

    private func contents(of contents: StoredCargoContents, _ writer: inout JSONWriter) {
        writer.raw(#"{"cargo":"#)
        contents.cargo.write(to: &writer)
        writer.raw(#","handling":["#)
        for (place, record) in contents.handling.enumerated() {
            if place > 0 { writer.raw(",") }
            record.document.withUnsafeBytes { writer.raw($0) }
        }
        writer.raw("]}")
    }
}
