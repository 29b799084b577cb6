package io.github.cargokit.domain.shared

import kotlin.jvm.JvmInline

/**
 * Who caused a domain event: a kind, a colon and a name, such as `token:ops` or `customer:ACME:portal` (REP-3).
 *
 * The kind has lower-case letters only.
 */
@JvmInline
public value class EventActor private constructor(
    /** 3 to 400 printable ASCII characters. */
    public val text: String,
) {
    override fun toString(): String = text

    public companion object {
        private const val MAXIMUM_LENGTH = 400
        private val printable = ' '..'~'

        /** Returns the actor; null if the text has another form. */
        public fun parse(text: String): EventActor? {
            val kind = text.substringBefore(':', missingDelimiterValue = "")
            val isValid = kind.isNotEmpty() && kind.all { it in 'a'..'z' } && text.all { it in printable } &&
                text.length in kind.length + 2..MAXIMUM_LENGTH
            return EventActor(text).takeIf { isValid }
        }
    }
}
