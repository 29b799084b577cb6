package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.spelled

/** What a reported time is, the weaker one first (VOY-6). The names are the spellings on the wire. */
public enum class PortCallStatus {
    /** When the carrier expects it. */
    ESTIMATED,

    /** When it happened. */
    ACTUAL,
    ;

    public companion object {
        /**
         * Parses the exact upper-case spelling of a status. Fails with `port_call_status_invalid`, with the text as
         * given.
         */
        public fun parse(text: String): Result<PortCallStatus> =
            entries.spelled(text, DomainError.Code.PORT_CALL_STATUS_INVALID)
    }
}
