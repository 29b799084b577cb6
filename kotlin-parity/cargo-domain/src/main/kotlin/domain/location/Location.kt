package io.github.cargokit.domain.location

/** A port or other place that voyages call at, identified by its UN/LOCODE (VAL-LOC-2). */
public data class Location(
    /** The cargo's identity. */
    val unLocode: UnLocode,
    /** The name for display. */
    val name: LocationName,
) {
    /** Returns whether both have the same UN/LOCODE, even if their names differ. */
    public fun isSameLocation(other: Location): Boolean = unLocode == other.unLocode
}
