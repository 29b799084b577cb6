package io.github.cargokit.application.environment

import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.invalid
import kotlin.jvm.JvmInline

/** Stores the booking of each idempotency key, so that a repeated request books nothing twice (UC-1). */
public interface IdempotencyKeyRepository {
    /** Returns the reservation of a key; null if it has none. */
    public suspend fun find(key: IdempotencyKey): Result<BookingReservation?>

    /**
     * Durably stores a reservation for a key that has none yet. Called before the cargo is saved.
     *
     * Returns the key's reservation: this one, or the one that was stored first.
     */
    public suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation>
}

/** A client's key for one booking: 1 to 255 printable ASCII characters without spaces (UC-1). */
@JvmInline
public value class IdempotencyKey private constructor(
    /** The text as given. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        private const val LONGEST = 255

        /** Parses a key. Fails with `idempotency_key_invalid`, with the text as given. */
        public fun parse(text: String): Result<IdempotencyKey> =
            if (text.length in 1..LONGEST && text.all { it in '!'..'~' }) Result.Success(IdempotencyKey(text))
            else invalid(Code.IDEMPOTENCY_KEY_INVALID, text)
    }
}

/** The booking that a key was first used for, and its tracking id (UC-1). */
public data class BookingReservation(
    /** The tracking id of the cargo, which may not be booked yet. */
    public val trackingId: TrackingId,
    public val customerId: CustomerId,
    public val routeSpecification: RouteSpecification,
)
