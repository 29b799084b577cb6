package io.github.cargokit.application.usecases

import io.github.cargokit.application.environment.Environment
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.domain.voyage.VoyageNumber

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

/** Returns the size of a page, or `integer_out_of_range` unless it is 1 to 1000. */
internal fun pageSize(limit: Int): Result<Int> =
    if (limit in ListCargos.LIMIT) Result.Success(limit)
    else Result.Failure(DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, limit.toString()))
