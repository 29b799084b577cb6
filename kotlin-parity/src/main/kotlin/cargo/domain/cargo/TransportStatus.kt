package cargo.domain.cargo

import cargo.domain.handling.Handled
import cargo.domain.handling.HandlingType

/** Where a cargo is on its way through the world (DLV-1); the names are the spellings on the wire. */
enum class TransportStatus {
    /** Nothing was done to it yet. */
    NOT_RECEIVED,

    /** Ashore. */
    IN_PORT,

    /** On a voyage. */
    ONBOARD_CARRIER,

    /** With the customer again. */
    CLAIMED,
    ;

    internal companion object {
        /** The status that the last thing done leaves a cargo in. */
        fun after(lastHandled: Handled?): TransportStatus = when (lastHandled?.activity?.type) {
            null -> NOT_RECEIVED
            HandlingType.RECEIVE, HandlingType.UNLOAD, HandlingType.CUSTOMS -> IN_PORT
            HandlingType.LOAD -> ONBOARD_CARRIER
            HandlingType.CLAIM -> CLAIMED
        }
    }
}
