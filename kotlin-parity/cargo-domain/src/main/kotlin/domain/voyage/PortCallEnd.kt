package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.spelled

/**
 * An end of a movement, in the order in which they are reached (VOY-6, VOY-7). The names are the spellings on the wire.
 */
public enum class PortCallEnd {
    /** The carrier departs. */
    DEPARTURE,

    /** The carrier arrives. */
    ARRIVAL,
    ;

    public companion object {
        /**
         * Parses the exact upper-case spelling of an end. Fails with `port_call_end_invalid`, with the text as given.
         */
        public fun parse(text: String): Result<PortCallEnd> =
            entries.spelled(text, DomainError.Code.PORT_CALL_END_INVALID)
    }
}
