package io.github.cargokit.remote

import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds

/** How long one attempt of a call may take. */
public data class RemoteTimeouts(
    /** The time until the response begins, including name lookup, connecting, sending, and the service's own work. */
    val response: Duration = 10.seconds,
    /** The time until the response is complete. */
    val total: Duration = 60.seconds,
)
