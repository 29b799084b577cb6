package io.github.cargokit.infrastructure.cache

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code

private val codesOfUnavailability =
    setOf(Code.REMOTE_UNAVAILABLE, Code.REMOTE_TIMEOUT, Code.STORE_UNAVAILABLE, Code.STORE_LOCKED)

/** Whether the remote couldn't answer, so that a cached value may be used (CCH-4). */
public val DomainError.meansUnavailable: Boolean get() = code in codesOfUnavailability
