package cargo.infrastructure.cache

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code

private val codesOfUnavailability = setOf(Code.REMOTE_UNAVAILABLE, Code.REMOTE_TIMEOUT, Code.STORE_UNAVAILABLE, Code.STORE_LOCKED)

/** Whether nobody could answer, so that nothing is said about what was asked for, and a cached value is better than none (CCH-4). */
val DomainError.meansUnavailable: Boolean get() = code in codesOfUnavailability
