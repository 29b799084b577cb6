package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.spelled

/** What a voyage travels by (VOY-5). The names are the spellings on the wire. */
public enum class TransportMode {
    /** A seagoing ship. */
    VESSEL,

    /** A barge on inland waters. */
    BARGE,

    /** A train. */
    RAIL,

    /** A truck. */
    TRUCK,

    /** An aircraft. */
    AIR,
    ;

    public companion object {
        /**
         * Parses the exact upper-case spelling of a mode. Fails with `transport_mode_invalid`, with the text as given.
         */
        public fun parse(text: String): Result<TransportMode> =
            entries.spelled(text, DomainError.Code.TRANSPORT_MODE_INVALID)
    }
}
