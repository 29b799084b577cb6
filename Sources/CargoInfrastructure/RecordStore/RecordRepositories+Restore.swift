import CargoApplication
package import CargoDomain
import CargoWire

extension RecordRepositories {
    /// Fills an empty store from an export, with all versions and the order of the domain events.
    ///
    /// Restores everything or nothing.
    ///
    /// The whole document is held in memory.
    /// - Throws: `json_invalid`, `shape_invalid` or `integer_out_of_range` if the document isn't an export; the rule's code if it contains
    ///   an invalid value; `store_unavailable` if the store already holds one of the records.
    package func restore(_ document: [UInt8]) async throws(DomainError) {
        let writes = try Self.writes(document)
        guard try await isWhole() else { throw Self.notEmpty }
        switch await store.commit(writes) {
        case .committed: return
        case .failed(let error): throw error
        case .conflict: throw Self.notEmpty
        }
    }

    private static var notEmpty: DomainError { .technical(.storeUnavailable, cause: "the store is not empty") }

    /// Checks a document as `restore` does, without storing anything.
    package static func checkDocument(_ document: [UInt8]) throws(DomainError) { _ = try writes(document) }

    private static func writes(_ document: [UInt8]) throws(DomainError) -> [RecordWrite] {
        let input = try document.withUnsafeBufferPointer { (bytes) throws(DomainError) in
            try JSONParser.parse(UnsafeRawBufferPointer(bytes), hugeIntegers: .kept)
        }
        return try StoreRestoration(input).writes()
    }
}

/// Turns an export into the writes that restore it.
///
/// Each aggregate is written once for every version it had, because the journal counts versions. The older versions are stored with the
/// newest state, since they are never read.
struct StoreRestoration {
    private static let shape = Shape.members(
        .required("bookingKeys", .list(.members(.required("key", .text), .required("reservation", .any)))),
        .required("cargos", .list(.any)),
        .required("domainEvents", .list(DomainEvent.shape)),
        .required("format", .integer),
        .required("handlingEvents", .list(.any)),
        .required("locations", .list(Location.shape)),
        .required("voyages", .list(Voyage.shape))
    )

    private struct Root {
        let kind: RecordKind
        let id: String
        var schema: Int?
        let customer: String?
        let keys: CargoKeys?
        let version: Int64
        let document: (Int64) -> [UInt8]
        var stored: Int64 = 0
    }

    private let input: Input
    private var result: [RecordWrite] = []

    init(_ input: Input) throws(DomainError) {
        try Self.shape.check(input)
        guard case .integer(StoreDocument.format) = input["format"] else {
            throw .technical(.storeSchemaUnsupported, cause: "the document's format is not supported")
        }
        self.input = input
    }

    /// Returns all records in the order in which to store them.
    consuming func writes() throws(DomainError) -> [RecordWrite] {
        var restoration = self
        try restoration.addReferenceData()
        try restoration.addRoots()
        try restoration.addHandlingEvents()
        return restoration.result
    }

    private mutating func addReferenceData() throws(DomainError) {
        for location: Location in try input.value("locations", as: [Location].self) {
            add(.location, location.unLocode.text, LocationRecord.encode(location))
        }
        for entry in input["bookingKeys"]?.asList ?? [] {
            let key = try IdempotencyKey(try entry.value("key", as: String.self))
            let reservation: BookingReservation = try entry.value("reservation")
            add(.bookingKey, BookingKeyId.id(of: key.text), BookingReservationRecord.encode(reservation))
        }
    }

    private mutating func addHandlingEvents() throws(DomainError) {
        var counts: [TrackingId: Int64] = [:]
        for entry in input["handlingEvents"]?.asList ?? [] {
            let record = try HandlingRecord.read(entry)
            let count = counts[record.event.trackingId, default: 0]
            counts[record.event.trackingId] = count + 1
            result.append(record.write(after: count))
        }
    }

    /// Adds the versions of all cargos and voyages with the domain events they raised, in the order of the events.
    private mutating func addRoots() throws(DomainError) {
        var roots = try roots()
        var index: [String: Int] = [:]
        for (place, root) in roots.enumerated() { index["\(root.kind.name) \(root.id)"] = place }
        for (place, event) in try input.value("domainEvents", as: [DomainEvent].self).enumerated() {
            guard event.sequence == Int64(place) + 1 else { throw .shapeInvalid(path: "domainEvents[\(place)].sequence") }
            let kind: RecordKind = event.aggregateType == .cargo ? .cargo : .voyage
            guard let root = index["\(kind.name) \(event.aggregateId)"], event.aggregateVersion >= 1,
                event.aggregateVersion <= roots[root].version, event.aggregateVersion >= roots[root].stored
            else { throw .shapeInvalid(path: "domainEvents[\(place)].aggregateVersion") }
            let isNew = event.aggregateVersion > roots[root].stored
            // The events of one save are adjacent. A save can't have more events once another save's have followed.
            guard isNew || (result.last?.kind == kind && result.last?.id == event.aggregateId) else {
                throw .shapeInvalid(path: "domainEvents[\(place)].aggregateVersion")
            }
            advance(&roots[root], to: event.aggregateVersion)
            result[result.count - 1].events.append(DomainEventRecord.encode(event.stored(as: 0)))
        }
        for place in roots.indices { advance(&roots[place], to: roots[place].version) }
    }

    private func roots() throws(DomainError) -> [Root] {
        var roots: [Root] = []
        for entry in input["cargos"]?.asList ?? [] {
            let cargo = try CargoRecord.readOfAnySchema(entry)
            roots.append(
                Root(
                    kind: .cargo,
                    id: cargo.trackingId.text,
                    customer: cargo.customerId.text,
                    keys: CargoKeys(of: cargo),
                    version: cargo.version
                ) { version in
                    var writer = JSONWriter()
                    cargo.write(to: &writer, version: version)
                    return writer.bytes
                }
            )
        }
        for voyage in try input.value("voyages", as: [Voyage].self) {
            roots.append(
                Root(
                    kind: .voyage,
                    id: voyage.number.text,
                    schema: voyage.documentSchema,
                    customer: nil,
                    keys: nil,
                    version: voyage.version
                ) { version in
                    var writer = JSONWriter()
                    voyage.write(to: &writer, version: version)
                    return writer.bytes
                }
            )
        }
        return roots
    }

    private mutating func advance(_ root: inout Root, to version: Int64) {
        while root.stored < version {
            var write = RecordWrite(
                kind: root.kind,
                id: root.id,
                expectedVersion: root.stored,
                schema: root.schema,
                customer: root.customer,
                document: root.document(root.stored + 1)
            )
            if let keys = root.keys { write.index(by: keys) }
            result.append(write)
            root.stored += 1
        }
    }

    private mutating func add(_ kind: RecordKind, _ id: String, _ document: [UInt8]) {
        result.append(RecordWrite(kind: kind, id: id, expectedVersion: 0, document: document))
    }
}
