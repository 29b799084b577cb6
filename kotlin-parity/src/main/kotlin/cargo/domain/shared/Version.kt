package cargo.domain.shared

/** The version of an aggregate: how often it was saved, within what the wire can carry (VAL-INT-1). */
internal object Version {
    /** 2^53−1, the largest integer on the wire. */
    const val MAXIMUM = 9_007_199_254_740_991L

    /** The version itself, or `integer_out_of_range`. */
    fun check(version: Long): Result<Long> =
        if (version in 0..MAXIMUM) Result.Success(version) else invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, version.toString())

    /** The version that a save stores over this one (REP-2), or `integer_out_of_range` with it once the wire could not carry it. */
    fun next(version: Long): Result<Long> =
        if (version in 0 until MAXIMUM) Result.Success(version + 1) else invalid(DomainError.Code.INTEGER_OUT_OF_RANGE, (version.toULong() + 1u).toString())
}
