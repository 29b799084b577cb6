package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.application.readmodels.CargoFilter
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.cargo.has
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.PageLimit
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** Reads a page of the cargos that pass a filter: those of a customer, or of all if it is null. */
internal suspend fun Environment.list(
    filter: CargoFilter,
    customer: CustomerId?,
    after: TrackingId?,
    limit: Int,
): Result<Page<Cargo, TrackingId>> {
    // The store has no index for the filter's other conditions, and for one need only.
    val query = CargoQuery(customer, filter.place, need = filter.needs.minOrNull())
    if (filter.isEmpty) return cargos.find(query, after, limit)
    return page(filter, after, limit) { last, most ->
        cargos.find(query, last, if (query == CargoQuery()) PageLimit.RANGE.last else most)
    }
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
    val isMet = (filter.place == null || filter.place == cargo.delivery.currentPort) &&
        (filter.routingStatus == null || filter.routingStatus == cargo.delivery.routingStatus) &&
        (filter.transportStatus == null || filter.transportStatus == cargo.delivery.transportStatus) &&
        (!filter.isCancelled || cargo.isCancelled) && filter.needs.all(cargo::has)
    return if (isMet && filter.overdueBy != null) isOverdue(cargo, filter.overdueBy) else Result.Success(isMet)
}

private suspend fun Environment.isOverdue(cargo: Cargo, by: Duration): Result<Boolean> {
    if (cargo.isCancelled || cargo.itinerary == null || cargo.isClaimed) return Result.Success(false)
    val history = handlingEvents.findHistory(cargo.trackingId).orElse { return it }
    val derived = cargo.derivingDeliveryProgress(history).orElse { return it }
    val now = clock.now()
    val since = outlook(derived, history).orElse { return it }?.overdueSince(now) ?: return Result.Success(false)
    return Result.Success((now.epochMilliseconds - since.epochMilliseconds).milliseconds > by)
}
