package io.github.cargokit.application.readmodels

import io.github.cargokit.domain.cargo.Cargo

/** Whether a booking stands (CRG-8, CRG-11). The names are the spellings on the wire. */
public enum class BookingStatus {
    /** The booking stands. */
    CONFIRMED,

    /** The booking was cancelled. */
    CANCELLED,
    ;

    internal companion object {
        fun of(cargo: Cargo): BookingStatus = if (cargo.isCancelled) CANCELLED else CONFIRMED
    }
}
