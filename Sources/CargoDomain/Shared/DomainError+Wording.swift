extension DomainError {
    /// The English texts for an error: the only table of them, from which translations start.
    ///
    /// The message is a `MessagePattern` over the error's parameters and the fields of the request.
    package struct Wording: Sendable {
        /// A summary that is the same for every error with the code, as in `spec/errors.json`.
        package let title: String
        /// What went wrong, with the values at fault.
        package let message: String
        /// What to do about it on any surface; nil if that depends on the surface, or if there is nothing to do.
        package let advice: String?

        private init(title: String, _ message: String, _ advice: String? = nil) {
            self.title = title
            self.message = message
            self.advice = advice
        }

        /// Creates the texts for a code.
        package init(_ code: Code) {
            let name = "Use 1 to 36 letters, digits, hyphens, underscores and dots, starting with a letter or digit."
            self =
                switch code {
                // Values
                case .trackingIdInvalid:
                    .init(
                        title: "The tracking id is not valid.",
                        "[‘{text}’|The text] is not a valid tracking id.",
                        "Use 3 to 36 letters, digits and hyphens, with a letter or digit at both ends, such as ABC-123."
                    )
                case .customerIdInvalid:
                    .init(title: "The customer id is not valid.", "[‘{text}’|The text] is not a valid customer id.", name)
                case .voyageNumberInvalid:
                    .init(title: "The voyage number is not valid.", "[‘{text}’|The text] is not a valid voyage number.", name)
                case .unLocodeInvalid:
                    .init(
                        title: "The UN/LOCODE is not valid.",
                        "[‘{text}’|The text] is not a valid UN/LOCODE.",
                        "Use a two-letter country code and three characters for the place, such as SESTO for Stockholm."
                    )
                case .locationNameInvalid:
                    .init(
                        title: "The location name is not valid.",
                        "[‘{text}’|The text] is not a valid location name.",
                        "Use 1 to 200 characters on one line, and not only spaces."
                    )
                case .reasonInvalid:
                    .init(
                        title: "The reason is not valid.",
                        "[‘{text}’|The text] is not a valid reason.",
                        "Use 1 to 200 characters on one line, and not only spaces."
                    )
                case .referenceInvalid:
                    .init(
                        title: "The reference is not valid.",
                        "[‘{text}’|The text] is not a valid reference of its type.",
                        "Use a container number with its check digit, such as CSQU3054383, 1 to 20 characters for a bill of lading, 1 to 35 for a booking number, or 1 to 100 for a customer's reference."
                    )
                case .referenceTypeInvalid:
                    .init(
                        title: "The type of reference is not valid.",
                        "[‘{text}’|The text] is not a type of reference.",
                        "Use CONTAINER, BILL_OF_LADING, BOOKING or CUSTOMER."
                    )
                case .instantInvalid:
                    .init(
                        title: "This is not a date and time with an offset.",
                        "[‘{text}’|The text] is not a valid time.",
                        "Write the date, time and time zone, such as 2026-03-01T12:00:00Z or 2026-03-01T12:00:00+01:00."
                    )
                case .instantOutOfRange:
                    .init(
                        title: "The time is outside the years 1970 to 9999.",
                        "The time[ ‘{text}’] is out of range.",
                        "Use a year from 1970 to 9999."
                    )
                case .integerOutOfRange:
                    .init(title: "This number is out of range.", "The number[ ‘{text}’] is out of range.")

                // Requests
                case .fieldRequired: .init(title: "This field is required.", "This value is required.")
                case .shapeInvalid:
                    .init(
                        title: "A member is missing, unknown or of the wrong type.",
                        "The value[ at ‘{path}’] is missing, unknown or of the wrong type."
                    )
                case .jsonInvalid:
                    .init(
                        title: "The JSON is not valid.",
                        "Invalid JSON.",
                        "Use UTF-8 text without fractions, null, duplicate names or trailing commas."
                    )
                case .validationFailed: .init(title: "Some fields are not valid.", "Some values are invalid.")

                // Voyage
                case .movementLocationsEqual:
                    .init(
                        title: "A movement must depart from and arrive at different locations.",
                        "A movement departs from and arrives at the same location.",
                        "Give each movement two different locations."
                    )
                case .movementTimesInvalid:
                    .init(
                        title: "A movement must arrive after it departs.",
                        "A movement's arrival time is not later than its departure time.",
                        "Check both times and their time zones."
                    )
                case .scheduleEmpty:
                    .init(title: "The schedule has no movements.", "The schedule has no movements.", "Add at least one movement.")
                case .scheduleTooLong:
                    .init(
                        title: "The schedule has more than 500 movements.",
                        "The schedule has more than 500 movements.",
                        "Split it into several voyages."
                    )
                case .scheduleNotConnected:
                    .init(
                        title: "A movement must depart from where the previous one arrives.",
                        "A movement does not depart from where the previous one arrives.",
                        "List the movements in order of travel."
                    )
                case .scheduleTimesOverlap:
                    .init(
                        title: "A movement must not depart before the previous one arrives.",
                        "A movement departs before the previous one arrives.",
                        "List the movements in order of travel and check their times."
                    )
                case .voyageAlreadyExists:
                    .init(
                        title: "The voyage already exists with a different schedule.",
                        "Voyage[ ‘{voyageNumber}’] already exists with a different schedule."
                    )
                case .voyageNotFound:
                    .init(
                        title: "There is no such voyage.",
                        "There is no voyage[ ‘{voyageNumber}’| with this number]."
                    )

                // Location
                case .locationNotFound:
                    .init(
                        title: "There is no such location.",
                        "There is no location[ ‘{unLocode}’| with this code]."
                    )

                // Route specification, leg, itinerary
                case .routeOriginIsDestination:
                    .init(
                        title: "The destination must differ from the origin.",
                        "The origin and the destination are the same.",
                        "Give two different locations."
                    )
                case .deadlineNotInFuture:
                    .init(
                        title: "The deadline must be in the future.",
                        "The deadline[ ‘{arrivalDeadline}’] is not in the future.",
                        "Give a later deadline."
                    )
                case .legLocationsEqual:
                    .init(
                        title: "A leg must load and unload at different locations.",
                        "A leg loads and unloads at the same location.",
                        "Give each leg two different locations."
                    )
                case .legTimesInvalid:
                    .init(
                        title: "A leg must unload after it loads.",
                        "A leg's unload time is not later than its load time.",
                        "Check both times and their time zones."
                    )
                case .legNotOnSchedule:
                    .init(
                        title: "The voyage does not call at these ports at these times.",
                        "[Leg {leg}|A leg] is not on its voyage's schedule: the voyage does not call at those ports at those times."
                    )
                case .itineraryEmpty:
                    .init(title: "The itinerary has no legs.", "The itinerary has no legs.", "Add at least one leg.")
                case .itineraryTooLong: .init(title: "The itinerary has more than 100 legs.", "The itinerary has more than 100 legs.")
                case .itineraryNotConnected:
                    .init(
                        title: "A leg must load where the previous one unloads.",
                        "A leg does not load where the previous one unloads.",
                        "List the legs in order of travel."
                    )
                case .itineraryTimesOverlap:
                    .init(
                        title: "A leg must not load before the previous one unloads.",
                        "A leg loads before the previous one unloads.",
                        "List the legs in order of travel and check their times."
                    )

                // Handling
                case .handlingTypeInvalid:
                    .init(
                        title: "The handling type is not valid.",
                        "[‘{text}’|The text] is not a handling type.",
                        "Use RECEIVE, LOAD, UNLOAD, CUSTOMS or CLAIM."
                    )
                case .handlingVoyageRequired:
                    .init(title: "Loading and unloading need a voyage.", "Loading and unloading require a voyage.")
                case .handlingVoyageProhibited:
                    .init(title: "Only loading and unloading take a voyage.", "Only loading and unloading take a voyage.")
                case .handlingCompletedAfterRegistration:
                    .init(
                        title: "The completion time must not be in the future.",
                        "The completion time[ ‘{completionTime}’] is in the future.",
                        "Check the completion time and its time zone."
                    )
                case .handlingOfOtherCargo:
                    .init(title: "The event belongs to another cargo.", "The handling event belongs to another cargo.")
                case .handlingRepeated:
                    .init(
                        title: "A cargo can be received only once and claimed only once.",
                        "The cargo has already been [{RECEIVE}received|{CLAIM}claimed|received or claimed]."
                    )
                case .claimBeforeOtherHandling:
                    .init(
                        title: "The claim is earlier than the cargo's other handling.",
                        "The cargo was handled later than this claim's completion time."
                    )
                case .handlingEventNotFound:
                    .init(
                        title: "There is no such handling event.",
                        "The cargo[ ‘{trackingId}’] has no such handling event.",
                        "Give its type, location, voyage and completion time exactly as they were registered."
                    )

                // Cargo
                case .cargoNotFound:
                    .init(
                        title: "There is no such cargo.",
                        "There is no cargo[ ‘{trackingId}’| with this tracking id]."
                    )
                case .cargoAlreadyClaimed:
                    .init(title: "The cargo is claimed.", "The cargo has been claimed, so it can no longer be changed or handled.")
                case .cargoAlreadyReceived:
                    .init(
                        title: "The cargo has already been received.",
                        "The cargo has already been received, so its booking can no longer be cancelled."
                    )
                case .cargoCancelled:
                    .init(
                        title: "The booking is cancelled.",
                        "The booking is cancelled, so the cargo can no longer be changed.",
                        "Reinstate the booking first."
                    )
                case .referencesTooMany:
                    .init(
                        title: "The cargo already has the maximum number of references.",
                        "The cargo already has 100 references.",
                        "Remove one first."
                    )
                case .cargoNotRouted: .init(title: "The cargo has no route.", "The cargo has no route.")
                case .itineraryNotSatisfying:
                    .init(
                        title: "The itinerary does not satisfy the route specification.",
                        "The itinerary does not take the cargo from its origin to its destination before its deadline."
                    )
                case .itineraryStartsElsewhere:
                    .init(
                        title: "The itinerary does not start where the cargo is.",
                        "[The cargo is aboard voyage ‘{voyageNumber}’, loaded in ‘{expected}’; the itinerary must start with both.|The cargo is in ‘{expected}’; the itinerary starts in ‘{actual}’.|The itinerary does not start where the cargo is.]"
                    )
                case .trackingIdInUse:
                    .init(
                        title: "Another cargo has this tracking id.",
                        "Another cargo already has the tracking id[ ‘{trackingId}’].",
                        "Choose a different tracking id, or leave it out to have one generated."
                    )
                case .idempotencyKeyInvalid:
                    .init(
                        title: "The idempotency key is not valid.",
                        "[‘{text}’|The text] is not a valid idempotency key.",
                        "Use 1 to 255 printable ASCII characters, without spaces."
                    )
                case .idempotencyKeyReused:
                    .init(
                        title: "The idempotency key was used for a different booking.",
                        "The idempotency key was already used for a different booking[: cargo ‘{trackingId}’].",
                        "Use a new key for each booking."
                    )
                case .concurrencyConflict:
                    .init(
                        title: "Another process saved first; try again.",
                        "Another process changed [voyage ‘{voyageNumber}’|cargo ‘{trackingId}’|the same data] at the same time.",
                        "Try again."
                    )

                // Technical
                case .trackingIdsExhausted: .init(title: "There are no more tracking ids.", "No unused tracking id could be generated.")
                case .protocolMalformed: .init(title: "The line is not a valid protocol request.", "A protocol message is malformed.")
                case .corruptRecord:
                    .init(
                        title: "A stored record is damaged.",
                        "A stored record[ ({id})] is damaged[: it violates ‘{rule}’]."
                    )
                case .storeUnavailable: .init(title: "The store cannot be used.", "The store cannot be used.")
                case .storeFull:
                    .init(
                        title: "The store is full.",
                        "The store ran out of space; nothing was written.",
                        "Free some disk space and try again."
                    )
                case .storeLocked:
                    .init(
                        title: "Another process has locked the store; try again.",
                        "Another process has locked the store.",
                        "Try again in a moment."
                    )
                case .storeOutcomeUnknown:
                    .init(
                        title: "The store can't tell whether the save was stored. Read it again.",
                        "It is unknown whether the change was saved.",
                        "Read the cargo again before you retry."
                    )
                case .storeSchemaUnsupported:
                    .init(
                        title: "The store was written by a newer version.",
                        "The store was written by a newer version of this program; nothing was changed.",
                        "Use that version or a later one."
                    )
                case .remoteUnavailable:
                    .init(title: "The service cannot be reached.", "The service cannot be reached.", "Check the address and try again.")
                case .remoteTimeout:
                    .init(title: "The service did not answer in time.", "The service did not answer in time.", "Try again.")
                case .remoteRejected: .init(title: "The service refused the request.", "The service refused the request.")
                }
        }
    }
}
