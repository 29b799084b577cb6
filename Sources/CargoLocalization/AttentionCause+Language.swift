public import CargoApplication
public import CargoDomain

extension SummarizeWorklist.Group {
    /// How many cargos need attention for what, as a sentence in a language, such as "9 cargos miss voyage W2 in Rotterdam (NLRTM)".
    /// - Parameters:
    ///   - language: the language.
    ///   - place: the name of a location.
    ///   - day: a day for people.
    public func text(
        in language: Language,
        place: (UnLocode) -> String = { $0.text },
        day: (Instant) -> String = { String($0.description.prefix(10)) }
    ) -> String {
        let place = cause.location.map(place) ?? "", day = since.map(day) ?? ""
        return Language.$current.withValue(language) { text(place, day) }
    }

    private func text(_ place: String, _ day: String) -> String {
        let voyage = cause.voyageNumber?.text ?? ""
        return switch cause {
        case .missed:
            localized(
                count,
                one: "\(count) cargo misses voyage \(voyage) in \(place)",
                other: "\(count) cargos miss voyage \(voyage) in \(place)"
            )
        case .dropped:
            localized(
                count,
                one: "\(count) cargo is left by voyage \(voyage), which no longer calls at \(place)",
                other: "\(count) cargos are left by voyage \(voyage), which no longer calls at \(place)"
            )
        case .misdirected(nil):
            localized(count, one: "\(count) cargo is off its route, on the way", other: "\(count) cargos are off their routes, on the way")
        case .misdirected:
            localized(
                count,
                one: "\(count) cargo is off its route, in \(place)",
                other: "\(count) cargos are off their routes, in \(place)"
            )
        case .unrouted(.notRouted): localized(count, one: "\(count) cargo has no route", other: "\(count) cargos have no route")
        case .unrouted: localized(count, one: "\(count) cargo needs another route", other: "\(count) cargos need another route")
        case .late:
            localized(
                count,
                one: "\(count) cargo arrives late in \(place) with voyage \(voyage)",
                other: "\(count) cargos arrive late in \(place) with voyage \(voyage)"
            )
        case .held(let type):
            localized(count, one: "\(count) cargo: \(type.text)", other: "\(count) cargos: \(type.text)")
        case .uncollected:
            localized(
                count,
                one: "\(count) cargo in \(place) wasn't collected by \(day)",
                other: "\(count) cargos in \(place) weren't collected, the first by \(day)"
            )
        }
    }
}

extension CarrierEventDesk.Waiting {
    /// How many events of a carrier wait and why, in a language.
    package func text(in language: Language) -> String { Language.$current.withValue(language) { text } }

    private var text: String {
        localized(
            count,
            one: "\(count) event of \(carrier) waits: \(reason.text(in: .current))",
            other: "\(count) events of \(carrier) wait: \(reason.text(in: .current))"
        )
    }
}
