package io.github.cargokit.domain.routing

import io.github.cargokit.domain.cargo.RouteSpecification
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.Version
import io.github.cargokit.domain.shared.invalid
import io.github.cargokit.domain.voyage.VoyageNumber

/** A search for routes (RTG-1, RTG-7, RTG-8). */
public data class RouteSearch(
    /** The specification that the routes must satisfy. The origin doesn't matter to a cargo aboard. */
    public val routeSpecification: RouteSpecification,
    /** The earliest departure from the origin; for a cargo aboard, the earliest call at which it can leave its ship. */
    public val departAfter: Instant,
    /** The limits of the search. */
    public val options: Options = Options.DEFAULT,
    /** The ship that carries the cargo; `null` if the cargo is ashore. */
    public val aboard: OnboardPosition? = null,
    /** Whether routes may miss the deadline (RTG-8). */
    public val ignoreDeadline: Boolean = false,
) {
    /** The voyage that carries a cargo, and where and when the cargo was loaded onto it (RTG-7). */
    public data class OnboardPosition(
        public val voyageNumber: VoyageNumber,
        public val location: UnLocode,
        public val loadedAt: Instant,
    )

    /** The limits of a search, each within its range. */
    @ConsistentCopyVisibility
    public data class Options private constructor(
        /** The maximum number of routes to return, 1 to 100. */
        val limit: Int,
        /** The maximum number of legs of a route, 1 to 16. */
        val maxLegs: Int,
        /** The minimum time between two voyages, in milliseconds. */
        val minimumConnection: Long,
    ) {
        public companion object {
            /** Ten routes of at most 8 legs, with no minimum time between voyages. */
            public val DEFAULT: Options = Options(limit = 10, maxLegs = 8, minimumConnection = 0)

            /** Creates options. Fails with `integer_out_of_range`, checked in the order of the parameters. */
            public fun create(
                limit: Long? = null,
                maxLegs: Long? = null,
                minimumConnection: Long? = null,
            ): Result<Options> = when {
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

            /** The allowed numbers of routes. */
            public val LIMIT: LongRange = 1L..100L

            /** The allowed numbers of legs. */
            public val MAX_LEGS: LongRange = 1L..16L

            /** The allowed minimum times between two voyages, in milliseconds. */
            public val MINIMUM_CONNECTION: LongRange = 0L..Version.MAXIMUM
        }
    }
}
