#if CLI
import CargoDomain

/// What the process ends with: the numbers of sysexits(3) where they say it, small ones of our own where they do not.
enum ExitStatus: Int32, CaseIterable {
    /// Done; an empty list is done too.
    case done = 0
    /// A rule of the domain refused it.
    case refused = 1
    /// What was asked for is not there.
    case notFound = 3
    /// Some of it was done, some was rejected.
    case partlyDone = 4
    /// `track --exit-status`: a cargo is misdirected or late.
    case offTrack = 5
    /// The command line makes no sense.
    case usage = 64
    /// The data makes no sense.
    case badData = 65
    /// An input file is not there.
    case noInput = 66
    /// The backend cannot be reached.
    case unavailable = 69
    /// A bug of ours.
    case bug = 70
    /// Reading or writing failed, or what is stored is damaged.
    case inputOutput = 74
    /// Somebody else was faster or holds the lock; trying again may help.
    case tryAgain = 75
    /// The system does not permit it.
    case notPermitted = 77
    /// The configuration is wrong, or asks for something that this program cannot do.
    case configuration = 78
    /// Ctrl-C.
    case interrupted = 130

    /// The status for a failure of the kit.
    init(_ code: DomainError.Code) {
        switch code {
        case .trackingIdInvalid, .customerIdInvalid, .voyageNumberInvalid, .unLocodeInvalid, .locationNameInvalid, .instantInvalid,
            .instantOutOfRange, .integerOutOfRange, .fieldRequired, .shapeInvalid, .jsonInvalid, .validationFailed, .movementTimesInvalid,
            .legTimesInvalid, .handlingTypeInvalid, .idempotencyKeyInvalid, .protocolMalformed:
            self = .badData
        case .movementLocationsEqual, .scheduleEmpty, .scheduleTooLong, .scheduleNotConnected, .scheduleTimesOverlap, .voyageAlreadyExists,
            .routeOriginIsDestination, .deadlineNotInFuture, .legLocationsEqual, .legNotOnSchedule, .itineraryEmpty, .itineraryTooLong,
            .itineraryNotConnected, .itineraryTimesOverlap, .handlingVoyageRequired, .handlingVoyageProhibited,
            .handlingCompletedAfterRegistration, .handlingOfOtherCargo, .handlingRepeated, .claimBeforeOtherHandling, .cargoAlreadyClaimed,
            .itineraryNotSatisfying, .itineraryStartsElsewhere, .destinationUnchanged, .cargoPositionUnknown, .trackingIdInUse,
            .idempotencyKeyReused:
            self = .refused
        case .cargoNotFound, .voyageNotFound, .locationNotFound: self = .notFound
        case .concurrencyConflict, .storeLocked, .storeOutcomeUnknown: self = .tryAgain
        case .trackingIdsExhausted: self = .bug
        case .corruptRecord, .storeFull: self = .inputOutput
        case .storeUnavailable, .remoteUnavailable, .remoteTimeout, .remoteRejected: self = .unavailable
        case .storeSchemaUnsupported: self = .configuration
        }
    }
}
#endif
