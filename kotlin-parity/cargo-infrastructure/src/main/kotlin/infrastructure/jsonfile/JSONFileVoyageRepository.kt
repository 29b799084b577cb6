package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.RequestId
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.jsonfile.Journal.Outcome
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.bytes
import io.github.cargokit.infrastructure.jsonfile.StoredAggregates.voyage
import io.github.cargokit.infrastructure.records.domainEvent
import io.github.cargokit.infrastructure.records.voyage

/** The voyages of a JSON-file store. */
internal class JSONFileVoyageRepository(private val store: JSONFileStore) : VoyageRepository {
    override suspend fun findByNumber(number: VoyageNumber): Result<Voyage> = store.reading {
        stored(number) ?: throw StoreFailure(DomainError.voyageNotFound(number))
    }

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> =
        store.reading { numbers.distinct().mapNotNull { stored(it) } }

    override suspend fun save(voyage: Voyage): Result<Unit> {
        val write = write(voyage, currentRequest()).orElse { return it }
        return store.reading {
            val actual = if (voyage.version == 0L) 0 else stored(voyage.number)?.version ?: 0
            if (actual != voyage.version) throw conflict(voyage, actual)
            val outcome = commit(listOf(write))
            if (outcome is Outcome.Conflict) {
                stored(voyage.number)
                throw conflict(voyage, outcome.actual)
            }
        }
    }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        store.reading {
            page(
                index.ids(RecordKind.VOYAGE, after?.text),
                limit,
                Voyage::number,
            ) { read(RecordKind.VOYAGE, it)?.let(::voyage) }
        }

    override suspend fun findChanges(after: Long): Result<VoyageChanges> = store.reading {
        val saves = index.voyageSaves
        // A position past the end belongs to another journal, or to a lost tail: anything may have changed.
        val start = if (after in 0..saves.size) after.toInt() else 0
        val voyages = saves.drop(start).distinct().mapNotNull { number ->
            val found = StoreFailure.catching { read(RecordKind.VOYAGE, number)?.let(::voyage) }
            if (found is Result.Failure && found.error.code != Code.CORRUPT_RECORD) throw StoreFailure(found.error)
            (found as? Result.Success)?.value
        }
        VoyageChanges(voyages, position = saves.size.toLong())
    }

    private fun Journal.stored(number: VoyageNumber): Voyage? = read(RecordKind.VOYAGE, number.text)?.let(::voyage)

    private fun write(voyage: Voyage, request: RequestId?): Result<Journal.Write> {
        val version = Version.next(voyage.version).orElse { return it }
        val saved = Voyage.reconstitute(voyage.number, voyage.schedule, version).orElse { return it }
        val events = DomainEvent.raisedBy(voyage, version, store.clock.now(), sequence = null, request)
        return Result.Success(
            Journal.Write(
                RecordKind.VOYAGE,
                voyage.number.text,
                expectedVersion = voyage.version,
                document = bytes { voyage(saved) },
                events = events.map { bytes { domainEvent(it) } },
            ),
        )
    }

    private fun conflict(voyage: Voyage, actual: Long) =
        StoreFailure(DomainError.concurrencyConflict(voyage.number, expected = voyage.version, actual = actual))
}
