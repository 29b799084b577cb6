package io.github.cargokit.remote.http

/** A request to send. */
internal class RemoteRequest(
    val method: String,
    val url: String,
    val headers: List<Pair<String, String>>,
    val body: ByteArray?,
)

/** What came of sending a request. */
internal sealed interface Sent {
    /** A response. The names of the header fields are in lower case. */
    class Answer(val status: Int, val headers: Map<String, String>, val body: ByteArray) : Sent {
        /** The media type in lower case, without its parameters. */
        val mediaType: String? get() =
            headers["content-type"]?.substringBefore(';')?.filter { it != ' ' && it != '\t' }?.lowercase()
    }

    /** There is no usable response. `cause` is for the log. */
    class Failed(val kind: Kind, val cause: String) : Sent

    /** Why there is no usable response. */
    enum class Kind {
        /** No connection was made, so the service hasn't received the call. */
        UNREACHED,

        /** The other side couldn't be authenticated, so the service hasn't received the call. */
        UNTRUSTED,

        /** The connection broke or the response is malformed. The service may have received the call. */
        BROKEN,

        /** The call timed out. The service may have received it. */
        LATE,

        /** The response is longer than the limit. */
        TOO_LONG,
    }
}

/**
 * Sends single requests, with limits on time and size.
 *
 * It follows no redirects, which would send the token elsewhere; it keeps no cookies and no cache; and it verifies
 * certificates. If the calling coroutine is cancelled, it aborts the request and throws the cancellation exception.
 */
internal fun interface HTTPTransport {
    suspend fun send(request: RemoteRequest): Sent
}
