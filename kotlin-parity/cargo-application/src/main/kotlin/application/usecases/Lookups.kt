package io.github.cargokit.application.usecases

import io.github.cargokit.domain.location.LocationRepository
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse

/** Checks that all of these locations are registered. Fails with the first one that isn't. */
internal suspend fun LocationRepository.requireAll(codes: Iterable<UnLocode>): Result<Unit> {
    for (code in codes) findByUnLocode(code).orElse { return it }
    return Result.Success(Unit)
}
