public import CargoApplication
import CargoDomain

extension CargoTrackingView {
    /// The status in a language, such as "In port Hongkong".
    ///
    /// In English, it is `statusText`.
    public func statusText(in language: Language) -> String {
        Language.$current.withValue(language) {
            let place = lastKnownLocation?.name.text ?? ""
            return switch transportStatus {
            case .notReceived: bookingStatus == .cancelled ? localized("Cancelled") : localized("Not received")
            case .inPort: localized("In port \(place)")
            case .onboardCarrier: localized("Onboard voyage \(currentVoyage?.text ?? "")")
            case .claimed: localized("Claimed in \(place)")
            }
        }
    }

    /// The next expected activity in a language; nil if there is none.
    ///
    /// In English, it is `nextExpectedText`.
    public func nextExpectedText(in language: Language) -> String? {
        guard language != .english, let next = nextExpectedActivity else { return nextExpectedText }
        guard let expected = expectedActivities.first(where: { $0.activity == next }) else { return nextExpectedText }
        return expected.description(in: language)
    }
}

extension CargoTrackingView.ExpectedActivity {
    /// The description in a language, such as "Load onto voyage V100 in Hongkong".
    ///
    /// In English, it is `description`.
    public func description(in language: Language) -> String {
        Language.$current.withValue(language) { activity.type.order(in: location.name.text, voyage: activity.voyageNumber?.text ?? "") }
    }
}

extension CargoTrackingView.Event {
    /// The description in a language, such as "Loaded onto voyage V100 in Hongkong".
    ///
    /// In English, it is `description`.
    public func description(in language: Language) -> String {
        Language.$current.withValue(language) { type.report(in: location.name.text, voyage: voyageNumber?.text ?? "") }
    }
}

extension HandlingType {
    /// An activity to come, in the language of the current task.
    fileprivate func order(in place: String, voyage: String) -> String {
        switch self {
        case .receive: localized("Receive in \(place)")
        case .load: localized("Load onto voyage \(voyage) in \(place)")
        case .unload: localized("Unload off voyage \(voyage) in \(place)")
        case .customs: localized("Clear customs in \(place)")
        case .claim: localized("Claim in \(place)")
        }
    }

    /// A completed activity, in the language of the current task.
    fileprivate func report(in place: String, voyage: String) -> String {
        switch self {
        case .receive: localized("Received in \(place)")
        case .load: localized("Loaded onto voyage \(voyage) in \(place)")
        case .unload: localized("Unloaded off voyage \(voyage) in \(place)")
        case .customs: localized("Cleared customs in \(place)")
        case .claim: localized("Claimed in \(place)")
        }
    }
}
