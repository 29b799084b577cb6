import CargoApplication
import CargoDomain

/// From records to aggregates, each through its reconstitution; what the header says must be what the document says (REP-5).
extension JournalRecord {
    func cargo() throws(DomainError) -> Cargo {
        let cargo = try withDocument(of: .cargo, CargoRecord.decode)
        try check(cargo.trackingId.text == header.id && cargo.version == version && cargo.customerId.text == header.customer)
        return cargo
    }

    func voyage() throws(DomainError) -> Voyage {
        let voyage = try withDocument(of: .voyage, VoyageRecord.decode)
        try check(voyage.number.text == header.id && voyage.version == version)
        return voyage
    }

    func location() throws(DomainError) -> Location {
        let location = try withDocument(of: .location, LocationRecord.decode)
        try check(location.unLocode.text == header.id)
        return location
    }

    func handlingEvent() throws(DomainError) -> HandlingEvent {
        let event = try withDocument(of: .handling, HandlingEventRecord.decode)
        try check(event.trackingId.text == header.id)
        return event
    }

    func reservation() throws(DomainError) -> BookingReservation {
        try withDocument(of: .bookingKey, BookingReservationRecord.decode)
    }

    private func check(_ isAlike: Bool) throws(DomainError) {
        guard isAlike else {
            throw .corruptRecord(rule: "journal", id: header.id, cause: "the \(header.kind) is not the one that its record names")
        }
    }
}
