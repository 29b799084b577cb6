package cargo.domain.cargo

/** Whether a booking stands (CRG-8, CRG-11). The names are the spellings on the wire. */
enum class BookingStatus {
    /** The booking stands. */
    CONFIRMED,

    /** The booking was cancelled. */
    CANCELLED,
}
