package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.HandlingLog
import io.github.cargokit.infrastructure.records.StoredRecord

/**
 * Decodes records into aggregates, which must pass reconstitution. The record's header must match the document (REP-5).
 */
internal object StoredAggregates {
    /** Decodes a cargo. Fails with `cargo_archived` for the record of a removed one (REP-9). */
    fun cargo(record: JournalRecord): Cargo {
        if (record.header.isRemoved) {
            val archive = archivePlace(record).archive
            throw StoreFailure(DomainError.cargoArchived(TrackingId.parse(record.header.id).orThrow(), archive))
        }
        val isOfSchema1 = record.header.schema == 1L
        val cargo = record.document(if (isOfSchema1) StoredRecord::cargoOfSchema1 else StoredRecord::cargo)
        val header = record.header
        record.check(
            cargo.trackingId.text == header.id && cargo.version == header.version &&
                cargo.customerId.text == header.customer,
        )
        record.check(isOfSchema1 || header.schema == RecordKind.schema(cargo))
        val entry = if (isOfSchema1) CargoIndexEntry() else CargoIndexEntry.of(cargo)
        record.check(header.cargoIndex == entry || header.cargoIndex == entry.copy(places = null))
        return cargo
    }

    /** Decodes where a removed cargo is. */
    fun archivePlace(record: JournalRecord): ArchivePlace = record.document(StoredRecord::archivePlace)

    /** Decodes what this kit keeps as it is. */
    fun input(record: JournalRecord): Input = record.document { Result.Success(it) }

    fun voyage(record: JournalRecord): Voyage = record.document(StoredRecord::voyage).also {
        record.check(it.number.text == record.header.id && it.version == record.header.version)
        record.check(record.header.schema == RecordKind.schema(it))
    }

    fun location(record: JournalRecord): Location = record.document(StoredRecord::location).also {
        record.check(it.unLocode.text == record.header.id)
    }

    /** Takes a record of a cargo's handling into the log: a registration (schema 1) or a retraction (schema 2). */
    fun take(record: JournalRecord, log: HandlingLog) {
        if (record.header.schema == RecordKind.SCHEMA) log.register(handlingEvent(record))
        else log.retract(retraction(record))
    }

    /** Checks a record of a cargo's handling. */
    fun checkHandling(record: JournalRecord) {
        if (record.header.schema == 1L) handlingEvent(record) else retraction(record)
    }

    private fun handlingEvent(record: JournalRecord): HandlingEvent =
        record.document(StoredRecord::handlingEvent).also { record.check(it.trackingId.text == record.header.id) }

    private fun retraction(record: JournalRecord): RetractedEvent =
        record.document(StoredRecord::retraction).also { record.check(it.event.trackingId.text == record.header.id) }

    fun reservation(record: JournalRecord): BookingReservation = record.document(StoredRecord::reservation)

    /** Returns a record's domain events in their stored form. */
    fun domainEvents(record: JournalRecord): List<Input> {
        val list = parse(record.line, record.header.events.start, record.header.events.end)
        return (list as? Input.Elements)?.elements ?: throw StoreFailure(DomainError.corruptRecord("shape_invalid"))
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
        val cause = "the ${header.kind} isn't the one that its record announces"
        throw StoreFailure.corrupt(header.id, cause)
    }
}
