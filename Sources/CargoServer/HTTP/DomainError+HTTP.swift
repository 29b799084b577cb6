#if Server
import CargoDomain

/// The HTTP status and title of each error code, as in `spec/errors.json`; a test compares them.
extension DomainError.Code {
    /// The response status for this code.
    var httpStatus: Int {
        switch self {
        case .shapeInvalid, .jsonInvalid, .protocolMalformed: 400
        case .voyageNotFound, .locationNotFound, .cargoNotFound: 404
        case .voyageAlreadyExists, .handlingRepeated, .claimBeforeOtherHandling, .cargoAlreadyClaimed, .itineraryStartsElsewhere,
            .destinationUnchanged, .cargoPositionUnknown, .trackingIdInUse, .concurrencyConflict:
            409
        case .trackingIdInvalid, .customerIdInvalid, .voyageNumberInvalid, .unLocodeInvalid, .locationNameInvalid, .instantInvalid,
            .instantOutOfRange, .integerOutOfRange, .fieldRequired, .validationFailed, .movementLocationsEqual, .movementTimesInvalid,
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

    /// A summary for people, the same for every failure with this code.
    var title: String {
        switch self {
        case .trackingIdInvalid: "This is no tracking id."
        case .customerIdInvalid: "This is no customer id."
        case .voyageNumberInvalid: "This is no voyage number."
        case .unLocodeInvalid: "This is no UN/LOCODE."
        case .locationNameInvalid: "This is no name of a location."
        case .instantInvalid: "This is no date and time with an offset."
        case .instantOutOfRange: "This moment lies outside 1970 to 9999."
        case .integerOutOfRange: "This number is out of range."
        case .fieldRequired: "This field is required."
        case .shapeInvalid: "A member is missing, unknown or of the wrong type."
        case .jsonInvalid: "This is no strict JSON."
        case .validationFailed: "Some fields are not valid."
        case .movementLocationsEqual: "A movement arrives elsewhere than it departs."
        case .movementTimesInvalid: "A movement arrives after it departs."
        case .scheduleEmpty: "A schedule has at least one movement."
        case .scheduleTooLong: "A schedule has at most 500 movements."
        case .scheduleNotConnected: "A movement departs from where the one before arrived."
        case .scheduleTimesOverlap: "A movement does not depart before the one before arrived."
        case .voyageAlreadyExists: "The voyage is registered with another schedule."
        case .voyageNotFound: "There is no such voyage."
        case .locationNotFound: "There is no such location."
        case .routeOriginIsDestination: "A cargo goes elsewhere than it starts."
        case .deadlineNotInFuture: "The deadline has to be ahead."
        case .legLocationsEqual: "A leg unloads elsewhere than it loads."
        case .legTimesInvalid: "A leg unloads after it loads."
        case .legNotOnSchedule: "The voyage does not call at these ports at these times."
        case .itineraryEmpty: "An itinerary has at least one leg."
        case .itineraryTooLong: "An itinerary has at most 100 legs."
        case .itineraryNotConnected: "A leg loads where the one before unloads."
        case .itineraryTimesOverlap: "A leg does not load before the one before unloads."
        case .handlingTypeInvalid: "This is no type of handling."
        case .handlingVoyageRequired: "Loading and unloading need a voyage."
        case .handlingVoyageProhibited: "This handling has no voyage."
        case .handlingCompletedAfterRegistration: "Handling is not completed in the future."
        case .handlingOfOtherCargo: "The event belongs to another cargo."
        case .handlingRepeated: "A cargo is received once and claimed once."
        case .claimBeforeOtherHandling: "A cargo is not claimed before other handling."
        case .cargoNotFound: "There is no such cargo."
        case .cargoAlreadyClaimed: "The cargo is claimed."
        case .itineraryNotSatisfying: "The itinerary does not do what the customer wants."
        case .itineraryStartsElsewhere: "The itinerary does not start where the cargo is."
        case .destinationUnchanged: "The cargo goes there already."
        case .cargoPositionUnknown: "Nobody knows where the cargo will come ashore."
        case .trackingIdInUse: "Another cargo has this tracking id."
        case .idempotencyKeyInvalid: "This is no idempotency key."
        case .idempotencyKeyReused: "This key stands for another booking."
        case .concurrencyConflict: "Somebody else saved first; try again."
        case .trackingIdsExhausted: "There are no more tracking ids."
        case .protocolMalformed: "This line is no request of the protocol."
        case .corruptRecord: "A stored record is broken."
        case .storeUnavailable: "The store cannot be used."
        case .storeFull: "The store is full."
        case .storeLocked: "Another process holds the store; try again."
        case .storeOutcomeUnknown: "The store can't tell whether the save was stored. Read it again."
        case .storeSchemaUnsupported: "The store is of a newer version."
        case .remoteUnavailable: "The service cannot be reached."
        case .remoteTimeout: "The service did not answer in time."
        case .remoteRejected: "The service refused the request."
        }
    }
}
#endif
