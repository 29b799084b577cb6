public import CargoApplication
public import CargoDomain

extension EndpointRefusal {
    /// The reason in a language, as part of a sentence.
    public func text(in language: Language) -> String { Phrase(of: rawValue).text(in: language) }
}

extension DeliveryFailure {
    /// The reason in a language, as part of a sentence.
    public func text(in language: Language) -> String {
        switch self {
        case .refused(let refusal): refusal.text(in: language)
        case .unanswered(let obstacle): Phrase(of: obstacle.rawValue).text(in: language)
        case .timedOut(let milliseconds): Phrase("the handler did not answer within \(milliseconds) ms").text(in: language)
        case .answered(let status): Phrase("the endpoint answered \(status)").text(in: language)
        case .other(let text): text
        }
    }
}

extension PauseReason {
    /// The reason in a language, as part of a sentence.
    /// - Parameters:
    ///   - language: the language.
    ///   - time: spells a time for people.
    public func text(in language: Language, time: (Instant) -> String = { $0.description }) -> String {
        switch self {
        case .byOwner, .byOperator: Phrase(of: text).text(in: language)
        case .failing(let since, let last):
            Phrase("every delivery has failed since \(time(since)): \(last.text(in: language))").text(in: language)
        case .delivery(let failure): failure.text(in: language)
        case .other(let text): text
        }
    }
}
