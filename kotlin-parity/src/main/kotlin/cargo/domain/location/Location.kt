package cargo.domain.location

/** A place that voyages call at; two are the same place iff their codes are equal (VAL-LOC-2). Any code goes with any name. */
data class Location(
    /** The identity. */
    val unLocode: UnLocode,
    /** What people call it. */
    val name: LocationName,
) {
    /** Whether both are the same place, whatever their names. */
    fun isSameLocation(other: Location): Boolean = unLocode == other.unLocode
}
