package io.github.cargokit.remote.repositories

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.infrastructure.records.DomainEventRecord
import io.github.cargokit.remote.http.PagedList
import io.github.cargokit.remote.http.RecordList
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient

/** The outbox of a remote store. */
internal class HTTPDomainEventFeed(private val client: RemoteClient) : DomainEventFeed {
    private val list = RecordList.reading(DomainEventRecord.reading)

    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> {
        if (limit !in PagedList.LIMIT) {
            return Result.Failure(DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, limit.toString()))
        }
        return client.value(
            RemoteCall.get("events?after=${after.coerceIn(0, Version.MAXIMUM)}&limit=$limit"),
            list,
        ).map { it.items }
    }
}
