package io.github.cargokit.domain.cargo

import io.github.cargokit.domain.handling.CompletedActivity
import io.github.cargokit.domain.handling.HandlingType

/** Where a cargo is between its customer and the carriers (DLV-1). The names are the spellings on the wire. */
public enum class TransportStatus {
    /** The cargo has not been handled yet. */
    NOT_RECEIVED,

    /** The cargo is ashore. */
    IN_PORT,

    /** The cargo is on board a voyage. */
    ONBOARD_CARRIER,

    /** The customer has claimed the cargo. */
    CLAIMED,
    ;

    internal companion object {
        /** Derives the status from the last move. */
        fun after(lastMove: CompletedActivity?): TransportStatus = when (lastMove?.activity?.type) {
            null -> NOT_RECEIVED
            HandlingType.RECEIVE, HandlingType.UNLOAD -> IN_PORT
            HandlingType.LOAD -> ONBOARD_CARRIER
            HandlingType.CLAIM -> CLAIMED
            HandlingType.CUSTOMS -> error("CUSTOMS is no move")
        }
    }
}
