extension DomainError {
    /// The English texts for an error: the only table of them.
    struct Wording {
        /// A summary that is the same for every error with the code, as in `spec/errors.json`.
        let title: String
        /// What went wrong, with the values at fault.
        let message: String
        /// What to do about it on any surface; nil if that depends on the surface, or if there is nothing to do.
        let advice: String?

        private init(title: String, _ message: String, _ advice: String? = nil) {
            self.title = title
            self.message = message
            self.advice = advice
        }

        /// Creates the texts for a code.
        /// - Parameter find: returns a parameter of the error or a field of the request, or nil if neither exists.
        init(code: Code, find: @escaping (_ name: String) -> Parameter.Value?) {
            let name = "Use 1 to 36 letters, digits, hyphens, underscores and dots, starting with a letter or digit."
            let value = Values(find: find)
            self =
                switch code {
                // Values
                case .trackingIdInvalid:
                    .init(
                        title: "The tracking id is not valid.",
                        "\(value.text) is not a valid tracking id.",
                        "Use 3 to 36 letters, digits and hyphens, with a letter or digit at both ends, such as ABC-123."
                    )
                case .customerIdInvalid: .init(title: "The customer id is not valid.", "\(value.text) is not a valid customer id.", name)
                case .voyageNumberInvalid:
                    .init(title: "The voyage number is not valid.", "\(value.text) is not a valid voyage number.", name)
                case .unLocodeInvalid:
                    .init(
                        title: "The UN/LOCODE is not valid.",
                        "\(value.text) is not a valid UN/LOCODE.",
                        "Use a two-letter country code and three characters for the place, such as SESTO for Stockholm."
                    )
                case .locationNameInvalid:
                    .init(
                        title: "The location name is not valid.",
                        "\(value.text) is not a valid location name.",
                        "Use 1 to 200 characters, without line breaks and not only spaces."
                    )
                case .reasonInvalid:
                    .init(
                        title: "The reason is not valid.",
                        "\(value.text) is not a valid reason.",
                        "Use 1 to 200 characters, without line breaks and not only spaces."
                    )
                case .referenceInvalid:
                    .init(
                        title: "The reference is not valid.",
                        "\(value.text) is not a valid reference of its type.",
                        "Use a container number with its check digit, such as CSQU3054383, 1 to 20 characters for a bill of lading, 1 to 35 for a booking number, or 1 to 100 for a customer's reference."
                    )
                case .referenceTypeInvalid:
                    .init(
                        title: "The type of reference is not valid.",
                        "\(value.text) is not a type of reference.",
                        "Use CONTAINER, BILL_OF_LADING, BOOKING or CUSTOMER."
                    )
                case .instantInvalid:
                    .init(
                        title: "This is not a date and time with an offset.",
                        "\(value.text) is not a valid time.",
                        "Write the date, time and time zone, such as 2026-03-01T12:00:00Z or 2026-03-01T12:00:00+01:00."
                    )
                case .instantOutOfRange:
                    .init(
                        title: "The time is outside the years 1970 to 9999.",
                        "The time\(value.optional("text")) is out of range.",
                        "Use a year from 1970 to 9999."
                    )
                case .integerOutOfRange:
                    .init(title: "This number is out of range.", "The number\(value.optional("text")) is out of range.")

                // Requests
                case .fieldRequired: .init(title: "This field is required.", "This value is required.")
                case .shapeInvalid:
                    .init(
                        title: "A member is missing, unknown or of the wrong type.",
                        "The value\(value.optional("path", before: " at ")) is missing, unknown or of the wrong type."
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
                        "Voyage\(value.optional("voyageNumber")) already exists with a different schedule."
                    )
                case .voyageNotFound:
                    .init(
                        title: "There is no such voyage.",
                        "There is no voyage\(value.optional("voyageNumber", otherwise: " with this number"))."
                    )

                // Location
                case .locationNotFound:
                    .init(
                        title: "There is no such location.",
                        "There is no location\(value.optional("unLocode", otherwise: " with this code"))."
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
                        "The deadline\(value.optional("arrivalDeadline")) is not in the future.",
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
                        "\(value.leg) is not on its voyage's schedule: the voyage does not call at those ports at those times."
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
                        "\(value.text) is not a handling type.",
                        "Use RECEIVE, LOAD, UNLOAD, CUSTOMS or CLAIM."
                    )
                case .handlingVoyageRequired:
                    .init(title: "Loading and unloading need a voyage.", "Loading and unloading require a voyage.")
                case .handlingVoyageProhibited:
                    .init(title: "Only loading and unloading take a voyage.", "Only loading and unloading take a voyage.")
                case .handlingCompletedAfterRegistration:
                    .init(
                        title: "The completion time must not be in the future.",
                        "The completion time\(value.optional("completionTime")) is in the future.",
                        "Check the completion time and its time zone."
                    )
                case .handlingOfOtherCargo:
                    .init(title: "The event belongs to another cargo.", "The handling event belongs to another cargo.")
                case .handlingRepeated:
                    .init(title: "A cargo can be received only once and claimed only once.", "The cargo has already been \(value.deed).")
                case .claimBeforeOtherHandling:
                    .init(
                        title: "The claim is earlier than the cargo's other handling.",
                        "The cargo was handled later than this claim's completion time."
                    )
                case .handlingEventNotFound:
                    .init(
                        title: "There is no such handling event.",
                        "The cargo\(value.optional("trackingId")) has no such handling event.",
                        "Give its type, location, voyage and completion time exactly as they were registered."
                    )

                // Cargo
                case .cargoNotFound:
                    .init(
                        title: "There is no such cargo.",
                        "There is no cargo\(value.optional("trackingId", otherwise: " with this tracking id"))."
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
                        title: "The cargo has as many references as it can have.",
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
                        value.cargoElsewhere ?? "The itinerary does not start where the cargo is."
                    )
                case .trackingIdInUse:
                    .init(
                        title: "Another cargo has this tracking id.",
                        "Another cargo already has the tracking id\(value.optional("trackingId")).",
                        "Choose a different tracking id, or leave it out to have one generated."
                    )
                case .idempotencyKeyInvalid:
                    .init(
                        title: "The idempotency key is not valid.",
                        "\(value.text) is not a valid idempotency key.",
                        "Use 1 to 255 printable ASCII characters, without spaces."
                    )
                case .idempotencyKeyReused:
                    .init(
                        title: "The idempotency key was used for a different booking.",
                        "The idempotency key was already used for a different booking\(value.optional("trackingId", before: ": cargo ")).",
                        "Use a new key for each booking."
                    )
                case .concurrencyConflict:
                    .init(
                        title: "Another process saved first; try again.",
                        "Another process changed \(value.contested) at the same time.",
                        "Try again."
                    )

                // Technical
                case .trackingIdsExhausted: .init(title: "There are no more tracking ids.", "No unused tracking id could be generated.")
                case .protocolMalformed: .init(title: "The line is not a valid protocol request.", "A protocol message is malformed.")
                case .corruptRecord:
                    .init(
                        title: "A stored record is damaged.",
                        "A stored record\(value.record) is damaged\(value.optional("rule", before: ": it violates "))."
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

    /// The values that a message quotes, as phrases.
    private struct Values {
        let find: (_ name: String) -> Parameter.Value?

        /// The text that isn't valid.
        var text: String { phrase("text") ?? "The text" }

        /// The named value in quotes, or another phrase if it doesn't exist; each begins with a space or is empty.
        func optional(_ name: String, before: String = " ", otherwise: String = "") -> String {
            phrase(name).map { before + $0 } ?? otherwise
        }

        var leg: String {
            guard case .integer(let index) = find("index") else { return "A leg" }
            return "Leg \(index &+ 1)"
        }

        var deed: String {
            switch find("type") {
            case .text("RECEIVE"): "received"
            case .text("CLAIM"): "claimed"
            default: "received or claimed"
            }
        }

        var contested: String {
            phrase("voyageNumber").map { "voyage \($0)" } ?? phrase("trackingId").map { "cargo \($0)" } ?? "the same data"
        }

        /// Where the cargo is and where an itinerary starts instead; nil without these parameters.
        var cargoElsewhere: String? {
            guard let actual = phrase("actual"), let expected = phrase("expected") else { return nil }
            return if let voyage = phrase("voyageNumber") {
                "The cargo is aboard voyage \(voyage), loaded in \(expected); the itinerary must start with both."
            } else {
                "The cargo is in \(expected); the itinerary starts in \(actual)."
            }
        }

        var record: String {
            guard case .text(let id) = find("id") else { return "" }
            return " (\(id.visible))"
        }

        private func phrase(_ name: String) -> String? {
            switch find(name) {
            case .text(let text): text.quoted
            case .integer(let number): String(number)
            case nil: nil
            }
        }
    }
}
