package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.reservation
import io.github.cargokit.infrastructure.records.reservation

/** The idempotency keys of a JSON-file store. */
internal class JSONFileIdempotencyKeyRepository(private val store: JSONFileStore) : IdempotencyKeyRepository {
    override suspend fun find(key: IdempotencyKey): Result<BookingReservation?> = store.reading { stored(id(key)) }

    override suspend fun reserve(key: IdempotencyKey, reservation: BookingReservation): Result<BookingReservation> =
        store.reading {
            val id = id(key)
            stored(id)?.let { return@reading it }
            val document = bytes { reservation(reservation) }
            val write = Journal.Write(RecordKind.BOOKING_KEY, id, expectedVersion = 0, document = document)
            when (commit(listOf(write))) {
                is Outcome.Committed -> reservation
                is Outcome.Conflict -> stored(id) ?: throw StoreFailure(
                    DomainError.corruptRecord(
                        rule = "journal",
                        id = key.text,
                        cause = "the key conflicts, but has no reservation",
                    ),
                )
            }
        }

    private fun Journal.stored(id: String): BookingReservation? = read(RecordKind.BOOKING_KEY, id)?.let(::reservation)

    /**
     * The id of a key's record: ids have neither quotation marks nor backslashes, which are percent-encoded, as is `%`.
     */
    private fun id(key: IdempotencyKey): String = key.text.replace("%", "%25").replace("\"", "%22").replace("\\", "%5C")
}
