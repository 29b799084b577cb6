// swift-format-ignore-file
// ./tool errors writes this file from spec/errors.json.

extension DomainError {
    /// The stable error codes of the kit.
    ///
    /// A code is never renamed, and never reused with another meaning. New codes are added without a new major version, so a `switch` in
    /// another package needs a `default` or an `@unknown default`.
    @nonexhaustive
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The archive’s name is not valid. Parameters: `text`.
        case archiveNameInvalid = "archive_name_invalid"
        /// The cargo is claimed.
        case cargoAlreadyClaimed = "cargo_already_claimed"
        /// The cargo has already been received.
        case cargoAlreadyReceived = "cargo_already_received"
        /// The cargo is in an archive. Parameters: `archive`, `trackingId`.
        case cargoArchived = "cargo_archived"
        /// The booking is cancelled.
        case cargoCancelled = "cargo_cancelled"
        /// The cargo is not closed.
        case cargoNotClosed = "cargo_not_closed"
        /// There is no such cargo. Parameters: `trackingId`.
        case cargoNotFound = "cargo_not_found"
        /// The cargo has no route.
        case cargoNotRouted = "cargo_not_routed"
        /// The carrier's code is not valid. Parameters: `text`.
        case carrierCodeInvalid = "carrier_code_invalid"
        /// The carrier's voyage number is not valid. Parameters: `text`.
        case carrierVoyageNumberInvalid = "carrier_voyage_number_invalid"
        /// The carrier's voyage numbers are not valid.
        case carrierVoyageNumbersInvalid = "carrier_voyage_numbers_invalid"
        /// The claim is earlier than the cargo's other handling.
        case claimBeforeOtherHandling = "claim_before_other_handling"
        /// Another process saved first; try again. Parameters: `actual`, `expected`, `trackingId` (optional), `voyageNumber` (optional).
        case concurrencyConflict = "concurrency_conflict"
        /// The cargo is already in a container.
        case containerAlreadyAssigned = "container_already_assigned"
        /// A stored record is damaged. Parameters: `id` (optional), `rule`.
        case corruptRecord = "corrupt_record"
        /// The customer id is not valid. Parameters: `text`.
        case customerIdInvalid = "customer_id_invalid"
        /// The deadline must be in the future.
        case deadlineNotInFuture = "deadline_not_in_future"
        /// The events are gone. Parameters: `first`.
        case eventsTrimmed = "events_trimmed"
        /// This field is required.
        case fieldRequired = "field_required"
        /// The completion time must not be in the future.
        case handlingCompletedAfterRegistration = "handling_completed_after_registration"
        /// There is no such handling event. Parameters: `trackingId`.
        case handlingEventNotFound = "handling_event_not_found"
        /// The event belongs to another cargo.
        case handlingOfOtherCargo = "handling_of_other_cargo"
        /// A cargo can be received only once and claimed only once.
        case handlingRepeated = "handling_repeated"
        /// The handling type is not valid. Parameters: `text`.
        case handlingTypeInvalid = "handling_type_invalid"
        /// Only loading and unloading take a voyage.
        case handlingVoyageProhibited = "handling_voyage_prohibited"
        /// Loading and unloading need a voyage.
        case handlingVoyageRequired = "handling_voyage_required"
        /// The type of hold is not valid. Parameters: `text`.
        case holdTypeInvalid = "hold_type_invalid"
        /// The holds are not valid.
        case holdsInvalid = "holds_invalid"
        /// The idempotency key is not valid. Parameters: `text`.
        case idempotencyKeyInvalid = "idempotency_key_invalid"
        /// The idempotency key was used for a different booking. Parameters: `trackingId`.
        case idempotencyKeyReused = "idempotency_key_reused"
        /// The IMO number is not valid. Parameters: `text`.
        case imoNumberInvalid = "imo_number_invalid"
        /// This is not a date and time with an offset. Parameters: `text`.
        case instantInvalid = "instant_invalid"
        /// The time is outside the years 1970 to 9999. Parameters: `text`.
        case instantOutOfRange = "instant_out_of_range"
        /// This number is out of range. Parameters: `text`.
        case integerOutOfRange = "integer_out_of_range"
        /// The itinerary has no legs.
        case itineraryEmpty = "itinerary_empty"
        /// A leg must load where the previous one unloads.
        case itineraryNotConnected = "itinerary_not_connected"
        /// The itinerary does not satisfy the route specification.
        case itineraryNotSatisfying = "itinerary_not_satisfying"
        /// The itinerary does not start where the cargo is. Parameters: `actual`, `expected`, `voyageNumber` (optional).
        case itineraryStartsElsewhere = "itinerary_starts_elsewhere"
        /// A leg must not load before the previous one unloads.
        case itineraryTimesOverlap = "itinerary_times_overlap"
        /// The itinerary has more than 100 legs.
        case itineraryTooLong = "itinerary_too_long"
        /// The JSON is not valid. Parameters: `text`.
        case jsonInvalid = "json_invalid"
        /// The cargo is already loaded for this leg.
        case legAlreadyLoaded = "leg_already_loaded"
        /// A leg must load and unload at different locations.
        case legLocationsEqual = "leg_locations_equal"
        /// The voyage does not call at these ports at these times. Parameters: `index`.
        case legNotOnSchedule = "leg_not_on_schedule"
        /// A leg must unload after it loads.
        case legTimesInvalid = "leg_times_invalid"
        /// The location name is not valid. Parameters: `text`.
        case locationNameInvalid = "location_name_invalid"
        /// There is no such location. Parameters: `unLocode`.
        case locationNotFound = "location_not_found"
        /// A movement must depart from and arrive at different locations.
        case movementLocationsEqual = "movement_locations_equal"
        /// A movement must arrive after it departs.
        case movementTimesInvalid = "movement_times_invalid"
        /// The end of the port call is not valid. Parameters: `text`.
        case portCallEndInvalid = "port_call_end_invalid"
        /// An actual time must not be in the future.
        case portCallInFuture = "port_call_in_future"
        /// The port call reports are not valid.
        case portCallReportsInvalid = "port_call_reports_invalid"
        /// The status of the report is not valid. Parameters: `text`.
        case portCallStatusInvalid = "port_call_status_invalid"
        /// The line is not a valid protocol request.
        case protocolMalformed = "protocol_malformed"
        /// The reason is not valid. Parameters: `text`.
        case reasonInvalid = "reason_invalid"
        /// The reference is not valid. Parameters: `text`.
        case referenceInvalid = "reference_invalid"
        /// The type of reference is not valid. Parameters: `text`.
        case referenceTypeInvalid = "reference_type_invalid"
        /// The cargo already has the maximum number of references.
        case referencesTooMany = "references_too_many"
        /// The store can’t remove anything.
        case removalUnsupported = "removal_unsupported"
        /// The service refused the request.
        case remoteRejected = "remote_rejected"
        /// The service did not answer in time.
        case remoteTimeout = "remote_timeout"
        /// The service cannot be reached.
        case remoteUnavailable = "remote_unavailable"
        /// The destination must differ from the origin.
        case routeOriginIsDestination = "route_origin_is_destination"
        /// The schedule has no movements.
        case scheduleEmpty = "schedule_empty"
        /// A movement must depart from where the previous one arrives.
        case scheduleNotConnected = "schedule_not_connected"
        /// A movement must not depart before the previous one arrives.
        case scheduleTimesOverlap = "schedule_times_overlap"
        /// The schedule has more than 500 movements.
        case scheduleTooLong = "schedule_too_long"
        /// A member is missing, unknown or of the wrong type. Parameters: `path`.
        case shapeInvalid = "shape_invalid"
        /// The store is full.
        case storeFull = "store_full"
        /// Another process has locked the store; try again.
        case storeLocked = "store_locked"
        /// The store can't tell whether the save was stored. Read it again.
        case storeOutcomeUnknown = "store_outcome_unknown"
        /// The store was written by a newer version.
        case storeSchemaUnsupported = "store_schema_unsupported"
        /// The store cannot be used.
        case storeUnavailable = "store_unavailable"
        /// Another cargo has this tracking id. Parameters: `trackingId`.
        case trackingIdInUse = "tracking_id_in_use"
        /// The tracking id is not valid. Parameters: `text`.
        case trackingIdInvalid = "tracking_id_invalid"
        /// There are no more tracking ids.
        case trackingIdsExhausted = "tracking_ids_exhausted"
        /// The mode of transport is not valid. Parameters: `text`.
        case transportModeInvalid = "transport_mode_invalid"
        /// The UN/LOCODE is not valid. Parameters: `text`.
        case unLocodeInvalid = "un_locode_invalid"
        /// Some fields are not valid.
        case validationFailed = "validation_failed"
        /// The vessel has neither an IMO number nor a name.
        case vesselEmpty = "vessel_empty"
        /// The vessel's name is not valid. Parameters: `text`.
        case vesselNameInvalid = "vessel_name_invalid"
        /// The voyage already exists with a different schedule or other details. Parameters: `voyageNumber`.
        case voyageAlreadyExists = "voyage_already_exists"
        /// The voyage does not call there. Parameters: `location`.
        case voyageDoesNotCall = "voyage_does_not_call"
        /// There is no such voyage. Parameters: `voyageNumber`.
        case voyageNotFound = "voyage_not_found"
        /// The voyage number is not valid. Parameters: `text`.
        case voyageNumberInvalid = "voyage_number_invalid"
    }
}

extension DomainError.Code {
    /// The code's line of `spec/errors.json`.
    package var entry: DomainError.Entry {
        switch self {
        case .archiveNameInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The archive’s name is not valid.",
                detail: "[‘{text}’|The text] is not a valid name of an archive.",
                advice: "Use 1 to 100 letters, digits, hyphens, underscores and dots, beginning with a letter or a digit."
            )
        case .cargoAlreadyClaimed:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo is claimed.",
                detail: "The cargo has been claimed, so it can no longer be changed or handled."
            )
        case .cargoAlreadyReceived:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo has already been received.",
                detail: "The cargo has already been received, so its booking can no longer be cancelled."
            )
        case .cargoArchived:
            .init(
                .domain,
                exit: 3,
                status: 410,
                title: "The cargo is in an archive.",
                detail: "The cargo[ ‘{trackingId}’| with this tracking id] has left the store. It is in [the archive ‘{archive}’|an archive].",
                advice: "Restore it from its archive if something still happens to it."
            )
        case .cargoCancelled:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The booking is cancelled.",
                detail: "The booking is cancelled, so the cargo can no longer be changed.",
                advice: "Reinstate the booking first."
            )
        case .cargoNotClosed:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo is not closed.",
                detail: "The cargo isn’t claimed or cancelled, or something happened to it too recently."
            )
        case .cargoNotFound:
            .init(
                .domain,
                exit: 3,
                status: 404,
                title: "There is no such cargo.",
                detail: "There is no cargo[ ‘{trackingId}’| with this tracking id]."
            )
        case .cargoNotRouted:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo has no route.",
                detail: "The cargo has no route."
            )
        case .carrierCodeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The carrier's code is not valid.",
                detail: "[‘{text}’|The text] is not a valid carrier code.",
                advice: "Use the carrier's SCAC or SMDG code: 2 to 10 upper-case letters and digits, such as MAEU."
            )
        case .carrierVoyageNumberInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The carrier's voyage number is not valid.",
                detail: "[‘{text}’|The text] is not a valid voyage number of a carrier.",
                advice: "Use 1 to 50 characters on one line, without spaces at either end."
            )
        case .carrierVoyageNumbersInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The carrier's voyage numbers are not valid.",
                detail: "The carrier's voyage numbers are not 1 to 20 different ones in order.",
                advice: "Give 1 to 20 numbers, each once, sorted."
            )
        case .claimBeforeOtherHandling:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The claim is earlier than the cargo's other handling.",
                detail: "The cargo was handled later than this claim's completion time."
            )
        case .concurrencyConflict:
            .init(
                .domain,
                exit: 75,
                status: 409,
                title: "Another process saved first; try again.",
                detail: "Another process changed [voyage ‘{voyageNumber}’|cargo ‘{trackingId}’|the same data] at the same time.",
                advice: "Try again."
            )
        case .containerAlreadyAssigned:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo is already in a container.",
                detail: "The cargo already has the number of a container or of other equipment.",
                advice: "Remove that number first, or book another cargo for a further container."
            )
        case .corruptRecord:
            .init(
                .technical,
                exit: 74,
                status: 500,
                title: "A stored record is damaged.",
                detail: "A stored record[ ({id})] is damaged[: it violates ‘{rule}’]."
            )
        case .customerIdInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The customer id is not valid.",
                detail: "[‘{text}’|The text] is not a valid customer id.",
                advice: "Use 1 to 36 letters, digits, hyphens, underscores and dots, starting with a letter or digit."
            )
        case .deadlineNotInFuture:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The deadline must be in the future.",
                detail: "The deadline[ ‘{arrivalDeadline}’] is not in the future.",
                advice: "Give a later deadline."
            )
        case .eventsTrimmed:
            .init(
                .domain,
                exit: 3,
                status: 410,
                title: "The events are gone.",
                detail: "The store no longer has the domain events after this position. The first one that it has is [number {first}|a later one].",
                advice: "Read the present state, and go on with the first event that is there."
            )
        case .fieldRequired:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "This field is required.",
                detail: "This value is required."
            )
        case .handlingCompletedAfterRegistration:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The completion time must not be in the future.",
                detail: "The completion time[ ‘{completionTime}’] is in the future.",
                advice: "Check the completion time and its time zone."
            )
        case .handlingEventNotFound:
            .init(
                .domain,
                exit: 3,
                status: 404,
                title: "There is no such handling event.",
                detail: "The cargo[ ‘{trackingId}’] has no such handling event.",
                advice: "Give its type, location, voyage and completion time exactly as they were registered."
            )
        case .handlingOfOtherCargo:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The event belongs to another cargo.",
                detail: "The handling event belongs to another cargo."
            )
        case .handlingRepeated:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "A cargo can be received only once and claimed only once.",
                detail: "The cargo has already been [{RECEIVE}received|{CLAIM}claimed|received or claimed]."
            )
        case .handlingTypeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The handling type is not valid.",
                detail: "[‘{text}’|The text] is not a handling type.",
                advice: "Use RECEIVE, LOAD, UNLOAD, CUSTOMS or CLAIM."
            )
        case .handlingVoyageProhibited:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "Only loading and unloading take a voyage.",
                detail: "Only loading and unloading take a voyage."
            )
        case .handlingVoyageRequired:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "Loading and unloading need a voyage.",
                detail: "Loading and unloading require a voyage."
            )
        case .holdTypeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The type of hold is not valid.",
                detail: "[‘{text}’|The text] is not a type of hold.",
                advice: "Use CUSTOMS, FREIGHT, TERMINAL, CARRIER or OTHER."
            )
        case .holdsInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The holds are not valid.",
                detail: "The holds are not in order, or two have one type.",
                advice: "List one hold for each type, sorted by type."
            )
        case .idempotencyKeyInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The idempotency key is not valid.",
                detail: "[‘{text}’|The text] is not a valid idempotency key.",
                advice: "Use 1 to 255 printable ASCII characters, without spaces."
            )
        case .idempotencyKeyReused:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The idempotency key was used for a different booking.",
                detail: "The idempotency key was already used for a different booking[: cargo ‘{trackingId}’].",
                advice: "Use a new key for each booking."
            )
        case .imoNumberInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The IMO number is not valid.",
                detail: "[‘{text}’|The text] is not a valid IMO number.",
                advice: "Use the ship's 7 digits, such as 9074729; the last is a check digit."
            )
        case .instantInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "This is not a date and time with an offset.",
                detail: "[‘{text}’|The text] is not a valid time.",
                advice: "Write the date, time and time zone, such as 2026-03-01T12:00:00Z or 2026-03-01T12:00:00+01:00."
            )
        case .instantOutOfRange:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The time is outside the years 1970 to 9999.",
                detail: "The time[ ‘{text}’] is out of range.",
                advice: "Use a year from 1970 to 9999."
            )
        case .integerOutOfRange:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "This number is out of range.",
                detail: "The number[ ‘{text}’] is out of range."
            )
        case .itineraryEmpty:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The itinerary has no legs.",
                detail: "The itinerary has no legs.",
                advice: "Add at least one leg."
            )
        case .itineraryNotConnected:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "A leg must load where the previous one unloads.",
                detail: "A leg does not load where the previous one unloads.",
                advice: "List the legs in order of travel."
            )
        case .itineraryNotSatisfying:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The itinerary does not satisfy the route specification.",
                detail: "The itinerary does not take the cargo from its origin to its destination before its deadline."
            )
        case .itineraryStartsElsewhere:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The itinerary does not start where the cargo is.",
                detail: "[The cargo is aboard voyage ‘{voyageNumber}’, loaded in ‘{expected}’; the itinerary must start with both.|The cargo is in ‘{expected}’; the itinerary starts in ‘{actual}’.|The itinerary does not start where the cargo is.]"
            )
        case .itineraryTimesOverlap:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "A leg must not load before the previous one unloads.",
                detail: "A leg loads before the previous one unloads.",
                advice: "List the legs in order of travel and check their times."
            )
        case .itineraryTooLong:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The itinerary has more than 100 legs.",
                detail: "The itinerary has more than 100 legs."
            )
        case .jsonInvalid:
            .init(
                .validation,
                exit: 65,
                status: 400,
                title: "The JSON is not valid.",
                detail: "Invalid JSON.",
                advice: "Use UTF-8 text without fractions, null, duplicate names or trailing commas."
            )
        case .legAlreadyLoaded:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo is already loaded for this leg.",
                detail: "The cargo is already loaded for this leg, so its voyage can no longer be changed.",
                advice: "Find a new route from where the cargo is."
            )
        case .legLocationsEqual:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "A leg must load and unload at different locations.",
                detail: "A leg loads and unloads at the same location.",
                advice: "Give each leg two different locations."
            )
        case .legNotOnSchedule:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The voyage does not call at these ports at these times.",
                detail: "[Leg {leg}|A leg] is not on its voyage's schedule: the voyage does not call at those ports at those times."
            )
        case .legTimesInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "A leg must unload after it loads.",
                detail: "A leg's unload time is not later than its load time.",
                advice: "Check both times and their time zones."
            )
        case .locationNameInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The location name is not valid.",
                detail: "[‘{text}’|The text] is not a valid location name.",
                advice: "Use 1 to 200 characters on one line, and not only spaces."
            )
        case .locationNotFound:
            .init(
                .domain,
                exit: 3,
                status: 404,
                title: "There is no such location.",
                detail: "There is no location[ ‘{unLocode}’| with this code]."
            )
        case .movementLocationsEqual:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "A movement must depart from and arrive at different locations.",
                detail: "A movement departs from and arrives at the same location.",
                advice: "Give each movement two different locations."
            )
        case .movementTimesInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "A movement must arrive after it departs.",
                detail: "A movement's arrival time is not later than its departure time.",
                advice: "Check both times and their time zones."
            )
        case .portCallEndInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The end of the port call is not valid.",
                detail: "[‘{text}’|The text] is not an end of a port call.",
                advice: "Use ARRIVAL or DEPARTURE."
            )
        case .portCallInFuture:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "An actual time must not be in the future.",
                detail: "The actual time[ ‘{time}’] is in the future.",
                advice: "Report it as an estimate, or check the time and its time zone."
            )
        case .portCallReportsInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The port call reports are not valid.",
                detail: "The port call reports are out of order, two are of the same end, or one is of a movement that the voyage doesn't have.",
                advice: "List one report for each reported end: sorted by movement, the departure before the arrival."
            )
        case .portCallStatusInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The status of the report is not valid.",
                detail: "[‘{text}’|The text] is not the status of a port call report.",
                advice: "Use ESTIMATED or ACTUAL."
            )
        case .protocolMalformed:
            .init(
                .technical,
                exit: 65,
                status: 400,
                title: "The line is not a valid protocol request.",
                detail: "A protocol message is malformed."
            )
        case .reasonInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The reason is not valid.",
                detail: "[‘{text}’|The text] is not a valid reason.",
                advice: "Use 1 to 200 characters on one line, and not only spaces."
            )
        case .referenceInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The reference is not valid.",
                detail: "[‘{text}’|The text] is not a valid reference of its type.",
                advice: "Use a container number with its check digit, such as CSQU3054383, 1 to 20 characters for a bill of lading, 1 to 35 for a booking number, 1 to 100 for a customer's reference, or 1 to 15 for equipment."
            )
        case .referenceTypeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The type of reference is not valid.",
                detail: "[‘{text}’|The text] is not a type of reference.",
                advice: "Use CONTAINER, BILL_OF_LADING, BOOKING, CUSTOMER or EQUIPMENT."
            )
        case .referencesTooMany:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The cargo already has the maximum number of references.",
                detail: "The cargo already has 100 references.",
                advice: "Remove one first."
            )
        case .removalUnsupported:
            .init(
                .technical,
                exit: 69,
                status: 501,
                title: "The store can’t remove anything.",
                detail: "This store keeps everything for good: nothing can be archived, trimmed or erased in it."
            )
        case .remoteRejected:
            .init(
                .technical,
                exit: 69,
                status: 502,
                title: "The service refused the request.",
                detail: "The service refused the request."
            )
        case .remoteTimeout:
            .init(
                .technical,
                exit: 69,
                status: 504,
                title: "The service did not answer in time.",
                detail: "The service did not answer in time.",
                advice: "Try again."
            )
        case .remoteUnavailable:
            .init(
                .technical,
                exit: 69,
                status: 503,
                title: "The service cannot be reached.",
                detail: "The service cannot be reached.",
                advice: "Check the address and try again."
            )
        case .routeOriginIsDestination:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The destination must differ from the origin.",
                detail: "The origin and the destination are the same.",
                advice: "Give two different locations."
            )
        case .scheduleEmpty:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The schedule has no movements.",
                detail: "The schedule has no movements.",
                advice: "Add at least one movement."
            )
        case .scheduleNotConnected:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "A movement must depart from where the previous one arrives.",
                detail: "A movement does not depart from where the previous one arrives.",
                advice: "List the movements in order of travel."
            )
        case .scheduleTimesOverlap:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "A movement must not depart before the previous one arrives.",
                detail: "A movement departs before the previous one arrives.",
                advice: "List the movements in order of travel and check their times."
            )
        case .scheduleTooLong:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The schedule has more than 500 movements.",
                detail: "The schedule has more than 500 movements.",
                advice: "Split it into several voyages."
            )
        case .shapeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 400,
                title: "A member is missing, unknown or of the wrong type.",
                detail: "The value[ at ‘{path}’] is missing, unknown or of the wrong type."
            )
        case .storeFull:
            .init(
                .technical,
                exit: 74,
                status: 507,
                title: "The store is full.",
                detail: "The store ran out of space; nothing was written.",
                advice: "Free some disk space and try again."
            )
        case .storeLocked:
            .init(
                .technical,
                exit: 75,
                status: 503,
                title: "Another process has locked the store; try again.",
                detail: "Another process has locked the store.",
                advice: "Try again in a moment."
            )
        case .storeOutcomeUnknown:
            .init(
                .technical,
                exit: 75,
                status: 503,
                title: "The store can't tell whether the save was stored. Read it again.",
                detail: "It is unknown whether the change was saved.",
                advice: "Read the cargo again before you retry."
            )
        case .storeSchemaUnsupported:
            .init(
                .technical,
                exit: 78,
                status: 500,
                title: "The store was written by a newer version.",
                detail: "The store was written by a newer version of this program; nothing was changed.",
                advice: "Use that version or a later one."
            )
        case .storeUnavailable:
            .init(
                .technical,
                exit: 69,
                status: 503,
                title: "The store cannot be used.",
                detail: "The store cannot be used."
            )
        case .trackingIdInUse:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "Another cargo has this tracking id.",
                detail: "Another cargo already has the tracking id[ ‘{trackingId}’].",
                advice: "Choose a different tracking id, or leave it out to have one generated."
            )
        case .trackingIdInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The tracking id is not valid.",
                detail: "[‘{text}’|The text] is not a valid tracking id.",
                advice: "Use 3 to 36 letters, digits and hyphens, with a letter or digit at both ends, such as ABC-123."
            )
        case .trackingIdsExhausted:
            .init(
                .technical,
                exit: 70,
                status: 503,
                title: "There are no more tracking ids.",
                detail: "No unused tracking id could be generated."
            )
        case .transportModeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The mode of transport is not valid.",
                detail: "[‘{text}’|The text] is not a mode of transport.",
                advice: "Use VESSEL, BARGE, RAIL, TRUCK or AIR."
            )
        case .unLocodeInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The UN/LOCODE is not valid.",
                detail: "[‘{text}’|The text] is not a valid UN/LOCODE.",
                advice: "Use a two-letter country code and three characters for the place, such as SESTO for Stockholm."
            )
        case .validationFailed:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "Some fields are not valid.",
                detail: "Some values are invalid."
            )
        case .vesselEmpty:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The vessel has neither an IMO number nor a name.",
                detail: "The vessel has neither an IMO number nor a name.",
                advice: "Give at least one of them."
            )
        case .vesselNameInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The vessel's name is not valid.",
                detail: "[‘{text}’|The text] is not a valid name of a vessel.",
                advice: "Use 1 to 200 characters on one line, and not only spaces."
            )
        case .voyageAlreadyExists:
            .init(
                .domain,
                exit: 1,
                status: 409,
                title: "The voyage already exists with a different schedule or other details.",
                detail: "Voyage[ ‘{voyageNumber}’] already exists with a different schedule or other details."
            )
        case .voyageDoesNotCall:
            .init(
                .domain,
                exit: 1,
                status: 422,
                title: "The voyage does not call there.",
                detail: "The voyage does not call[ at ‘{location}’| there].",
                advice: "Check the port, and the order of the calls in the voyage's schedule."
            )
        case .voyageNotFound:
            .init(
                .domain,
                exit: 3,
                status: 404,
                title: "There is no such voyage.",
                detail: "There is no voyage[ ‘{voyageNumber}’| with this number]."
            )
        case .voyageNumberInvalid:
            .init(
                .validation,
                exit: 65,
                status: 422,
                title: "The voyage number is not valid.",
                detail: "[‘{text}’|The text] is not a valid voyage number.",
                advice: "Use 1 to 36 letters, digits, hyphens, underscores and dots, starting with a letter or digit."
            )
        }
    }
}
