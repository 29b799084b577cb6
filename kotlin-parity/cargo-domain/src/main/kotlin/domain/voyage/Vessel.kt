package io.github.cargokit.domain.voyage

import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.refused

/** The vessel of a voyage: its IMO number, its name, or both (VOY-5). */
@ConsistentCopyVisibility
public data class Vessel private constructor(
    /** The number that the ship keeps for life. */
    val imoNumber: IMONumber?,
    /** The name that it has now. */
    val name: VesselName?,
) {
    public companion object {
        /** Creates a vessel. Fails with `vessel_empty` if it has neither a number nor a name. */
        public fun create(imoNumber: IMONumber? = null, name: VesselName? = null): Result<Vessel> =
            if (imoNumber == null && name == null) refused(Code.VESSEL_EMPTY)
            else Result.Success(Vessel(imoNumber, name))
    }
}
