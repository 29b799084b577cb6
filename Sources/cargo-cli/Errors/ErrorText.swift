#if CLI
import CargoDomain
import CargoWire

/// The message and the hint for each error code.
///
/// The wording may change; the codes are stable.
struct ErrorText {
    let message: String
    let hint: String?

    /// - Parameter request: the request that failed, so that the message can quote the value at fault.
    init(_ error: DomainError, in request: Input? = nil) {
        (message, hint) = Self.words(for: error, in: request)
    }

    private static func words(for error: DomainError, in request: Input?) -> (String, String?) {
        func text(_ name: String) -> String {
            switch error.params.first(where: { $0.name == name })?.value {
            case .text(let text): text.quoted
            case .integer(let number): String(number)
            case nil: "?"
            }
        }
        func given(_ field: String) -> String? { request?[field]?.asText?.quoted }
        let cargo = request?["trackingId"]?.asText?.visible ?? "ID"
        switch error.code {
        // Values
        case .trackingIdInvalid:
            return (
                "\(text("text")) is not a valid tracking id.",
                "Use 3 to 36 letters, digits and hyphens, with a letter or digit at both ends, such as ABC-123."
            )
        case .customerIdInvalid:
            return (
                "\(text("text")) is not a valid customer id.",
                "Use 1 to 36 letters, digits, hyphens, underscores and dots, starting with a letter or digit."
            )
        case .voyageNumberInvalid:
            return (
                "\(text("text")) is not a valid voyage number.",
                "Use 1 to 36 letters, digits, hyphens, underscores and dots, starting with a letter or digit."
            )
        case .unLocodeInvalid:
            return (
                "\(text("text")) is not a valid UN/LOCODE.",
                "Use a two-letter country code and three characters for the place, such as SESTO for Stockholm."
            )
        case .locationNameInvalid:
            return ("\(text("text")) is not a valid location name.", "Use 1 to 200 characters, without line breaks and not only spaces.")
        case .instantInvalid:
            return (
                "\(text("text")) is not a valid time.",
                "Write the date, time and time zone, such as 2026-03-01T12:00:00Z or 2026-03-01T12:00:00+01:00."
            )
        case .instantOutOfRange: return ("The time \(text("text")) is out of range.", "Use a year from 1970 to 9999.")
        case .integerOutOfRange: return ("The number \(text("text")) is out of range.", nil)

        // Requests
        case .fieldRequired: return ("A required value is missing.", nil)
        case .shapeInvalid: return ("The value at \(text("path")) is missing, unknown or of the wrong type.", nil)
        case .jsonInvalid:
            return ("Invalid JSON.", "Use UTF-8 text without fractions, null, duplicate names or trailing commas.")
        case .validationFailed:
            return (error.fields.count == 1 ? "One value is invalid." : "\(error.fields.count) values are invalid.", nil)

        // Voyage
        case .movementLocationsEqual:
            return ("A movement departs from and arrives at the same location.", "Give each movement two different locations.")
        case .movementTimesInvalid:
            return ("A movement's arrival time is not later than its departure time.", "Check both times and their time zones.")
        case .scheduleEmpty: return ("The schedule has no movements.", "Add at least one movement.")
        case .scheduleTooLong: return ("The schedule has more than 500 movements.", "Split it into several voyages.")
        case .scheduleNotConnected:
            return ("A movement does not depart from where the previous one arrives.", "List the movements in order of travel.")
        case .scheduleTimesOverlap:
            return ("A movement departs before the previous one arrives.", "List the movements in order of travel and check their times.")
        case .voyageAlreadyExists:
            return (
                "Voyage \(text("voyageNumber")) already exists with a different schedule.",
                "Run 'cargo-cli voyage reschedule NUMBER FILE' to change its schedule."
            )
        case .voyageNotFound: return ("There is no voyage \(text("voyageNumber")).", "Run 'cargo-cli voyage list' to see all voyages.")

        // Location
        case .locationNotFound:
            return (
                "There is no location \(text("unLocode")).",
                "Run 'cargo-cli location search NAME' to look for it, or 'cargo-cli location add CODE NAME' to add it."
            )

        // Route specification, leg, itinerary
        case .routeOriginIsDestination: return ("The origin and the destination are the same.", "Give two different locations.")
        case .deadlineNotInFuture:
            return ("The deadline\(given("arrivalDeadline").map { " \($0)" } ?? "") is not in the future.", "Give a later deadline.")
        case .legLocationsEqual: return ("A leg loads and unloads at the same location.", "Give each leg two different locations.")
        case .legTimesInvalid: return ("A leg's unload time is not later than its load time.", "Check both times and their time zones.")
        case .legNotOnSchedule:
            return (
                "Leg \(ordinal(error)) is not on its voyage's schedule: the voyage does not call at those ports at those times.",
                "Run 'cargo-cli voyage show NUMBER' to see the schedule."
            )
        case .itineraryEmpty: return ("The itinerary has no legs.", "Add at least one leg.")
        case .itineraryTooLong: return ("The itinerary has more than 100 legs.", nil)
        case .itineraryNotConnected: return ("A leg does not load where the previous one unloads.", "List the legs in order of travel.")
        case .itineraryTimesOverlap:
            return ("A leg loads before the previous one unloads.", "List the legs in order of travel and check their times.")

        // Handling
        case .handlingTypeInvalid: return ("\(text("text")) is not a handling type.", "Use RECEIVE, LOAD, UNLOAD, CUSTOMS or CLAIM.")
        case .handlingVoyageRequired: return ("Loading and unloading require a voyage.", "Add --voyage NUMBER.")
        case .handlingVoyageProhibited: return ("Only loading and unloading take a voyage.", "Leave out --voyage.")
        case .handlingCompletedAfterRegistration:
            return (
                "The completion time\(given("completionTime").map { " \($0)" } ?? "") is in the future.",
                "Check --completed and its time zone."
            )
        case .handlingOfOtherCargo: return ("The handling event belongs to another cargo.", nil)
        case .handlingRepeated:
            let type = request?["type"]?.asText
            let deed = type == "RECEIVE" ? "received" : type == "CLAIM" ? "claimed" : "received or claimed"
            return ("The cargo has already been \(deed).", "Run 'cargo-cli track \(cargo)' to see its history.")
        case .claimBeforeOtherHandling:
            return ("The cargo was handled later than this claim's completion time.", "Run 'cargo-cli track \(cargo)' to see its history.")

        // Cargo
        case .cargoNotFound: return ("There is no cargo \(text("trackingId")).", "Run 'cargo-cli list' to see all cargos.")
        case .cargoAlreadyClaimed: return ("The cargo has been claimed, so it can no longer be changed or handled.", nil)
        case .itineraryNotSatisfying:
            return (
                "The itinerary does not take the cargo from its origin to its destination before its deadline.",
                "Run 'cargo-cli route candidates \(cargo)' to find itineraries that do."
            )
        case .itineraryStartsElsewhere:
            return ("The itinerary does not start where the cargo is.", "Run 'cargo-cli track \(cargo)' to see where the cargo is.")
        case .destinationUnchanged: return ("The cargo's destination is already \(given("destination") ?? "the one given").", nil)
        case .cargoPositionUnknown:
            return (
                "The cargo's next port is unknown, so a new route has no origin.",
                "Register the cargo's unloading, then try again."
            )
        case .trackingIdInUse:
            return (
                "Another cargo already has the tracking id \(text("trackingId")).",
                "Choose a different id, or leave out --tracking-id to have one generated."
            )
        case .idempotencyKeyInvalid:
            return ("\(text("text")) is not a valid idempotency key.", "Use 1 to 255 printable ASCII characters, without spaces.")
        case .idempotencyKeyReused:
            return (
                "The idempotency key was already used for a different booking: cargo \(text("trackingId")).",
                "Use a new key for each booking."
            )
        case .concurrencyConflict:
            let subject =
                error.params.contains { $0.name == "trackingId" }
                ? "cargo \(text("trackingId"))"
                : error.params.contains { $0.name == "voyageNumber" } ? "voyage \(text("voyageNumber"))" : "the same data"
            return ("Another process changed \(subject) at the same time.", "Try again.")

        // Technical
        case .trackingIdsExhausted: return ("No unused tracking id could be generated.", nil)
        case .protocolMalformed: return ("A protocol message is malformed.", nil)
        case .corruptRecord where error.params.contains { $0.name == "rule" && $0.value == .text("manifest") }:
            return (
                "The store cannot be opened: \((error.cause ?? "its manifest is damaged").visible).",
                "Run 'cargo-cli store verify' to see what to do."
            )
        case .corruptRecord:
            return (
                "A stored record\(id(error)) is damaged: it violates \(text("rule")).", "Run 'cargo-cli store verify' to find all damage."
            )
        case .storeUnavailable:
            return ("The store cannot be used.", "Check the path in --store and its permissions. Add -v for the cause.")
        case .storeFull: return ("The store ran out of space; nothing was written.", "Free some disk space and try again.")
        case .storeLocked: return ("Another process has locked the store.", "Try again in a moment.")
        case .storeOutcomeUnknown:
            return (
                "It is unknown whether the change was saved.",
                "Run 'cargo-cli track' or 'cargo-cli list' to check before you try again."
            )
        case .storeSchemaUnsupported:
            return ("The store was written by a newer version of cargo-cli; nothing was changed.", "Use that version or a later one.")
        case .remoteUnavailable: return ("The service cannot be reached.", "Check the address and try again.")
        case .remoteTimeout: return ("The service did not answer in time.", "Try again.")
        case .remoteRejected: return ("The service refused the request.", "Add -v for the cause.")
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

    /// The message for an invalid field, under the field's name on the command line.
    static func message(for field: DomainError.FieldError, in request: Input?) -> String {
        let name = optionNames[field.path] ?? field.path
        if field.code == .fieldRequired { return "\(name): missing" }
        let text = request?[field.path]?.asText ?? ""
        let words = Self(.invalid(field.code, text: text))
        guard !text.isEmpty || request?[field.path] == nil else { return "\(name): empty" }
        return ["\(name): \(words.message)", words.hint].compactMap(\.self).joined(separator: " ")
    }

    /// The command line's names for request fields.
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
