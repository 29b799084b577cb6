package cargo.domain.routing

import cargo.domain.cargo.RouteSpecification
import cargo.domain.shared.DomainError.Code
import cargo.domain.shared.Instant
import cargo.domain.shared.Result
import cargo.domain.shared.Version
import cargo.domain.shared.invalid

/** A question for routes (RTG-1). */
class RouteSearch(
    /** What the routes have to satisfy. */
    val routeSpecification: RouteSpecification,
    /** The earliest time to leave the origin. */
    val departAfter: Instant,
    /** How wide and how long to look. */
    val options: Options = Options.DEFAULT,
) {
    /** The limits of a search, each within its range. */
    @ConsistentCopyVisibility
    data class Options private constructor(
        /** The most routes to give, 1 to 100. */
        val limit: Int,
        /** The most legs of a route, 1 to 16. */
        val maxLegs: Int,
        /** The least time between two voyages, in milliseconds. */
        val minimumConnection: Long,
    ) {
        companion object {
            /** Ten routes of at most 8 legs, no time lost between voyages. */
            val DEFAULT = Options(limit = 10, maxLegs = 8, minimumConnection = 0)

            /** Makes options. Fails with `integer_out_of_range`, checked in the order of the parameters. */
            fun create(limit: Long? = null, maxLegs: Long? = null, minimumConnection: Long? = null): Result<Options> = when {
                limit != null && limit !in LIMIT -> invalid(Code.INTEGER_OUT_OF_RANGE, limit.toString())
                maxLegs != null && maxLegs !in MAX_LEGS -> invalid(Code.INTEGER_OUT_OF_RANGE, maxLegs.toString())
                minimumConnection != null && minimumConnection !in MINIMUM_CONNECTION ->
                    invalid(Code.INTEGER_OUT_OF_RANGE, minimumConnection.toString())
                else -> Result.Success(
                    Options(
                        limit = limit?.toInt() ?: DEFAULT.limit,
                        maxLegs = maxLegs?.toInt() ?: DEFAULT.maxLegs,
                        minimumConnection = minimumConnection ?: DEFAULT.minimumConnection,
                    ),
                )
            }

            /** How many routes may be asked for. */
            val LIMIT: LongRange = 1L..100L

            /** How many legs a route may have. */
            val MAX_LEGS: LongRange = 1L..16L

            /** How long a connection may have to be. */
            val MINIMUM_CONNECTION: LongRange = 0L..Version.MAXIMUM
        }
    }
}
