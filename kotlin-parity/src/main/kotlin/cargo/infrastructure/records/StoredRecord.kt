package cargo.infrastructure.records

import cargo.application.input.Input
import cargo.application.input.Reading
import cargo.domain.cargo.Cargo
import cargo.domain.cargo.TrackingId
import cargo.domain.handling.HandlingEvent
import cargo.domain.handling.RetractedEvent
import cargo.domain.location.Location
import cargo.domain.location.UnLocode
import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.DomainEvent
import cargo.domain.shared.Result
import cargo.domain.voyage.Voyage
import cargo.domain.voyage.VoyageNumber

/**
 * Restores aggregates from their stored form. Fails with `corrupt_record`, with the rule that is broken and, if it can be read, the id
 * (REP-5).
 */
object StoredRecord {
    /** Restores a cargo. */
    fun cargo(stored: Input): Result<Cargo> =
        reconstitute(stored, Records.cargo) { text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success } }

    /** Restores a cargo that version 1 of the rules stored (DLV-10). */
    fun cargoOfSchema1(stored: Input): Result<Cargo> =
        reconstitute(stored, CargoOfSchema1.reading) { text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success } }

    /** Restores a voyage. */
    fun voyage(stored: Input): Result<Voyage> =
        reconstitute(stored, Records.voyage) { text(stored, "voyageNumber")?.takeIf { VoyageNumber.parse(it) is Result.Success } }

    /** Restores a location. */
    fun location(stored: Input): Result<Location> = reconstitute(stored, Records.location) {
        text(stored, "unLocode")?.let { (UnLocode.parse(it) as? Result.Success)?.value?.text }
    }

    /** Restores a handling event. */
    fun handlingEvent(stored: Input): Result<HandlingEvent> =
        reconstitute(stored, Records.handlingEvent) { text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success } }

    /** Restores the retraction of a handling event. */
    fun retraction(stored: Input): Result<RetractedEvent> =
        reconstitute(stored, Records.retraction) { text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success } }

    /** Restores a domain event. */
    fun domainEvent(stored: Input): Result<DomainEvent> = reconstitute(stored, DomainEventRecord.reading) { text(stored, "eventId") }

    /** Restores the tracking id that is reserved for an idempotency key. */
    fun reservation(stored: Input): Result<TrackingId> =
        reconstitute(stored, Records.reservation) { text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success } }

    /** Returns the text of a member, even if the rest of the record is invalid. */
    internal fun text(stored: Input, name: String): String? = ((stored as? Input.Members)?.get(name) as? Input.Text)?.text

    private inline fun <T> reconstitute(stored: Input, reading: Reading<T>, id: () -> String?): Result<T> =
        when (val result = reading.read(stored)) {
            is Result.Success -> result
            is Result.Failure -> if (result.error.code == Code.CORRUPT_RECORD) result
            else Result.Failure(DomainError.corruptRecord(rule = result.error.code.text, id = id()))
        }
}
