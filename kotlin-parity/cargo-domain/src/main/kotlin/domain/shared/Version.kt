package io.github.cargokit.domain.shared

/** The version of an aggregate: how many times it was saved, up to the largest integer on the wire (VAL-INT-1). */
@InternalCargoKitApi
public object Version {
    /** The largest integer on the wire: 2^53−1. */
    public const val MAXIMUM: Long = 9_007_199_254_740_991L

    /** Returns the version, or `integer_out_of_range` if it isn't between 0 and [MAXIMUM]. */
    public fun check(version: Long): Result<Long> =
        if (version in 0..MAXIMUM) Result.Success(version)
        else invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, version.toString())

    /**
     * Returns the version that the save after this one stores (REP-2), or `integer_out_of_range` if this one is already
     * [MAXIMUM].
     */
    public fun next(version: Long): Result<Long> =
        if (version in 0 until MAXIMUM) Result.Success(version + 1)
        else invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, (version.toULong() + 1u).toString())
}
