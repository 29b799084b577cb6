package cargo.domain.cargo

/** Draws tracking ids; a repository sees to it that none is given out twice (VAL-ID-2). */
fun interface TrackingIdGenerator {
    /** The next id, or null once there are no more. */
    fun next(): TrackingId?
}
