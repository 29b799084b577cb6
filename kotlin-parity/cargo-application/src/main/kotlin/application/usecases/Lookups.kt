package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.RequestFields
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.has
import io.github.cargokit.domain.cargo.overdueSince
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** Checks that all of these locations are registered. Fails with the first one that isn't. */
internal suspend fun LocationRepository.requireAll(codes: Collection<UnLocode>): Result<Unit> {
    val known = findAll(codes).orElse { return it }
    val missing = codes.firstOrNull { it !in known } ?: return Result.Success(Unit)
    return Result.Failure(DomainError.locationNotFound(missing))
}

/**
 * Finds a cargo, and checks its version if the caller expects one.
 *
 * Fails with `cargo_not_found`, `concurrency_conflict`.
 */
internal suspend fun Environment.cargo(trackingId: TrackingId, expectedVersion: Long?): Result<Cargo> {
    val cargo = cargos.findByTrackingId(trackingId).orElse { return it }
    if (expectedVersion == null || expectedVersion == cargo.version) return Result.Success(cargo)
    return Result.Failure(
        DomainError.concurrencyConflict(trackingId, expected = expectedVersion, actual = cargo.version),
    )
}

/** Finds a voyage, as [cargo] does. Fails with `voyage_not_found`, `concurrency_conflict`. */
internal suspend fun Environment.voyage(number: VoyageNumber, expectedVersion: Long?): Result<Voyage> {
    val voyage = voyages.findByNumber(number).orElse { return it }
    if (expectedVersion == null || expectedVersion == voyage.version) return Result.Success(voyage)
    return Result.Failure(DomainError.concurrencyConflict(number, expected = expectedVersion, actual = voyage.version))
}

/** Reads the size of a page, which is 100 if the request doesn't say. */
internal fun RequestFields.pageLimit() = optional(pageLimits, ListCargos.DEFAULT_LIMIT)

private val pageLimits = Reading(Shape.Integer) { Readings.integer(ListCargos.LIMIT).read(it).map(Long::toInt) }

/** Returns the size of a page, or `integer_out_of_range` unless it is 1 to 1000. */
internal fun pageSize(limit: Int): Result<Int> =
    if (limit in ListCargos.LIMIT) Result.Success(limit)
    else Result.Failure(DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, limit.toString()))

/** Reads a page of the cargos that pass a filter: those of a customer, or of all if it is null. */
internal suspend fun Environment.list(
    filter: CargoFilter,
    customer: CustomerId?,
    after: TrackingId?,
    limit: Int,
): Result<Page<Cargo, TrackingId>> {
    val now = clock.now()
    if (filter.isAnyNeedEnough && filter.needs.size > 1) {
        val queries = filter.needs.map { filter.query(it, now).copy(customer = customer) }
        return page(filter, after, limit) { last, most -> cargos.findAny(queries, last, most) }
    }
    // The store has an index for each need; the filter checks the rest.
    val query = filter.query(filter.needs.minOrNull(), now).copy(customer = customer)
    if (filter.isEmpty) return cargos.find(query, after, limit)
    return page(filter, after, limit) { last, most ->
        cargos.find(query, last, if (query == CargoQuery()) PageLimit.RANGE.last else most)
    }
}

/** Reads a page of the cargos that meet any of some queries: a page for each, merged. */
internal suspend fun CargoRepository.findAny(
    queries: List<CargoQuery>,
    after: TrackingId?,
    limit: Int,
): Result<Page<Cargo, TrackingId>> {
    val found = HashMap<TrackingId, Cargo>()
    var isComplete = true
    for (query in queries) {
        val page = find(query, after, limit).orElse { return it }
        page.items.associateByTo(found) { it.trackingId }
        if (page.next != null) isComplete = false
    }
    val items = found.values.sortedBy { it.trackingId }.take(limit)
    val isLast = isComplete && items.size == found.size
    return Result.Success(Page(items, next = if (isLast) null else items.lastOrNull()?.trackingId))
}

/** Reads a page of the cargos that pass a filter and a further condition. `source` reads the pages to choose from. */
internal suspend fun Environment.page(
    filter: CargoFilter,
    after: TrackingId?,
    limit: Int,
    isWanted: (Cargo) -> Boolean = { true },
    source: suspend (after: TrackingId?, limit: Int) -> Result<Page<Cargo, TrackingId>>,
): Result<Page<Cargo, TrackingId>> {
    val found = ArrayList<Cargo>()
    var last = after
    while (true) {
        // One more than wanted, which tells whether there is a next page.
        val page = source(last, minOf(limit - found.size + 1, PageLimit.RANGE.last)).orElse { return it }
        for (cargo in page.items) {
            if (!isWanted(cargo) || !passes(cargo, filter).orElse { return it }) continue
            if (found.size == limit) return Result.Success(Page(found, next = found.last().trackingId))
            found += cargo
        }
        last = page.next ?: return Result.Success(Page(found, next = null))
    }
}

private suspend fun Environment.passes(cargo: Cargo, filter: CargoFilter): Result<Boolean> {
    val isMet = filter.matches(cargo, clock.now())
    return if (isMet && filter.overdueBy != null) isOverdue(cargo, filter.overdueBy) else Result.Success(isMet)
}

private suspend fun Environment.isOverdue(cargo: Cargo, by: Duration): Result<Boolean> {
    val isAwaited = cargo.itinerary != null || cargo.pickUpBy != null
    if (cargo.isCancelled || cargo.isClaimed || !isAwaited) return Result.Success(false)
    val history = handlingEvents.findHistory(cargo.trackingId).orElse { return it }
    val derived = cargo.derivingDeliveryProgress(history).orElse { return it }
    val now = clock.now()
    val outlook = outlook(derived, history).orElse { return it }
    val since = derived.overdueSince(now, outlook) ?: return Result.Success(false)
    return Result.Success((now.epochMilliseconds - since.epochMilliseconds).milliseconds > by)
}
