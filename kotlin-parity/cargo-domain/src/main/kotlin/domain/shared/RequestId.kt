package io.github.cargokit.domain.shared

import kotlin.coroutines.AbstractCoroutineContextElement
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.coroutineContext
import kotlin.jvm.JvmInline

/** The id of a request, which can stand in a header, a log and every store as it is. */
@JvmInline
public value class RequestId private constructor(
    /** 1 to 128 letters, digits, `-`, `_` and `.`. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        private const val MAXIMUM_LENGTH = 128

        /** Returns the id; null if the text has another character, none, or more than 128. */
        public fun parse(text: String): RequestId? = RequestId(text).takeIf {
            text.length in 1..MAXIMUM_LENGTH &&
                text.all { it.isAsciiAlphanumeric || it == '-' || it == '_' || it == '.' }
        }
    }
}

/**
 * The request on whose behalf a coroutine works. Stores note its id and its actor in the domain events that they save,
 * and the remote repositories send both to the service.
 *
 * ```
 * withContext(Correlation(id, actor)) { kit.track(trackingId) }
 * ```
 */
public class Correlation(
    /** The request's id. */
    public val id: RequestId?,
    /** Who made the request. */
    public val actor: EventActor? = null,
) : AbstractCoroutineContextElement(Correlation) {
    override fun toString(): String = "Correlation($id, $actor)"

    /** The key of the element in a coroutine's context. */
    public companion object Key : CoroutineContext.Key<Correlation>
}

/** The request on whose behalf the calling coroutine works, if any. */
@InternalCargoKitApi
public suspend fun currentRequest(): Correlation? = coroutineContext[Correlation]
