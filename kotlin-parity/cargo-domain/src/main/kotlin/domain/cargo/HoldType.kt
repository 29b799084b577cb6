package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.spelled

/** The kinds of hold (CRG-15), in the order in which a cargo has its holds. The names are the spellings on the wire. */
public enum class HoldType {
    /** The carrier holds the cargo. */
    CARRIER,

    /** Customs or another authority holds it. */
    CUSTOMS,

    /** The freight isn't paid. */
    FREIGHT,

    /** Another hold. */
    OTHER,

    /** The terminal holds it. */
    TERMINAL,
    ;

    public companion object {
        /** Parses the exact upper-case spelling of a type. Fails with `hold_type_invalid`, with the text as given. */
        public fun parse(text: String): Result<HoldType> = entries.spelled(text, DomainError.Code.HOLD_TYPE_INVALID)
    }
}
