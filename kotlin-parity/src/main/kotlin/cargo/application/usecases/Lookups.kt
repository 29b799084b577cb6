package cargo.application.usecases

import cargo.domain.location.LocationRepository
import cargo.domain.location.UnLocode
import cargo.domain.shared.Result
import cargo.domain.shared.orElse

/** Checks that all of these locations are registered. Fails with the first one that isn't. */
internal suspend fun LocationRepository.requireAll(codes: Iterable<UnLocode>): Result<Unit> {
    for (code in codes) findByUnLocode(code).orElse { return it }
    return Result.Success(Unit)
}
