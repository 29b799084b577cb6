package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.readRequest
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.application.readmodels.CargoList
import io.github.cargokit.domain.cargo.AttentionReason
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.HoldType
import io.github.cargokit.domain.cargo.RoutingStatus
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.TransportStatus
import io.github.cargokit.domain.cargo.needs
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import kotlin.time.Duration

/**
 * Lists the worklist, page by page: disrupted cargos first, then misdirected, late, unrouted, held and uncollected
 * ones, then the rest, each by tracking id.
 *
 * A cargo with several needs is listed under the most urgent one. The store finds the cargos that need something by an
 * index, so a page costs what it shows.
 */
public class ReadWorklist(private val environment: Environment) : UseCase<ReadWorklist.Request, ReadWorklist.Response> {
    /** Where a page starts. */
    public data class Position(
        /** The need under which the page starts; null for the cargos that need nothing. */
        public val need: AttentionReason?,
        /** The last tracking id before the page; null if the page starts with the first cargo. */
        public val after: TrackingId? = null,
    ) {
        /** The need, a colon, and the tracking id, such as `LATE:ABC123`; `:ABC123` among cargos that need nothing. */
        override fun toString(): String = "${need?.name.orEmpty()}:${after?.text.orEmpty()}"

        public companion object {
            /** Reads the text of a position. Fails with `shape_invalid`, `tracking_id_invalid`. */
            public fun parse(text: String): Result<Position> {
                val colon = text.indexOf(':')
                if (colon < 0) return unknown()
                val word = text.take(colon)
                val id = text.drop(colon + 1)
                val need = AttentionReason.entries.firstOrNull { it.name == word }
                if (need == null && word.isNotEmpty()) return unknown()
                if (id.isEmpty()) return Result.Success(Position(need))
                return TrackingId.parse(id).map { Position(need, it) }
            }
        }
    }

    /** The cargos and the page to list. */
    public data class Request(
        /** Only cargos of this customer. */
        public val customerId: CustomerId? = null,
        public val filter: CargoFilter = CargoFilter(),
        /** Where to start; null for the first page. */
        public val start: Position? = null,
        /** The maximum number of cargos, 1 to 1000. */
        public val limit: Int = ListCargos.DEFAULT_LIMIT,
    )

    /** A page of cargos, those that need attention first. */
    public data class Response(
        public val cargos: List<CargoList.Entry>,
        /** The `start` of the next page; null on the last page. */
        public val next: Position?,
        /** When the list was read. */
        public val asOf: Instant,
    )

    /**
     * Reads the filter from `at`, `attention` (a need or `OVERDUE`), `hold`, `routingStatus`, `transportStatus` and
     * `voyage`, all optional.
     */
    override fun read(input: Input): Result<Request> = readRequest(input) {
        val at by optional(Readings.unLocode)
        val attention by optional(Readings.word(AttentionReason.entries.map { it.name } + OVERDUE) { it })
        val customerId by optional(Readings.customerId)
        val hold by optional(Readings.word(HoldType.entries) { it.name })
        val limit by pageLimit()
        val routingStatus by optional(Readings.word(RoutingStatus.entries) { it.name })
        val start by optional(Reading.text(::start))
        val transportStatus by optional(Readings.word(TransportStatus.entries) { it.name })
        val voyage by optional(Readings.voyageNumber)
        build {
            val needs = AttentionReason.entries.filter { it.name == attention }.toSet()
            val overdueBy = Duration.ZERO.takeIf { attention == OVERDUE }
            val filter = CargoFilter(
                needs, isAnyNeedEnough = false, at, voyage, hold, routingStatus, transportStatus, overdueBy = overdueBy,
            )
            Request(customerId, filter, start, limit)
        }
    }

    /** Fails with `integer_out_of_range`, `corrupt_record`. Without a customer, broken cargos are left out. */
    override suspend fun execute(request: Request): Result<Response> {
        val limit = pageSize(request.limit).orElse { return it }
        val now = environment.clock.now()
        val own = request.customerId?.let { id -> environment.cargos.findForCustomer(id).orElse { return it } }
        val found = ArrayList<Cargo>()
        fun page(next: Position?) = Result.Success(Response(found.map { CargoList.entry(it, now) }, next, now))
        for (need in needs(request)) {
            val after = request.start?.after.takeIf { need == request.start?.need }
            // Once the page is full, a look at what follows tells whether there is a next one.
            val size = maxOf(limit - found.size, 1)
            val isNext = { cargo: Cargo -> cargo.needs(now).firstOrNull() == need }
            val page = environment.page(request.filter, after, size, isNext) { last, most ->
                if (own != null) Result.Success(Page.cut(own, last, most) { it.trackingId })
                else environment.cargos.find(
                    request.filter.query(need, now),
                    last,
                    // Most of all cargos, or of those in a port, may be wanted under no need.
                    if (need == null) PageLimit.RANGE.last else most,
                )
            }.orElse { return it }
            if (found.size == limit) {
                if (page.items.isEmpty()) continue
                return page(Position(need, after))
            }
            found += page.items
            page.next?.let { return page(Position(need, it)) }
        }
        return page(next = null)
    }

    /** The needs to list, from the request's start on; null stands for none. */
    private fun needs(request: Request): List<AttentionReason?> {
        val wanted = if (request.filter.needs.isEmpty()) AttentionReason.entries + null else AttentionReason.entries
        return if (request.start == null) wanted else wanted.dropWhile { it != request.start.need }
    }

    /** A position that can't be read is `shape_invalid`, whatever is wrong with it. */
    private fun start(text: String): Result<Position> =
        Position.parse(text).let { if (it is Result.Failure) unknown() else it }

    private companion object {
        const val OVERDUE = "OVERDUE"

        fun unknown() = Result.Failure(DomainError.shapeInvalid(""))
    }
}
