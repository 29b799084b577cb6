package io.github.cargokit.remote.repositories

import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageChanges
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.voyage
import io.github.cargokit.remote.http.PagedList
import io.github.cargokit.remote.http.RecordList
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient

/** The voyages in a remote store. */
internal class HTTPVoyageRepository(private val client: RemoteClient) : VoyageRepository {
    private val list = RecordList.reading(Records.voyage)

    override suspend fun findByNumber(number: VoyageNumber): Result<Voyage> =
        client.value(RemoteCall.get("voyages/${number.text}"), Records.voyage)

    override suspend fun findAll(numbers: Collection<VoyageNumber>): Result<List<Voyage>> {
        val found = ArrayList<Voyage>()
        for (asked in numbers.toSortedSet().chunked(MOST_NUMBERS)) {
            val query = asked.joinToString(",") { it.text }
            found += client.value(RemoteCall.get("voyages-by-number?numbers=$query"), list).orElse { return it }.items
        }
        return Result.Success(found)
    }

    override suspend fun save(voyage: Voyage): Result<Unit> {
        val call = RemoteCall.save("voyages/${voyage.number.text}", over = voyage.version) {
            members {
                name("facts").facts(voyage.raisedFacts)
                name("voyage").voyage(voyage)
            }
        }
        return client.save(call, over = voyage.version) {
            findByNumber(
                voyage.number,
            ).map { it.version to (it.version == voyage.version + 1 && it.schedule == voyage.schedule) }
        }
    }

    override suspend fun findPage(after: VoyageNumber?, limit: Int): Result<Page<Voyage, VoyageNumber>> =
        paged("voyages").page(after, limit)

    override suspend fun findChanges(after: Long): Result<VoyageChanges> {
        val since = after.coerceIn(0, Version.MAXIMUM)
        return paged("voyage-changes").all("since=$since&")
            .then { (voyages, position) ->
                if (position == null) Result.Failure(RemoteClient.rejected("the changes have no position"))
                else Result.Success(VoyageChanges(voyages, position))
            }
    }

    private fun paged(path: String) = PagedList(client, path, Records.voyage, VoyageNumber::parse) { it.text }

    private companion object {
        /** The numbers in one request, which keep its target below 8 KiB. */
        const val MOST_NUMBERS = 200
    }
}
