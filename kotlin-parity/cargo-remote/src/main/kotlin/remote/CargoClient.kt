package io.github.cargokit.remote

import io.github.cargokit.application.CargoOperations
import io.github.cargokit.application.usecases.Operation
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.infrastructure.system.SystemClock
import io.github.cargokit.remote.http.RemoteClient
import io.github.cargokit.remote.operations.endpoint

/**
 * A client of a `cargo-server`: the kit's operations at the service, as `/openapi.json` describes them.
 *
 * The service applies the rules, and the role of the token decides what a call may do. To embed the service's store
 * instead, and apply the rules in this process, use a [RemoteStore], whose token needs the role `service`.
 *
 * A change without an expected version applies to whatever version the service has. If a response is lost, the call is
 * sent again, unless it is a booking without an idempotency key. If it can't be known whether a change was done, the
 * error is `remote_unavailable` or `remote_timeout`, and its cause says so.
 *
 * - `remote_unavailable`: the service can't be reached, breaks the connection, or fails.
 * - `remote_timeout`: the service is too slow.
 * - `remote_rejected`: the service refuses the call, or the response isn't one of a `cargo-server`. The cause names the
 *   service's code, such as `token_invalid` or `role_insufficient`.
 *
 * If a repeated call finds that an earlier attempt has done it, `isNew` is false, and `rollOver` lists what is left.
 *
 * All other errors are those of the use case. In these ways, an answer tells less than that of a `CargoKit`:
 *
 * - Entries of lists don't say whether a cargo is uncollected. Filter by the need instead.
 * - Failures of `rollOver` have no parameters.
 * - `track` fails with `remote_rejected` for a token that may only track, as it isn't told the customer.
 * - `cargosWith` also finds other spellings of a booking's or bill of lading's number if no cargo has it as given.
 *
 * Calls are cancelled as those of a [RemoteStore].
 */
public class CargoClient internal constructor(
    private val client: RemoteClient,
    override val clock: DomainClock,
) : CargoOperations {
    override suspend fun <Request, Response> perform(
        operation: Operation<Request, Response>,
        request: Request,
    ): Result<Response> = operation.endpoint.perform(client, request)

    public companion object {
        /**
         * Creates a client without sending anything. The first call connects.
         *
         * The parameters and errors are those of [RemoteStore.create]. `clock` is for times that a call leaves out; the
         * service refuses a time after its own.
         */
        public fun create(
            url: String,
            token: String? = null,
            timeouts: RemoteTimeouts = RemoteTimeouts(),
            retry: RemoteRetry = RemoteRetry(),
            maximumBytes: Int = RemoteStore.MOST_BYTES,
            clock: DomainClock = SystemClock,
        ): Result<CargoClient> =
            RemoteClient.create(url, "/v1/", token, timeouts, retry, maximumBytes).map { CargoClient(it, clock) }
    }
}
