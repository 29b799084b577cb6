#if Server
import CargoDomain

/// The HTTP status of each error code, as in `spec/errors.json`; a test compares them.
extension DomainError.Code {
    /// The response status for this code.
    var httpStatus: Int {
        switch self {
        case .shapeInvalid, .jsonInvalid, .protocolMalformed: 400
        case .voyageNotFound, .locationNotFound, .cargoNotFound, .handlingEventNotFound: 404
        case .voyageAlreadyExists, .handlingRepeated, .claimBeforeOtherHandling, .cargoAlreadyClaimed, .cargoAlreadyReceived,
            .cargoCancelled, .cargoNotRouted, .referencesTooMany, .itineraryStartsElsewhere, .trackingIdInUse, .concurrencyConflict:
            409
        case .trackingIdInvalid, .customerIdInvalid, .voyageNumberInvalid, .unLocodeInvalid, .locationNameInvalid, .reasonInvalid,
            .referenceInvalid, .referenceTypeInvalid, .instantInvalid, .instantOutOfRange, .integerOutOfRange, .fieldRequired,
            .validationFailed, .movementLocationsEqual, .movementTimesInvalid,
            .scheduleEmpty, .scheduleTooLong, .scheduleNotConnected, .scheduleTimesOverlap, .routeOriginIsDestination,
            .deadlineNotInFuture, .legLocationsEqual, .legTimesInvalid, .legNotOnSchedule, .itineraryEmpty, .itineraryTooLong,
            .itineraryNotConnected, .itineraryTimesOverlap, .handlingTypeInvalid, .handlingVoyageRequired, .handlingVoyageProhibited,
            .handlingCompletedAfterRegistration, .handlingOfOtherCargo, .itineraryNotSatisfying, .idempotencyKeyInvalid,
            .idempotencyKeyReused:
            422
        case .corruptRecord, .storeSchemaUnsupported: 500
        case .remoteRejected: 502
        case .trackingIdsExhausted, .storeUnavailable, .storeLocked, .storeOutcomeUnknown, .remoteUnavailable: 503
        case .remoteTimeout: 504
        case .storeFull: 507
        }
    }
}
#endif
