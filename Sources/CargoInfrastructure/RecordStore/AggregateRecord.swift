import CargoApplication
import CargoDomain
import CargoWire
import RecordJournal

/// A stored record: its columns and its document.
package protocol AggregateRecord: Sendable {
    /// The id of the aggregate.
    var id: String { get }
    /// The version of the aggregate, starting at 1.
    var version: Int64 { get }
    /// The schema version of the document.
    var schema: Int { get }
    /// The customer of a cargo; `nil` for other kinds.
    var customer: String? { get }

    /// Returns whether the record carries these keys; true if its keys are kept elsewhere.
    func has(_ keys: CargoKeys) -> Bool

    /// Returns whether the record says this status; true if it is kept elsewhere.
    func has(status: String) -> Bool

    /// Passes the document's bytes, canonical JSON, to `body`.
    func withDocument<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value
}

/// Decodes records into aggregates, which must pass reconstitution. The record's columns must match the document (REP-5).
extension AggregateRecord {
    /// Whether the record says that its id was removed.
    package var isRemoved: Bool { schema == RecordKind.removedSchema }

    /// Decodes where a removed cargo is.
    /// - Throws: `corrupt_record`.
    func archivePlace() throws(DomainError) -> ArchivePlace { try withDocument(ArchivePlaceRecord.decode) }

    func cargo() throws(DomainError) -> Cargo {
        if isRemoved, let trackingId = try? TrackingId(id) { throw .cargoArchived(trackingId, in: try archivePlace().archive) }
        let cargo = try decodedCargo()
        try check(.cargo, cargo.trackingId.text == id && cargo.version == version && cargo.customerId.text == customer)
        let keys = CargoKeys(of: cargo)
        try check(.cargo, has(keys) && (schema < CargoKeys.oldestSchema || schema == keys.schema))
        return cargo
    }

    func voyage() throws(DomainError) -> Voyage {
        guard (1...RecordKind.voyage.schema).contains(schema) else { throw unsupportedSchema(of: .voyage) }
        let voyage = try withDocument(VoyageRecord.decode)
        try check(.voyage, voyage.number.text == id && voyage.version == version && schema == voyage.documentSchema)
        return voyage
    }

    func location() throws(DomainError) -> Location {
        let location = try withDocument(of: .location, LocationRecord.decode)
        try check(.location, location.unLocode.text == id)
        return location
    }

    func handlingRecord() throws(DomainError) -> HandlingRecord {
        let record = try decodedHandlingRecord()
        try check(.handling, record.event.trackingId.text == id)
        return record
    }

    func reservation() throws(DomainError) -> BookingReservation {
        try withDocument(of: .bookingKey, BookingReservationRecord.decode)
    }

    /// Decodes a partition, whose version is the version of the record.
    func outboxPartition() throws(DomainError) -> OutboxPartition {
        let partition = try withDocument(of: .relay, OutboxPartitionRecord.decode)
        try check(.relay, id.hasSuffix(":\(partition.number)"))
        return try OutboxPartition(
            number: partition.number,
            version: version,
            position: partition.position,
            lease: partition.lease,
            held: partition.held
        )
    }

    /// Decodes a subscription, whose version is the version of the record.
    func subscription() throws(DomainError) -> Subscription {
        guard (1...RecordKind.subscription.schema).contains(schema) else { throw unsupportedSchema(of: .subscription) }
        let subscription = try withDocument(SubscriptionRecord.decode)
        try check(.subscription, subscription.id.text == id && schema == subscription.documentSchema)
        return subscription.stored(as: version)
    }

    /// Decodes the progress of a subscription's deliveries, whose version is the version of the record.
    func subscriptionProgress() throws(DomainError) -> SubscriptionProgress {
        try withDocument(of: .delivery, SubscriptionProgressRecord.decode).stored(as: version)
    }

    /// Decodes a carrier's event, whose version is the version of the record.
    func carrierEvent() throws(DomainError) -> CarrierEvent {
        let event = try withDocument(of: .carrierEvent, CarrierEventRecord.decode)
        try check(.carrierEvent, event.id.text == id && has(status: event.state.status.rawValue))
        return event.stored(as: version)
    }

    /// Decodes the origins of a cargo's handling, whose version is the version of the record.
    func carrierLog() throws(DomainError) -> CarrierLog {
        let log = try withDocument(of: .carrierLog, CarrierLogRecord.decode)
        try check(.carrierLog, log.trackingId.text == id)
        return log.stored(as: version)
    }

    /// Decodes an entry of access, whose version is the version of the record.
    func accessEntry() throws(DomainError) -> AccessEntry {
        let id = id
        let entry = try withDocument(of: .access) { (bytes) throws(DomainError) in try AccessEntryRecord.decode(bytes, id: id) }
        try check(.access, entry.id == id)
        return entry.stored(as: version)
    }

    private func check(_ kind: RecordKind, _ isAlike: Bool) throws(DomainError) {
        guard isAlike else {
            throw .corruptRecord(rule: "journal", id: id, cause: "the \(kind.name) has another id than its record")
        }
    }
}

extension RecordFields {
    /// Whether the header of a cargo that has its keys there has these.
    private func has(_ keys: CargoKeys) -> Bool { has(RecordKeys(keys)) || has(RecordKeys(keys, namesPlace: false)) }

    /// Decodes a cargo that has its keys in the header.
    ///
    /// Returns `nil` if it isn't one, fails reconstitution, or doesn't match the header.
    func soundCargo() -> Cargo? {
        guard (CargoKeys.oldestSchema...RecordKind.cargo.schema).contains(schema) else { return nil }
        do throws(DomainError) {
            let cargo = try CargoRecord.decode(documentBytes)
            guard version == cargo.version, Self.isSame(id, cargo.trackingId.text), let customer,
                Self.isSame(customer, cargo.customerId.text)
            else { return nil }
            let keys = CargoKeys(of: cargo)
            return schema == keys.schema && has(keys) ? cargo : nil
        } catch { return nil }
    }

    /// Whether the record's aggregate passes reconstitution and matches the header.
    ///
    /// Also true for a record without a document, and for one of an unknown kind.
    var isSoundAggregate: Bool {
        guard schema > 0 else { return true }
        do throws(DomainError) {
            if kind.elementsEqual(RecordKind.cargo.name.utf8), (CargoKeys.oldestSchema...RecordKind.cargo.schema).contains(schema) {
                // Most records are cargos, so decode them without copying.
                return soundCargo() != nil
            }
            guard let known = RecordKind.all.first(where: { kind.elementsEqual($0.name.utf8) }) else { return true }
            let record = record()
            if record.isRemoved {
                if known == .cargo { _ = try record.archivePlace() }
                return true
            }
            guard schema <= known.schema else { return false }
            switch known {
            case .cargo: _ = try record.cargo()
            case .voyage: _ = try record.voyage()
            case .location: _ = try record.location()
            case .bookingKey: _ = try record.reservation()
            case .relay: _ = try record.outboxPartition()
            case .subscription: _ = try record.subscription()
            case .delivery: _ = try record.subscriptionProgress()
            case .carrierEvent: _ = try record.carrierEvent()
            case .carrierLog: _ = try record.carrierLog()
            case .access: _ = try record.accessEntry()
            default: _ = try record.handlingRecord()
            }
            return true
        } catch { return false }
    }
}
