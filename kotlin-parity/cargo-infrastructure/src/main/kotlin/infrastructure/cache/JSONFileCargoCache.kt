package io.github.cargokit.infrastructure.cache

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.JournalRecord
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.StoreFailure
import io.github.cargokit.infrastructure.jsonfile.StoreThread
import io.github.cargokit.infrastructure.jsonfile.page
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.cargo
import java.nio.file.Path
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.Dispatchers

/**
 * A cache in a directory, which survives restarts of the program.
 *
 * The directory holds a journal in the format of the JSON-file store, and several processes can share it.
 * `CachedCargoRepository` treats a damaged entry as missing (CCH-10). You can delete the directory at any time.
 */
public class JSONFileCargoCache private constructor(
    private val journal: Journal,
    private val thread: StoreThread,
) : CargoCache {
    /** Returns the entry of a cargo. Fails with `corrupt_record` if it is broken, or may have been lost to damage. */
    override suspend fun find(trackingId: TrackingId): Result<CachedCargo?> =
        reading { read(KIND, trackingId.text)?.let { entry(it) } }

    /** Replaces or removes the entries of some cargos, all in one commit. */
    override suspend fun update(
        trackingIds: Collection<TrackingId>,
        decide: (TrackingId, CachedCargo?) -> CachedCargo?,
    ): Result<Unit> = reading {
        while (true) {
            val writes = trackingIds.mapNotNull { id -> write(id, decide) }
            if (writes.isEmpty() || commit(writes) is Journal.Outcome.Committed) return@reading
            // Another writer changed one of them in the meantime: read them again.
            refresh()
        }
    }

    /** Returns a customer's entries, ordered by tracking id. Reads all entries; broken ones are left out. */
    override suspend fun findForCustomer(customerId: CustomerId): Result<List<CachedCargo>> = reading {
        index.ids(KIND).mapNotNull { sound(it) }.filter { it.cargo.customerId == customerId }.toList()
    }

    /** Reads a page of entries, ordered by tracking id. Broken ones are left out. */
    override suspend fun findPage(after: TrackingId?, limit: Int): Result<Page<CachedCargo, TrackingId>> = reading {
        page(index.ids(KIND, after?.text), limit, { it.cargo.trackingId }) { id -> read(KIND, id)?.let { entry(it) } }
    }

    /** Closes the files. Every call after it fails. */
    public suspend fun close(): Result<Unit> = thread.run { journal.close() }

    private suspend fun <T> reading(step: Journal.() -> T): Result<T> = thread.run {
        journal.refresh()
        journal.step()
    }

    /** Returns an entry; null if it is missing, removed or broken. */
    private fun Journal.sound(id: String): CachedCargo? =
        StoreFailure.unlessCorrupt { read(KIND, id)?.let { entry(it) } }

    /**
     * Returns the record to write; null if the entry stays as it is. A broken entry counts as missing, and is replaced.
     */
    private fun Journal.write(id: TrackingId, decide: (TrackingId, CachedCargo?) -> CachedCargo?): Journal.Write? {
        val record = read(KIND, id.text)
        val known = StoreFailure.catching { record?.let { entry(it) } }
        if (known is Result.Failure && known.error.code != Code.CORRUPT_RECORD) throw StoreFailure(known.error)
        val old = (known as? Result.Success)?.value
        val new = decide(id, old)
        if (new == old && known is Result.Success) return null
        return Journal.Write(
            KIND,
            id.text,
            expectedVersion = record?.header?.version ?: 0,
            document = document(new),
            customer = new?.cargo?.customerId?.text,
        )
    }

    public companion object {
        /** The default time to wait for another process's write, in milliseconds. */
        public const val LOCK_TIMEOUT: Long = 1_000L

        private val KIND = RecordKind("cached")

        private val READING = Reading.members {
            val asOf by required(Readings.instant)
            val cargo by required(Records.cargo)
            val isInDoubt by required(Readings.truth)
            build { Result.Success(CachedCargo(cargo, asOf, isInDoubt)) }
        }

        /**
         * Opens the cache in a directory, which must not be that of a store. Nothing is created before the first entry.
         *
         * Blocks threads of `dispatcher` only, one at a time. Fails as `JSONFileStore.open` does.
         */
        public suspend fun open(
            path: Path,
            lockTimeout: Long = LOCK_TIMEOUT,
            dispatcher: CoroutineDispatcher = Dispatchers.IO,
        ): Result<JSONFileCargoCache> {
            val thread = StoreThread(dispatcher)
            return thread.run { Journal.open(path, lockTimeout, allowsNetworkFileSystem = false) }
                .map { JSONFileCargoCache(it, thread) }
        }

        /** The stored form of an entry; `{}` for a removed one. */
        private fun document(entry: CachedCargo?): ByteArray = JSONWriter().apply {
            members {
                if (entry == null) return@members
                name("asOf").instant(entry.asOf)
                name("cargo").cargo(entry.cargo)
                name("isInDoubt").truth(entry.isInDoubt)
            }
        }.toBytes()

        /** Restores an entry; null for a removed one. Its id must be that of the record. */
        private fun entry(record: JournalRecord): CachedCargo? {
            val document = record.header.document
            val parsed = JSONParser.parse(record.line, document.start, document.end, JSONParser.HugeIntegers.KEPT)
            val input = (parsed as? Result.Success)?.value
            if (input is Input.Members && input.members.isEmpty()) return null
            val entry = (input?.let(READING::read) as? Result.Success)?.value
            if (entry != null && entry.cargo.trackingId.text == record.header.id) return entry
            val cause = "the entry breaks a rule, or isn't the one that its record announces"
            throw StoreFailure.corrupt(record.header.id, cause)
        }
    }
}
