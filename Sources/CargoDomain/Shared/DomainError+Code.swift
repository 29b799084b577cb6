extension DomainError {
    /// The stable error codes of the kit.
    ///
    /// A code is never renamed, and never reused with another meaning. New codes are added without a new major version, so a `switch` in
    /// another package needs a `default` or an `@unknown default`.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        // Values
        case trackingIdInvalid = "tracking_id_invalid"
        case customerIdInvalid = "customer_id_invalid"
        case voyageNumberInvalid = "voyage_number_invalid"
        case unLocodeInvalid = "un_locode_invalid"
        case locationNameInvalid = "location_name_invalid"
        case reasonInvalid = "reason_invalid"
        case referenceInvalid = "reference_invalid"
        case referenceTypeInvalid = "reference_type_invalid"
        case instantInvalid = "instant_invalid"
        case instantOutOfRange = "instant_out_of_range"
        case integerOutOfRange = "integer_out_of_range"

        // Requests
        case fieldRequired = "field_required"
        case shapeInvalid = "shape_invalid"
        case jsonInvalid = "json_invalid"
        case validationFailed = "validation_failed"

        // Voyage
        case movementLocationsEqual = "movement_locations_equal"
        case movementTimesInvalid = "movement_times_invalid"
        case scheduleEmpty = "schedule_empty"
        case scheduleTooLong = "schedule_too_long"
        case scheduleNotConnected = "schedule_not_connected"
        case scheduleTimesOverlap = "schedule_times_overlap"
        case voyageAlreadyExists = "voyage_already_exists"
        case voyageNotFound = "voyage_not_found"

        // Location
        case locationNotFound = "location_not_found"

        // Route specification, leg, itinerary
        case routeOriginIsDestination = "route_origin_is_destination"
        case deadlineNotInFuture = "deadline_not_in_future"
        case legLocationsEqual = "leg_locations_equal"
        case legTimesInvalid = "leg_times_invalid"
        case legNotOnSchedule = "leg_not_on_schedule"
        case itineraryEmpty = "itinerary_empty"
        case itineraryTooLong = "itinerary_too_long"
        case itineraryNotConnected = "itinerary_not_connected"
        case itineraryTimesOverlap = "itinerary_times_overlap"

        // Handling
        case handlingTypeInvalid = "handling_type_invalid"
        case handlingVoyageRequired = "handling_voyage_required"
        case handlingVoyageProhibited = "handling_voyage_prohibited"
        case handlingCompletedAfterRegistration = "handling_completed_after_registration"
        case handlingOfOtherCargo = "handling_of_other_cargo"
        case handlingRepeated = "handling_repeated"
        case claimBeforeOtherHandling = "claim_before_other_handling"
        case handlingEventNotFound = "handling_event_not_found"

        // Cargo
        case cargoNotFound = "cargo_not_found"
        case cargoAlreadyClaimed = "cargo_already_claimed"
        case cargoAlreadyReceived = "cargo_already_received"
        case cargoCancelled = "cargo_cancelled"
        case cargoNotRouted = "cargo_not_routed"
        case referencesTooMany = "references_too_many"
        case itineraryNotSatisfying = "itinerary_not_satisfying"
        case itineraryStartsElsewhere = "itinerary_starts_elsewhere"
        case trackingIdInUse = "tracking_id_in_use"
        case idempotencyKeyInvalid = "idempotency_key_invalid"
        case idempotencyKeyReused = "idempotency_key_reused"
        case concurrencyConflict = "concurrency_conflict"

        // Technical
        case trackingIdsExhausted = "tracking_ids_exhausted"
        case protocolMalformed = "protocol_malformed"
        case corruptRecord = "corrupt_record"
        case storeUnavailable = "store_unavailable"
        case storeFull = "store_full"
        case storeLocked = "store_locked"
        case storeOutcomeUnknown = "store_outcome_unknown"
        case storeSchemaUnsupported = "store_schema_unsupported"
        case remoteUnavailable = "remote_unavailable"
        case remoteTimeout = "remote_timeout"
        case remoteRejected = "remote_rejected"

        /// Who can fix a failure with this code.
        public var tier: ErrorTier {
            switch self {
            case .trackingIdInvalid, .customerIdInvalid, .voyageNumberInvalid, .unLocodeInvalid, .locationNameInvalid, .reasonInvalid,
                .referenceInvalid, .referenceTypeInvalid, .instantInvalid, .instantOutOfRange, .integerOutOfRange, .fieldRequired,
                .shapeInvalid, .jsonInvalid, .validationFailed,
                .movementTimesInvalid, .legTimesInvalid, .handlingTypeInvalid, .idempotencyKeyInvalid:
                .validation
            case .movementLocationsEqual, .scheduleEmpty, .scheduleTooLong, .scheduleNotConnected, .scheduleTimesOverlap,
                .voyageAlreadyExists, .voyageNotFound, .locationNotFound, .routeOriginIsDestination, .deadlineNotInFuture,
                .legLocationsEqual, .legNotOnSchedule, .itineraryEmpty, .itineraryTooLong, .itineraryNotConnected, .itineraryTimesOverlap,
                .handlingVoyageRequired, .handlingVoyageProhibited, .handlingCompletedAfterRegistration, .handlingOfOtherCargo,
                .handlingRepeated, .claimBeforeOtherHandling, .handlingEventNotFound, .cargoNotFound, .cargoAlreadyClaimed,
                .cargoAlreadyReceived, .cargoCancelled, .cargoNotRouted, .referencesTooMany, .itineraryNotSatisfying,
                .itineraryStartsElsewhere,
                .trackingIdInUse, .idempotencyKeyReused, .concurrencyConflict:
                .domain
            case .trackingIdsExhausted, .protocolMalformed, .corruptRecord, .storeUnavailable, .storeFull, .storeLocked,
                .storeOutcomeUnknown, .storeSchemaUnsupported, .remoteUnavailable, .remoteTimeout, .remoteRejected:
                .technical
            }
        }
    }
}
