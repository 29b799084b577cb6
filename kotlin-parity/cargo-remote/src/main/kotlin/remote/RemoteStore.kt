package io.github.cargokit.remote

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.environment.HandlingUnitOfWork
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.handling.HandlingEventRepository
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.shared.DomainEventFeed
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.voyage.VoyageRepository
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.repositories.HTTPCargoRepository
import io.github.cargokit.remote.repositories.HTTPDomainEventFeed
import io.github.cargokit.remote.repositories.HTTPHandlingEventRepository
import io.github.cargokit.remote.repositories.HTTPHandlingUnitOfWork
import io.github.cargokit.remote.repositories.HTTPIdempotencyKeyRepository
import io.github.cargokit.remote.repositories.HTTPLocationRepository
import io.github.cargokit.remote.repositories.HTTPVoyageRepository

/**
 * A store behind a `cargo-server`: the kit's repositories over HTTP.
 *
 * The service sets the times of domain events. The token needs the role `service`. REP-1 to REP-7 hold as they do for
 * the server's own store.
 *
 * If a response is lost, the call is sent again. For a save, the store then compares what is stored now to decide
 * whether the save succeeded. If that can't be decided, the error is `remote_unavailable` or `remote_timeout`, and its
 * cause says so.
 *
 * - `remote_unavailable`: the service can't be reached, breaks the connection, or fails.
 * - `remote_timeout`: the service is too slow.
 * - `remote_rejected`: the service refuses the call (for example because of an invalid token), or the response isn't
 *   one of a `cargo-server`.
 *
 * All other errors are those of the service's store. A cancelled call throws its coroutine's cancellation exception at
 * once and aborts the request. The service may have done a save that is cancelled after it was sent.
 *
 * To read without the service, put a `CachedCargoRepository` before [cargos].
 */
public class RemoteStore internal constructor(client: RemoteClient) : CargoStore {
    override val cargos: CargoRepository = HTTPCargoRepository(client)
    override val handlingEvents: HandlingEventRepository = HTTPHandlingEventRepository(client)
    override val handlingUnitOfWork: HandlingUnitOfWork = HTTPHandlingUnitOfWork(client)
    override val voyages: VoyageRepository = HTTPVoyageRepository(client)
    override val locations: LocationRepository = HTTPLocationRepository(client)
    override val idempotencyKeys: IdempotencyKeyRepository = HTTPIdempotencyKeyRepository(client)
    override val events: DomainEventFeed = HTTPDomainEventFeed(client)

    public companion object {
        /** The maximum length of a response in bytes, unless another is given. */
        public const val MOST_BYTES: Int = 64 shl 20

        /**
         * Creates a store without sending anything. The first call connects.
         *
         * Fails with `validation_failed` for the field `url` unless it is an `http:` or `https:` address without user,
         * query and fragment, and for the field `token` unless it is printable ASCII without spaces. A path in the
         * address before `/v1` is kept. With `http:`, anyone on the network path can read the token.
         */
        public fun create(
            url: String,
            token: String? = null,
            timeouts: RemoteTimeouts = RemoteTimeouts(),
            retry: RemoteRetry = RemoteRetry(),
            maximumBytes: Int = MOST_BYTES,
        ): Result<RemoteStore> {
            return RemoteClient.create(url, "/v1/repository/", token, timeouts, retry, maximumBytes).map(::RemoteStore)
        }
    }
}
