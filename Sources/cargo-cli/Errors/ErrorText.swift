#if CLI
import CargoApplication
import CargoDomain

/// The words for each code: what happened, and what to do about it.
///
/// Words may change; codes do not.
struct ErrorText {
    let message: String
    let hint: String?

    init(_ error: DomainError) {
        (message, hint) = Self.words(for: error)
    }

    private static func words(for error: DomainError) -> (String, String?) {
        func text(_ name: String) -> String {
            switch error.params.first(where: { $0.name == name })?.value {
            case .text(let text): text.quoted
            case .integer(let number): String(number)
            case nil: "?"
            }
        }
        switch error.code {
        // Values
        case .trackingIdInvalid:
            return ("\(text("text")) is no tracking id.", "A tracking id has 3 to 36 letters, digits and hyphens, such as ABC-123.")
        case .customerIdInvalid:
            return ("\(text("text")) is no customer id.", "A customer id has 1 to 36 letters, digits, and - _ . after the first character.")
        case .voyageNumberInvalid:
            return (
                "\(text("text")) is no voyage number.", "A voyage number has 1 to 36 letters, digits, and - _ . after the first character."
            )
        case .unLocodeInvalid:
            return ("\(text("text")) is no UN/LOCODE.", "Two letters of country and three of place, such as SESTO for Stockholm.")
        case .locationNameInvalid:
            return ("\(text("text")) is no name for a location.", "A name has 1 to 200 characters, no line breaks, and is not blank.")
        case .instantInvalid:
            return ("\(text("text")) is no time.", "Write date, time and zone, such as 2026-03-01T12:00:00Z or 2026-03-01T12:00:00+01:00.")
        case .instantOutOfRange: return ("The time \(text("text")) is out of range.", "Times lie between the years 1970 and 9999.")
        case .integerOutOfRange: return ("The number \(text("text")) is out of range.", nil)

        // Requests
        case .fieldRequired: return ("Something that is required is missing.", nil)
        case .shapeInvalid: return ("The value at \(text("path")) is missing, unknown, or of the wrong kind.", nil)
        case .jsonInvalid:
            return (
                "This is not JSON as it is accepted here.", "No fractions, no null, no repeated names, no trailing commas; text is UTF-8."
            )
        case .validationFailed:
            return (error.fields.count == 1 ? "One value is not valid." : "\(error.fields.count) values are not valid.", nil)

        // Voyage
        case .movementLocationsEqual: return ("A movement arrives where it departed.", "Give two different locations.")
        case .movementTimesInvalid: return ("A movement arrives no later than it departed.", "Check the two times and their zones.")
        case .scheduleEmpty: return ("The schedule has no movement.", "Give at least one.")
        case .scheduleTooLong: return ("The schedule has more than 500 movements.", "Split the voyage.")
        case .scheduleNotConnected:
            return ("A movement departs from elsewhere than the one before arrived.", "List the movements in order.")
        case .scheduleTimesOverlap:
            return ("A movement departs before the one before arrived.", "List the movements in order and check their times.")
        case .voyageAlreadyExists:
            return (
                "Voyage \(text("voyageNumber")) is there already, with another schedule.",
                "To change it: cargo-cli voyage reschedule NUMBER FILE"
            )
        case .voyageNotFound: return ("There is no voyage \(text("voyageNumber")).", "See them all: cargo-cli voyage list")

        // Location
        case .locationNotFound:
            return (
                "There is no location \(text("unLocode")).",
                "Look for it: cargo-cli location search NAME; or add it: cargo-cli location add"
            )

        // Route specification, leg, itinerary
        case .routeOriginIsDestination: return ("Origin and destination are the same.", "A cargo has to go somewhere.")
        case .deadlineNotInFuture: return ("The deadline has passed already.", "Give a deadline after now.")
        case .legLocationsEqual: return ("A leg unloads where it loads.", "Give two different locations.")
        case .legTimesInvalid: return ("A leg unloads no later than it loads.", "Check the two times and their zones.")
        case .legNotOnSchedule:
            return (
                "Leg \(ordinal(error)) is not on its voyage’s schedule: the voyage does not call at those ports at those times.",
                "See the schedule: cargo-cli voyage show NUMBER"
            )
        case .itineraryEmpty: return ("The itinerary has no leg.", "Give at least one.")
        case .itineraryTooLong: return ("The itinerary has more than 100 legs.", nil)
        case .itineraryNotConnected: return ("A leg loads elsewhere than the one before unloads.", "List the legs in order.")
        case .itineraryTimesOverlap: return ("A leg loads before the one before unloads.", "List the legs in order and check their times.")

        // Handling
        case .handlingTypeInvalid: return ("\(text("text")) is no kind of handling.", "It is one of RECEIVE, LOAD, UNLOAD, CUSTOMS, CLAIM.")
        case .handlingVoyageRequired: return ("Loading and unloading need a voyage.", "Say which one: --voyage NUMBER")
        case .handlingVoyageProhibited: return ("Only loading and unloading have a voyage.", "Leave out --voyage.")
        case .handlingCompletedAfterRegistration:
            return ("The handling would be completed in the future.", "Check --completed and its zone.")
        case .handlingOfOtherCargo: return ("The handling belongs to another cargo.", nil)
        case .handlingRepeated: return ("The cargo was received, or claimed, once already.", "See its history: cargo-cli track ID")
        case .claimBeforeOtherHandling: return ("The cargo was handled after that claim.", "See its history: cargo-cli track ID")

        // Cargo
        case .cargoNotFound: return ("There is no cargo \(text("trackingId")).", "See them all: cargo-cli list")
        case .cargoAlreadyClaimed: return ("The cargo has been claimed; its journey is over.", nil)
        case .itineraryNotSatisfying:
            return (
                "The itinerary does not take the cargo from its origin to its destination before its deadline.",
                "See what does: cargo-cli route candidates ID"
            )
        case .itineraryStartsElsewhere:
            return ("The cargo is in another port than the one where the itinerary starts.", "See where it is: cargo-cli track ID")
        case .destinationUnchanged: return ("The cargo goes there already.", nil)
        case .cargoPositionUnknown:
            return (
                "It is not known where the cargo comes ashore next, so there is no new origin for it.",
                "Wait until it is unloaded and registered, then try again."
            )
        case .trackingIdInUse:
            return ("Another cargo has the tracking id \(text("trackingId")).", "Leave out --tracking-id to have one drawn.")
        case .idempotencyKeyInvalid:
            return ("\(text("text")) is no idempotency key.", "A key has 1 to 255 printable ASCII characters, no spaces.")
        case .idempotencyKeyReused:
            return ("The idempotency key stands for another booking, of cargo \(text("trackingId")).", "Use a key for one booking alone.")
        case .concurrencyConflict: return ("Somebody else changed it at the same time.", "Try again.")

        // Technical
        case .trackingIdsExhausted: return ("There are no more tracking ids to draw.", nil)
        case .protocolMalformed: return ("A message was not understood.", nil)
        case .corruptRecord where error.params.contains { $0.name == "rule" && $0.value == .text("manifest") }:
            return (
                "The store cannot be opened: \((error.cause ?? "its manifest is damaged").visible).",
                "See what to do: cargo-cli store verify"
            )
        case .corruptRecord:
            return ("A stored record\(id(error)) is damaged; it breaks \(text("rule")).", "See what else is: cargo-cli store verify")
        case .storeUnavailable:
            return ("The store cannot be used.", "Check --store: the path, and whether you may write there. -v tells more.")
        case .storeFull: return ("There is no room left for the store; nothing was written.", "Make room on the disk and try again.")
        case .storeLocked: return ("Another process holds the store.", "Try again in a moment.")
        case .storeOutcomeUnknown:
            return ("The store can't tell whether this was saved.", "Look before you try again: cargo-cli track or list.")
        case .storeSchemaUnsupported:
            return ("The store was written by a newer version of this program.", "Use that version; nothing was changed.")
        case .remoteUnavailable: return ("The service cannot be reached.", "Check the address and try again.")
        case .remoteTimeout: return ("The service did not answer in time.", "Try again.")
        case .remoteRejected: return ("The service refused the request.", nil)
        }
    }

    private static func id(_ error: DomainError) -> String {
        guard case .text(let id) = error.params.first(where: { $0.name == "id" })?.value else { return "" }
        return " (\(id.visible))"
    }

    private static func ordinal(_ error: DomainError) -> String {
        guard case .integer(let index) = error.params.first(where: { $0.name == "index" })?.value else { return "" }
        return String(index + 1)
    }

    /// What is wrong with a field of a request, by the name that the command line has for it.
    static func message(for field: DomainError.FieldError, in request: Input?) -> String {
        let name = optionNames[field.path] ?? field.path
        if field.code == .fieldRequired { return "\(name): missing" }
        let text = request?[field.path]?.asText ?? ""
        let words = Self(.invalid(field.code, text: text))
        guard !text.isEmpty || request?[field.path] == nil else { return "\(name): empty" }
        return ["\(name): \(words.message)", words.hint].compactMap(\.self).joined(separator: " ")
    }

    /// What the command line calls the fields of requests.
    private static let optionNames = [
        "arrivalDeadline": "--deadline",
        "customerId": "--customer",
        "destination": "--destination",
        "origin": "--origin",
        "trackingId": "tracking id",
        "location": "--at",
        "completionTime": "--completed",
        "voyageNumber": "voyage number",
        "limit": "--limit",
        "maxLegs": "--max-legs",
        "minimumConnection": "--min-connection",
        "unLocode": "UN/LOCODE",
    ]
}
#endif
