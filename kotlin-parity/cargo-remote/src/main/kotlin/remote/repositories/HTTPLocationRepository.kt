package io.github.cargokit.remote.repositories

import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.records.Records
import io.github.cargokit.infrastructure.records.location
import io.github.cargokit.remote.http.PagedList
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient

/** The locations in a remote store. */
internal class HTTPLocationRepository(private val client: RemoteClient) : LocationRepository {
    override suspend fun findByUnLocode(unLocode: UnLocode): Result<Location> =
        client.value(RemoteCall.get("locations/${unLocode.text}"), Records.location)

    override suspend fun findPage(after: UnLocode?, limit: Int): Result<Page<Location, UnLocode>> =
        PagedList(client, "locations", Records.location, UnLocode::parse) { it.text }.page(after, limit)

    override suspend fun save(locations: List<Location>): Result<Unit> {
        if (locations.isEmpty()) return Result.Success(Unit)
        val call =
            RemoteCall.send("PUT", "locations") { members { name("items").elements(locations) { location(it) } } }
        return client.settled(client.call(call), isDone = { true }) { null }
    }
}
