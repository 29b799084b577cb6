package io.github.cargokit.remote.repositories

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.application.input.Reading
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.reservation
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.http.percentEncoded

/** The idempotency keys in a remote store. */
internal class HTTPIdempotencyKeyRepository(private val client: RemoteClient) : IdempotencyKeyRepository {
    private val found = Reading.members {
        val reservation by optional(Records.reservation)
        build { Result.Success(reservation) }
    }

    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> =
        client.value(RemoteCall.get(path(key)), found)

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> =
        client.value(RemoteCall.send("PUT", path(key)) { reservation(reservation) }, found).then { stored ->
            if (stored == null) Result.Failure(RemoteClient.rejected("the key has no reservation"))
            else Result.Success(stored)
        }

    private fun path(key: IdempotencyKey) = "booking-reservation?key=${percentEncoded(key.text)}"
}
