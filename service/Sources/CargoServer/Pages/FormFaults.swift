import CargoDomain
import CargoLocalization
import CargoWire

/// The errors in a form, for single fields and for the form as a whole.
struct FormFaults: Error, Sendable {
    /// An error, and the field that it belongs to.
    struct Fault: Sendable {
        /// The id of the field to correct; nil if the error doesn't belong to a single field.
        let field: String?
        let text: String
    }

    private(set) var list: [Fault] = []

    var isEmpty: Bool { list.isEmpty }

    init() {}

    /// Converts a use case's failure to form errors.
    /// - Parameters:
    ///   - values: the submitted values, used to find the field that the failure is about.
    ///   - names: the fields of failures that belong to another field than in other forms.
    init(_ error: DomainError, in values: [Input.Member], naming names: [DomainError.Code: String] = [:]) {
        if error.fields.isEmpty {
            list = [Fault(field: names[error.code] ?? Self.field(of: error, in: values), text: Self.text(error))]
        } else {
            list = error.fields.map { Fault(field: $0.path, text: Self.text(.rule($0.code))) }
        }
    }

    /// The error of a field.
    subscript(field: String) -> String? { list.first { $0.field == field }?.text }

    /// Adds an error that the page itself detected.
    mutating func add(_ text: String, at field: String? = nil) { list.append(Fault(field: field, text: text)) }

    /// Whether the user can fix the failure by changing the form; all other failures are problems of the page.
    static func areTheForms(_ error: DomainError) -> Bool {
        switch error.tier {
        case .validation, .domain: error.code != .cargoNotFound
        case .technical: false
        }
    }

    /// The field that a domain failure belongs to.
    private static func field(of error: DomainError, in values: [Input.Member]) -> String? {
        guard error.code == .locationNotFound else { return fields[error.code] }
        // The failure names the unknown location code.
        return values.first { member in error.params.contains { $0.value == member.value.asText.map { .text($0) } } }?.name
    }

    private static let fields: [DomainError.Code: String] = [
        .voyageNotFound: "voyageNumber", .handlingVoyageRequired: "voyageNumber", .handlingVoyageProhibited: "voyageNumber",
        .routeOriginIsDestination: "destination", .deadlineNotInFuture: "arrivalDeadline",
        .trackingIdInUse: "trackingId", .handlingCompletedAfterRegistration: "completionTime", .handlingRepeated: "type",
        .claimBeforeOtherHandling: "type", .reasonInvalid: "reason", .legAlreadyLoaded: "leg", .portCallInFuture: "time",
        .voyageDoesNotCall: "location",
    ]

    /// What is wrong, and what the user can do about it in a form.
    static func text(_ error: DomainError) -> String {
        advice[error.code].map(localized)
            ?? [error.message(in: .current), error.advice(in: .current)].compactMap(\.self).joined(separator: " ")
    }

    /// Advice that names the controls of a form.
    private static let advice: [DomainError.Code: Phrase] = [
        .unLocodeInvalid: "This matches no port, or more than one. Choose a suggestion, or enter the UN/LOCODE.",
        .instantInvalid: "Enter a date and time, such as 2026-07-01T12:00.",
        .handlingTypeInvalid: "Choose an activity.",
        .handlingVoyageRequired: "Enter the voyage: loading and unloading need one.",
        .handlingVoyageProhibited: "Leave the voyage empty: only loading and unloading need one.",
        .concurrencyConflict: "Someone else has changed this cargo. The page shows its current state; check it, then try again.",
    ]
}
