package cargo.application.readmodels

import cargo.domain.cargo.TrackingId

/** Says that a cargo was changed; to see how it is now, track it. */
class CargoChanged(val trackingId: TrackingId)
