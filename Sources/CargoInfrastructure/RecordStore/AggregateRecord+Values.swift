import CargoApplication
import CargoDomain

/// From records to aggregates, each through its reconstitution; what stands beside the document must be what the document says (REP-5).
extension AggregateRecord {
    func cargo() throws(DomainError) -> Cargo {
        let cargo = try withDocument(of: .cargo, CargoRecord.decode)
        try check(.cargo, cargo.trackingId.text == id && cargo.version == version && cargo.customerId.text == customer)
        return cargo
    }

    func voyage() throws(DomainError) -> Voyage {
        let voyage = try withDocument(of: .voyage, VoyageRecord.decode)
        try check(.voyage, voyage.number.text == id && voyage.version == version)
        return voyage
    }

    func location() throws(DomainError) -> Location {
        let location = try withDocument(of: .location, LocationRecord.decode)
        try check(.location, location.unLocode.text == id)
        return location
    }

    func handlingEvent() throws(DomainError) -> HandlingEvent {
        let event = try withDocument(of: .handling, HandlingEventRecord.decode)
        try check(.handling, event.trackingId.text == id)
        return event
    }

    func reservation() throws(DomainError) -> BookingReservation {
        try withDocument(of: .bookingKey, BookingReservationRecord.decode)
    }

    private func check(_ kind: RecordKind, _ isAlike: Bool) throws(DomainError) {
        guard isAlike else {
            throw .corruptRecord(rule: "journal", id: id, cause: "the \(kind.name) is not the one that its record names")
        }
    }
}
