package cargo.application.readmodels

import cargo.domain.cargo.TrackingId

/** Confirms that a cargo was changed. Use `TrackCargo` to read its new state. */
class CargoChanged(val trackingId: TrackingId)
