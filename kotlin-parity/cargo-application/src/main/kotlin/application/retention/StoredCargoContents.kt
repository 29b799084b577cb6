package io.github.cargokit.application.retention

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.handling.RetractedEvent
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result

/** A cargo with everything that a store holds of it alone, and that leaves the store with it. */
public class StoredCargoContents private constructor(
    /** The cargo as it was saved last. */
    public val cargo: Cargo,
    /** The registrations and retractions of its handling, in their order. */
    public val handling: List<HandlingRecord>,
    /**
     * Which handling came from which event of a carrier, as it is stored; null if none did.
     *
     * The Swift kit writes it. Kotlin's keeps it as it is.
     */
    public val origins: Input?,
) {
    public companion object {
        /** Creates contents. Fails with `handling_of_other_cargo`. */
        public fun create(
            cargo: Cargo,
            handling: List<HandlingRecord>,
            origins: Input? = null,
        ): Result<StoredCargoContents> =
            if (handling.all { it.event.trackingId == cargo.trackingId }) {
                Result.Success(StoredCargoContents(cargo, handling, origins))
            } else {
                Result.Failure(DomainError.rule(Code.HANDLING_OF_OTHER_CARGO))
            }
    }
}

/** A record of a cargo's handling. */
public sealed interface HandlingRecord {
    /** The event that is registered or retracted. */
    public val event: HandlingEvent

    /** An event was registered. */
    public data class Registration(override val event: HandlingEvent) : HandlingRecord

    /** An event was retracted. */
    public data class Retraction(val retraction: RetractedEvent) : HandlingRecord {
        override val event: HandlingEvent get() = retraction.event
    }
}
