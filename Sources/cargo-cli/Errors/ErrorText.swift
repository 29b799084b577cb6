import CargoDomain
import CargoLocalization
import CargoWire

/// An error's message, and a hint that names the commands and options to use.
///
/// The texts are those of `DomainError`, except where the command line has more to say.
struct ErrorText {
    let message: String
    let hint: String?

    /// - Parameter request: the request that failed, so that the message can quote the value at fault.
    init(_ error: DomainError, in request: Input? = nil) {
        hint = Self.hint(for: error, in: request) ?? error.advice(in: .current)
        if error.isOfManifest {
            message = localized("The store cannot be opened: \((error.cause ?? localized("its manifest is damaged")).visible).")
        } else {
            message = error.message(in: .current) { request?[$0]?.asText }
        }
    }

    /// The hint of errors that commands or options of this program help with.
    private static func hint(for error: DomainError, in request: Input?) -> String? {
        let cargo = request?["trackingId"]?.asText?.visible ?? "ID"
        return switch error.code {
        case .voyageAlreadyExists:
            localized("Run 'cargo-cli voyage reschedule NUMBER FILE' to change its schedule, or 'cargo-cli voyage describe NUMBER'.")
        case .voyageNotFound: localized("Run 'cargo-cli voyage list' to see all voyages.")
        case .locationNotFound:
            localized("Run 'cargo-cli location search NAME' to look for it, or 'cargo-cli location add CODE NAME' to add it.")
        case .legNotOnSchedule, .voyageDoesNotCall: localized("Run 'cargo-cli voyage show NUMBER' to see the schedule.")
        case .portCallInFuture: localized("Check --time and its time zone, or report it with --status estimated.")
        case .legAlreadyLoaded, .cargoNotRouted: localized("Run 'cargo-cli route candidates \(cargo)' to find a new route.")
        case .handlingVoyageRequired: localized("Add --voyage NUMBER.")
        case .handlingVoyageProhibited: localized("Leave out --voyage.")
        case .handlingCompletedAfterRegistration: localized("Check --completed and its time zone.")
        case .handlingRepeated, .claimBeforeOtherHandling: localized("Run 'cargo-cli track \(cargo)' to see its history.")
        case .handlingEventNotFound: localized("Run 'cargo-cli track \(cargo) -o json' to see its events with their exact times.")
        case .cargoCancelled: localized("Run 'cargo-cli reinstate \(cargo)' to reinstate the booking.")
        case .validationFailed where error.fields.contains(where: { $0.path.hasPrefix("references") && $0.code == .referenceTypeInvalid }):
            localized("Write a reference with its type, such as container:CSQU3054383.")
        case .cargoNotFound: localized("Run 'cargo-cli list' to see all cargos.")
        case .referencesTooMany, .containerAlreadyAssigned: localized("Run 'cargo-cli track \(cargo)' to see them.")
        case .itineraryNotSatisfying: localized("Run 'cargo-cli route candidates \(cargo)' to find itineraries that do.")
        case .itineraryStartsElsewhere: localized("Run 'cargo-cli track \(cargo)' to see where the cargo is.")
        case .trackingIdInUse: localized("Choose a different id, or leave out --tracking-id to have one generated.")
        case .corruptRecord where error.isOfManifest: localized("Run 'cargo-cli store verify' to see what to do.")
        case .corruptRecord: localized("Run 'cargo-cli store verify' to find all damage.")
        case .storeUnavailable: localized("Check the path in --store and its permissions. Add -v for the cause.")
        case .storeOutcomeUnknown: localized("Run 'cargo-cli track' or 'cargo-cli list' to check before you try again.")
        case .remoteRejected where error.neededRole != nil:
            localized("The token needs the role \(error.neededRole ?? ""). Set CARGO_TOKEN to another token.")
        case .remoteRejected where error.isRefusal: localized("Set CARGO_TOKEN to a token that the service accepts.")
        case .remoteRejected: localized("Add -v for the cause.")
        default: nil
        }
    }

    /// The message for an invalid field, under the field's name on the command line.
    static func message(for field: DomainError.FieldError, in request: Input?) -> String {
        let name = optionNames[String(field.path.prefix { $0 != "[" })].map(localized) ?? field.path
        if field.code == .fieldRequired { return localized("\(name): missing") }
        let text = request?.value(at: field.path)?.asText
        if text?.isEmpty == true { return localized("\(name): empty") }
        let words = Self(text.map { DomainError.invalid(field.code, text: $0) } ?? .rule(field.code))
        return ["\(name): \(words.message)", words.hint].compactMap(\.self).joined(separator: " ")
    }

    /// The command line's names for request fields.
    private static let optionNames: [String: Phrase] = [
        "arrivalDeadline": "--deadline",
        "customerId": "--customer",
        "destination": "--destination",
        "origin": "--origin",
        "trackingId": "tracking id",
        "location": "--at",
        "completionTime": "--completed",
        "voyageNumber": "voyage number",
        "reason": "--reason",
        "references": "--reference",
        "end": "--end",
        "status": "--status",
        "time": "--time",
        "reportedAt": "--reported",
        "from": "voyage number",
        "to": "--to",
        "leg": "--leg",
        "type": "type",
        "pickUpBy": "instant",
        "details.carrier": "--carrier",
        "details.carrierVoyageNumbers": "--carrier-voyage",
        "details.mode": "--mode",
        "details.vessel.imoNumber": "--vessel-imo",
        "details.vessel.name": "--vessel-name",
        "limit": "--limit",
        "maxLegs": "--max-legs",
        "minimumConnection": "--min-connection",
        "unLocode": "UN/LOCODE",
    ]
}

extension DomainError {
    /// Whether a store can't be opened because of its manifest.
    fileprivate var isOfManifest: Bool { code == .corruptRecord && params.contains { $0.name == "rule" && $0.value == .text("manifest") } }
}

extension Input {
    /// The value at a path such as `details.vessel.name` or `details.carrierVoyageNumbers[0]`; nil if there is none.
    fileprivate func value(at path: String) -> Input? {
        var value: Input? = self
        for step in path.split(separator: ".") {
            let names = step.split(separator: "[")
            value = names.first.flatMap { value?[String($0)] }
            for index in names.dropFirst() {
                value = Int(index.dropLast()).flatMap { value?.asList?.dropFirst($0).first }
            }
        }
        return value
    }
}

extension DomainError {
    /// Whether a service doesn't permit the request with the caller's token.
    var isRefusal: Bool { code == .remoteRejected && params.contains { $0.name == "refusal" } }

    /// The role that a service needs for the request.
    fileprivate var neededRole: String? {
        guard isRefusal, case .text(let role)? = params.first(where: { $0.name == "role" })?.value else { return nil }
        return role
    }
}
