package cargo.application.readmodels

import cargo.domain.cargo.TrackingId

/** Confirms that a cargo is as the command asked for, with the version that is stored now. Use `TrackCargo` to read its new state. */
class CargoChanged(val trackingId: TrackingId, val version: Long)
