package io.github.cargokit.remote.repositories

import io.github.cargokit.domain.shared.DomainEvent
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.records.DomainEventRecord
import io.github.cargokit.remote.http.RecordList
import io.github.cargokit.remote.http.RemoteCall
import io.github.cargokit.remote.http.RemoteClient

/** The outbox of a remote store. */
internal class HTTPDomainEventFeed(private val client: RemoteClient) : DomainEventFeed {
    private val list = RecordList.reading(DomainEventRecord.reading)

    override suspend fun events(after: Long, limit: Int): Result<List<DomainEvent>> {
        PageLimit.check(limit).orElse { return it }
        return client.value(
            RemoteCall.get("events?after=${after.coerceIn(0, Version.MAXIMUM)}&limit=$limit"),
            list,
        ).map { it.items }
    }
}
