package io.github.cargokit.infrastructure.records

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.retention.ArchivePlace
import io.github.cargokit.domain.cargo.ArchiveName
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

/**
 * Restores aggregates from their stored form. Fails with `corrupt_record`, with the rule that is broken and, if it can
 * be read, the id (READ-3, REP-5).
 */
public object StoredRecord {
    /** Restores a cargo. */
    public fun cargo(stored: Input): Result<Cargo> = ofCargo(stored, Records.cargo)

    /** Restores a cargo that version 1 of the rules stored (DLV-10). */
    public fun cargoOfSchema1(stored: Input): Result<Cargo> = ofCargo(stored, CargoOfSchema1.reading)

    /** Restores a voyage. */
    public fun voyage(stored: Input): Result<Voyage> =
        reconstitute(stored, Records.voyage) {
            text(stored, "voyageNumber")?.takeIf { VoyageNumber.parse(it) is Result.Success }
        }

    /** Restores a location. */
    public fun location(stored: Input): Result<Location> = reconstitute(stored, Records.location) {
        text(stored, "unLocode")?.let { (UnLocode.parse(it) as? Result.Success)?.value?.text }
    }

    /** Restores a handling event. */
    public fun handlingEvent(stored: Input): Result<HandlingEvent> = ofCargo(stored, Records.handlingEvent)

    /** Restores the retraction of a handling event. */
    public fun retraction(stored: Input): Result<RetractedEvent> = ofCargo(stored, Records.retraction)

    /** Restores a domain event. */
    public fun domainEvent(stored: Input): Result<DomainEvent> =
        reconstitute(stored, DomainEventRecord.reading) { text(stored, "eventId") }

    /** Restores the reservation of an idempotency key. */
    public fun reservation(stored: Input): Result<BookingReservation> = ofCargo(stored, Records.reservation)

    /** Restores the place of a removed cargo, which is the document of the record that says so. */
    public fun archivePlace(stored: Input): Result<ArchivePlace> = reconstitute(stored, Records.archivePlace) {
        text(stored, "archive")?.takeIf { ArchiveName.parse(it) is Result.Success }
    }

    /** Returns the text of a member, even if the rest of the record is invalid. */
    internal fun text(stored: Input, name: String): String? =
        ((stored as? Input.Members)?.get(name) as? Input.Text)?.text

    /** The rule that an error names, or else its code. */
    private fun rule(error: DomainError): String {
        val rule = error.params.firstOrNull { error.code == Code.CORRUPT_RECORD && it.name == "rule" }
        return (rule as? DomainError.Parameter.Text)?.text ?: error.code.text
    }

    /** Restores what belongs to a cargo, whose tracking id is its own. */
    private fun <T> ofCargo(stored: Input, reading: Reading<T>): Result<T> =
        reconstitute(stored, reading) { text(stored, "trackingId")?.takeIf { TrackingId.parse(it) is Result.Success } }

    private inline fun <T> reconstitute(stored: Input, reading: Reading<T>, id: () -> String?): Result<T> =
        when (val result = reading.read(stored)) {
            is Result.Success -> result
            is Result.Failure -> Result.Failure(DomainError.corruptRecord(rule = rule(result.error), id = id()))
        }
}
