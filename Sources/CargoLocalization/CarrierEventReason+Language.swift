public import CargoApplication
import CargoDomain

extension CarrierEventReason {
    /// Why the event waits, as one sentence in a language.
    ///
    /// For example: "No voyage has the number UK244A." The subject is what a carrier wrote, so escape the sentence as any foreign text.
    public func text(in language: Language) -> String { Language.$current.withValue(language) { text } }

    private var text: String {
        switch (code, subject) {
        case (.cargoUnknown, let number?): localized("No cargo has the container or document \(number).")
        case (.cargoUnknown, nil): localized("The event names neither a container nor a document.")
        case (.cargoAmbiguous, let number?): localized("Several cargos have the container or document \(number).")
        case (.cargoAmbiguous, nil): localized("Several cargos may be meant.")
        case (.documentsContradict, let number?): localized("The cargo with this container has other documents than \(number).")
        case (.documentsContradict, nil): localized("The cargo with this container has other documents.")
        case (.outsideJourney, let number?): localized("No cargo was on its way in the container \(number) then.")
        case (.outsideJourney, nil): localized("No cargo was on its way in this container then.")
        case (.severalContainers, let cargo?):
            localized("Cargo \(cargo) has several containers, so an event of one of them doesn't tell where it is.")
        case (.severalContainers, nil): localized("The cargo has several containers, so an event of one of them doesn't tell where it is.")
        case (.voyageUnknown, let number?): localized("No voyage has the number \(number).")
        case (.voyageUnknown, nil): localized("The event names no voyage.")
        case (.voyageAmbiguous, let number?): localized("Several voyages have the number \(number).")
        case (.voyageAmbiguous, nil): localized("Several voyages may be meant.")
        case (.locationUnknown, let place?): localized("The place \(place) isn't registered, or isn't named by its UN/LOCODE.")
        case (.locationUnknown, nil): localized("The event names no place.")
        case (.inFuture, let time?): localized("The time \(time) is in the future.")
        case (.inFuture, nil): localized("The time is in the future.")
        case (.unreadable, let path?) where !path.isEmpty: localized("‘\(path)’ is missing or can't be read.")
        case (.unreadable, _): localized("The event can't be read.")
        case (.refused, let code?): localized("A rule refuses it: \(Self.message(code))")
        case (.refused, nil): localized("A rule refuses it.")
        case (.tooLarge, _): localized("The event is too large to be kept.")
        }
    }

    /// The message of an error of the kit; the code itself if a newer program stored it.
    private static func message(_ code: String) -> String {
        DomainError.Code(rawValue: code).map { DomainError.rule($0).message(in: .current) } ?? code
    }
}

extension CarrierMessage.Meaning {
    /// What is told, as a word or two in the language of the current task; nil if nothing.
    package var text: String? {
        switch self {
        case .move(.gatedIn): localized("Gate in")
        case .move(.loaded): localized("Load")
        case .move(.discharged): localized("Discharge")
        case .move(.gatedOut): localized("Gate out")
        case .held: localized("Hold")
        case .released: localized("Release of a hold")
        case .call(.arrival, _): localized("Arrival")
        case .call(.departure, _): localized("Departure")
        case .withdrawal: localized("Withdrawal")
        case .nothing: nil
        }
    }
}
