package io.github.cargokit.remote.http

import io.github.cargokit.application.input.Reading
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.currentRequest
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.shared.then
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.remote.Pacer
import io.github.cargokit.remote.RemoteAddress
import io.github.cargokit.remote.RemoteRetry
import io.github.cargokit.remote.RemoteTimeouts
import kotlin.time.TimeMark
import kotlin.time.TimeSource

/** A call of an API. `path` comes after the API's own, percent-encoded, with the query. */
internal class RemoteCall(
    val method: String,
    val path: String,
    val headers: Map<String, String> = emptyMap(),
    val body: ByteArray? = null,
    /** Whether the call has the same effect if the service does it twice. */
    val isRepeatable: Boolean = true,
) {
    companion object {
        fun get(path: String) = RemoteCall("GET", path)

        fun get(path: String, vararg parameters: Pair<String, Any?>) = get(path + query(*parameters))

        fun send(method: String, path: String, body: JSONWriter.() -> Unit) =
            RemoteCall(method, path, body = JSONWriter().apply(body).toBytes())

        /** Saves an aggregate over the version it was loaded with; 0 for a new one. */
        fun save(path: String, over: Long, body: JSONWriter.() -> Unit): RemoteCall {
            val condition = if (over == 0L) "If-None-Match" to "*" else "If-Match" to "\"$over\""
            return RemoteCall("PUT", path, mapOf(condition), JSONWriter().apply(body).toBytes())
        }
    }
}

/**
 * The result of a call's last attempt, and the error of an attempt that the service may have done; null if there was
 * none.
 */
internal class RemoteOutcome(val result: Result<Sent.Answer>, val doubt: DomainError?)

/**
 * Makes calls to an API, retrying if that may help, and decodes the responses.
 *
 * A call that isn't safe to repeat is only sent again if the service hasn't done it. All calls of the repository API
 * are safe: they read, compare and set, set the same value again, or draw an id that goes unused if the response is
 * lost.
 *
 * @param base the address of the API, with a slash at its end.
 */
internal class RemoteClient(
    private val base: String,
    private val token: String?,
    private val transport: HTTPTransport,
    private val retry: RemoteRetry,
    private val pacer: Pacer,
) {
    private class Absence(val error: DomainError, val end: TimeMark)

    @Volatile
    private var absence: Absence? = null

    /** Makes a call. */
    suspend fun call(call: RemoteCall): RemoteOutcome {
        val request = request(call)
        absence?.takeIf { it.end.hasNotPassedNow() }?.let {
            return RemoteOutcome(
                Result.Failure(it.error.explained("not sent, because the service was just unavailable")),
                doubt = null,
            )
        }
        var doubt: DomainError? = null
        var attempt = 1
        while (true) {
            when (val outcome = AttemptOutcome.of(transport.send(request))) {
                is AttemptOutcome.Done -> return RemoteOutcome(Result.Success(outcome.answer), doubt)
                is AttemptOutcome.Failed -> {
                    if (outcome.mayBeDone) doubt = outcome.error
                    val mayRepeat = outcome.isPassing && (call.isRepeatable || !outcome.mayBeDone)
                    val pause = if (mayRepeat) retry.backoff(attempt, outcome.wait, pacer.fraction()) else null
                    if (pause == null) {
                        val told = outcome.error.explained("attempt $attempt of ${maxOf(retry.maximumAttempts, 1)}")
                        note(told)
                        return RemoteOutcome(Result.Failure(told), doubt)
                    }
                    pacer.wait(pause)
                    attempt++
                }
            }
        }
    }

    private fun note(error: DomainError) {
        val isAbsent = error.code == Code.REMOTE_UNAVAILABLE || error.code == Code.REMOTE_TIMEOUT
        if (isAbsent && retry.circuitBreakDuration.isPositive()) {
            absence = Absence(error, TimeSource.Monotonic.markNow() + retry.circuitBreakDuration)
        }
    }

    private suspend fun request(call: RemoteCall): RemoteRequest {
        val headers = mutableListOf("Accept" to "application/json")
        token?.let { headers += "Authorization" to "Bearer $it" }
        currentRequest()?.let { request ->
            request.id?.let { headers += "X-Request-Id" to it.text }
            request.actor?.let { headers += "Cargo-Actor" to it.text }
        }
        headers += call.headers.toList()
        if (call.body != null) headers += "Content-Type" to "application/json"
        return RemoteRequest(call.method, base + call.path, headers, call.body)
    }

    /** Makes a call, and decodes the response. */
    suspend fun <T> value(call: RemoteCall, reading: Reading<T>): Result<T> =
        call(call).result.then { read(it, reading) }

    /**
     * Performs an operation, and decodes the response, whose unknown members are ignored.
     *
     * If an earlier response was lost, a conflict may come from what that attempt did.
     */
    suspend fun <T> answer(call: RemoteCall, reading: Reading<T>): Result<T> {
        val outcome = call(call)
        val result = outcome.result.then { read(it, reading.ignoringUnknown()) }
        val isConflict = result is Result.Failure && result.error.code == Code.CONCURRENCY_CONFLICT
        if (outcome.doubt == null || !isConflict) return result
        return Result.Failure(outcome.doubt.explained("it is unknown whether it was done"))
    }

    /**
     * Saves an aggregate.
     *
     * If a response was lost, decides from what is stored now whether the save succeeded. `stored` returns the stored
     * version, and whether it is what the save would have stored.
     */
    suspend fun save(call: RemoteCall, over: Long, stored: suspend () -> Result<Pair<Long, Boolean>>): Result<Unit> {
        // Any server can answer 200, but only the service returns the version that it stored.
        return settled(call(call), isDone = { it.headers["etag"]?.endsWith("\"${over + 1}\"") ?: false }) { failure ->
            val (version, isOurs) = stored().orElse { return@settled null }
            when {
                isOurs -> Result.Success(Unit)
                version == over + 1 && failure.code == Code.CONCURRENCY_CONFLICT -> Result.Failure(failure)
                else -> null
            }
        }
    }

    /**
     * Decides what came of a save; `decide` looks at what is stored if the outcome is in doubt, and returns null if it
     * can't tell.
     */
    suspend fun settled(
        outcome: RemoteOutcome,
        isDone: (Sent.Answer) -> Boolean,
        decide: suspend (DomainError) -> Result<Unit>?,
    ): Result<Unit> {
        val failure: DomainError
        var doubt = outcome.doubt
        when (val result = outcome.result) {
            is Result.Success -> {
                if (result.value.status == 204 && isDone(result.value)) return Result.Success(Unit)
                failure = rejected("the response to a save has status ${result.value.status} and no saved version")
                doubt = failure
            }
            is Result.Failure -> failure = result.error
        }
        if (doubt == null) return Result.Failure(failure)
        return decide(failure) ?: Result.Failure(doubt.explained("it is unknown whether it was saved"))
    }

    companion object {
        /** Returns a client of the API at a path of a service. Fails with `validation_failed`. */
        fun create(
            url: String,
            path: String,
            token: String?,
            timeouts: RemoteTimeouts,
            retry: RemoteRetry,
            maximumBytes: Int,
        ): Result<RemoteClient> {
            val base = RemoteAddress.base(url).orElse { return it }
            val checked = RemoteAddress.token(token).orElse { return it }
            val transport = JavaHTTPTransport(timeouts, maximumBytes)
            return Result.Success(RemoteClient(base + path, checked, transport, retry, Pacer.REAL))
        }

        /** The failure of a response that isn't one of a `cargo-server`. */
        fun rejected(cause: String): DomainError = DomainError.technical(Code.REMOTE_REJECTED, cause)

        /**
         * Decodes a JSON response. The service stores nothing that breaks a rule, so a violation is `remote_rejected`,
         * too.
         */
        fun <T> read(answer: Sent.Answer, reading: Reading<T>): Result<T> {
            val input = if (answer.status in 200..201 && answer.mediaType == "application/json") answer.input else null
            if (input == null) {
                return Result.Failure(
                    rejected(
                        "unreadable response: status ${answer.status}, content type ${answer.mediaType ?: "none"}",
                    ),
                )
            }
            val error = when (val result = reading.read(input)) {
                is Result.Success -> return result
                is Result.Failure -> result.error
            }
            return Result.Failure(
                rejected(
                    (listOf("the response violates ${error.code.text}") + error.params.map { it.toString() })
                        .joinToString(),
                ),
            )
        }
    }
}
