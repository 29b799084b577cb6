package cargo.infrastructure.jsonfile

import cargo.application.input.Input
import cargo.domain.cargo.Cargo
import cargo.domain.handling.HandlingEvent
import cargo.domain.location.Location
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainEvent
import cargo.domain.shared.Result
import cargo.domain.voyage.Voyage
import cargo.infrastructure.jsoncodec.JSONParser
import cargo.infrastructure.jsoncodec.JSONWriter
import cargo.infrastructure.records.StoredRecord

/** Decodes records into aggregates, which must pass reconstitution. The record's header must match the document (REP-5). */
internal object StoredAggregates {
    fun cargo(record: JournalRecord): Cargo = record.document(StoredRecord::cargo).also {
        record.check(it.trackingId.text == record.header.id && it.version == record.header.version && it.customerId.text == record.header.customer)
    }

    fun voyage(record: JournalRecord): Voyage = record.document(StoredRecord::voyage).also {
        record.check(it.number.text == record.header.id && it.version == record.header.version)
    }

    fun location(record: JournalRecord): Location = record.document(StoredRecord::location).also {
        record.check(it.unLocode.text == record.header.id)
    }

    fun handlingEvent(record: JournalRecord): HandlingEvent = record.document(StoredRecord::handlingEvent).also {
        record.check(it.trackingId.text == record.header.id)
    }

    /** Checks the reservation of a booking key. This program keeps reservations but doesn't use them. */
    fun checkReservation(record: JournalRecord) = record.document(StoredRecord::reservation)

    /** Returns a record's domain events with their sequence numbers, from `firstSequence` on. Each event is decoded on demand. */
    fun domainEvents(record: JournalRecord, firstSequence: Long): List<Pair<Long, () -> DomainEvent>> {
        val list = parse(record.line, record.header.events.start, record.header.events.end)
        val events = (list as? Input.Elements)?.elements ?: throw StoreFailure(DomainError.corruptRecord("shape_invalid"))
        return events.mapIndexed { place, event ->
            val sequence = firstSequence + place
            sequence to { StoredRecord.domainEvent(event).orThrow().storedAs(sequence) }
        }
    }

    /** Returns the canonical JSON that `write` produces. */
    fun bytes(write: JSONWriter.() -> Unit): ByteArray = JSONWriter().apply(write).toBytes()

    private inline fun <T> JournalRecord.document(read: (Input) -> Result<T>): T =
        read(parse(line, header.document.start, header.document.end)).orThrow()

    private fun parse(bytes: ByteArray, start: Int, end: Int): Input =
        when (val parsed = JSONParser.parse(bytes, start, end, JSONParser.HugeIntegers.KEPT)) {
            is Result.Success -> parsed.value
            is Result.Failure -> throw StoreFailure(DomainError.corruptRecord(rule = parsed.error.code.text))
        }

    private fun JournalRecord.check(isAlike: Boolean) {
        if (isAlike) return
        val cause = "the ${header.kind} has another id than its record"
        throw StoreFailure(DomainError.corruptRecord(rule = "journal", id = header.id, cause = cause))
    }
}
