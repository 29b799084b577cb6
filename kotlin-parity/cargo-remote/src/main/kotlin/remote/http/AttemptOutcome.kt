package io.github.cargokit.remote.http

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import java.time.Instant
import java.time.ZonedDateTime
import java.time.format.DateTimeFormatter
import java.time.format.DateTimeParseException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.seconds

/** How one attempt of a call ended. */
internal sealed interface AttemptOutcome {
    /** The service did it. */
    class Done(val answer: Sent.Answer) : AttemptOutcome

    /**
     * The call failed. Another attempt may succeed if `isPassing`. The service may have done the call anyway if
     * `mayBeDone`. `wait` is how long the service asks to wait before another attempt.
     */
    class Failed(
        val error: DomainError,
        val isPassing: Boolean,
        val mayBeDone: Boolean,
        val wait: Duration? = null,
    ) : AttemptOutcome

    companion object {
        fun of(sent: Sent, now: Instant = Instant.now()): AttemptOutcome = when (sent) {
            is Sent.Answer -> if (sent.status in 200..299) Done(sent) else {
                val wait = sent.retryAfter(now)
                ProblemDocument.of(sent)?.let { reported(it, sent.status, wait) } ?: unreported(sent.status, wait)
            }
            is Sent.Failed -> when (sent.kind) {
                Sent.Kind.UNREACHED -> unavailable(sent.cause, isPassing = true, mayBeDone = false)
                Sent.Kind.UNTRUSTED -> unavailable(sent.cause, isPassing = false, mayBeDone = false)
                Sent.Kind.BROKEN -> unavailable(sent.cause, isPassing = true, mayBeDone = true)
                Sent.Kind.LATE ->
                    Failed(DomainError.technical(Code.REMOTE_TIMEOUT, sent.cause), isPassing = true, mayBeDone = true)
                Sent.Kind.TOO_LONG ->
                    Failed(DomainError.technical(Code.REMOTE_REJECTED, sent.cause), isPassing = false, mayBeDone = true)
            }
        }

        /** The service answered with a problem document. */
        private fun reported(problem: ProblemDocument, status: Int, wait: Duration?): AttemptOutcome {
            val error = problem.error
            if (error != null) {
                return when (error.code) {
                    Code.STORE_LOCKED -> Failed(error, isPassing = true, mayBeDone = false, wait)
                    Code.STORE_UNAVAILABLE, Code.STORE_OUTCOME_UNKNOWN, Code.REMOTE_UNAVAILABLE, Code.REMOTE_TIMEOUT ->
                        Failed(error, isPassing = true, mayBeDone = true, wait)
                    else -> Failed(error, isPassing = false, mayBeDone = false, wait)
                }
            }
            return when {
                // The service has something at the version that wasn't expected there.
                status == 412 -> Failed(
                    DomainError.relayed(Code.CONCURRENCY_CONFLICT, emptyList(), emptyList(), problem.cause),
                    isPassing = false, mayBeDone = false,
                )
                status == 408 || status == 429 -> unavailable(problem.cause, isPassing = true, mayBeDone = false, wait)
                status == 503 -> unavailable(problem.cause, isPassing = true, mayBeDone = true, wait)
                status >= 500 -> unavailable(problem.cause, isPassing = false, mayBeDone = true)
                else -> rejected(problem.cause)
            }
        }

        /** Something other than the service answered, such as a proxy. */
        private fun unreported(status: Int, wait: Duration?): AttemptOutcome {
            val cause = "the response has status $status and no problem document"
            return when {
                status == 408 || status == 429 -> unavailable(cause, isPassing = true, mayBeDone = false, wait)
                status == 502 || status == 503 -> unavailable(cause, isPassing = true, mayBeDone = true, wait)
                status == 504 ->
                    Failed(DomainError.technical(Code.REMOTE_TIMEOUT, cause), isPassing = true, mayBeDone = true, wait)
                status >= 500 -> unavailable(cause, isPassing = false, mayBeDone = true)
                else -> rejected(cause)
            }
        }

        private fun rejected(cause: String) =
            Failed(DomainError.technical(Code.REMOTE_REJECTED, cause), isPassing = false, mayBeDone = false)

        private fun unavailable(cause: String, isPassing: Boolean, mayBeDone: Boolean, wait: Duration? = null) =
            Failed(DomainError.technical(Code.REMOTE_UNAVAILABLE, cause), isPassing, mayBeDone, wait)
    }
}

private const val LONGEST_WAIT = 1_000_000_000L

/** The wait requested by `Retry-After`, given in seconds or as a date; null if the field is missing or invalid. */
internal fun Sent.Answer.retryAfter(now: Instant): Duration? {
    val field = headers["retry-after"] ?: return null
    field.toLongOrNull()?.let { return if (it >= 0) it.coerceAtMost(LONGEST_WAIT).seconds else null }
    val date = try {
        ZonedDateTime.parse(field, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant()
    } catch (_: DateTimeParseException) {
        return null
    }
    return java.time.Duration.between(now, date).seconds.coerceIn(0, LONGEST_WAIT).seconds
}
