import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// A voyage for people: what is known of it, then each call with its scheduled time, its forecast, and what the carrier reported.
struct VoyageText {
    let text: String

    init(_ view: VoyageView, _ palette: Palette) {
        var text = "\(palette(.bold, view.voyageNumber.text))  \(localized("version \(view.version)"))\n"
        let lines = view.details.map(Self.lines) ?? []
        let width = (lines.map(\.label.count).max() ?? 0) + 1
        for line in lines {
            text += "  \(palette(.dim, line.label))\(String(repeating: " ", count: width - line.label.count))\(line.value)\n"
        }
        var table = Table([.init("AT"), .init(""), .init("SCHEDULED"), .init("FORECAST"), .init("REPORT")], indent: 2)
        for movement in view.movements {
            for end in [PortCallEnd.departure, .arrival] {
                let (scheduled, forecast) = (movement.scheduled.time(of: end), movement.forecast.time(of: end))
                table.rows.append([
                    .init(movement.scheduled.location(of: end).text),
                    .init(end == .departure ? localized("departs") : localized("arrives")),
                    .init(scheduled.brief), .init(forecast.brief, forecast == scheduled ? .dim : .warning),
                    .init(movement.status(of: end).map(Self.words) ?? ""),
                ])
            }
        }
        self.text = text + (lines.isEmpty ? "" : "\n") + table.render(palette)
    }

    private static func lines(of details: VoyageDetails) -> [(label: String, value: String)] {
        let numbers = details.carrierVoyageNumbers.map(\.text.visible).joined(separator: ", ")
        let carrier = [details.carrier?.text, numbers.isEmpty ? nil : localized("voyage \(numbers)")].compactMap(\.self)
        let ship = [details.vessel?.name?.text.visible, details.vessel?.imoNumber.map { "IMO \($0.text)" }].compactMap(\.self)
        let values = [
            (localized("Carrier"), carrier.joined(separator: ", ")), (localized("Ship"), ship.joined(separator: ", ")),
            (localized("Means of transport"), details.mode.map(words) ?? ""),
        ]
        return values.filter { !$0.1.isEmpty }.map { (label: $0.0, value: $0.1) }
    }

    private static func words(_ mode: TransportMode) -> String {
        switch mode {
        case .vessel: localized("Sea-going ship")
        case .barge: localized("Barge")
        case .rail: localized("Rail")
        case .truck: localized("Truck")
        case .air: localized("Plane")
        }
    }

    private static func words(_ status: PortCallStatus) -> String {
        switch status {
        case .actual: localized("actual")
        case .estimated: localized("estimated")
        }
    }
}

/// A movement of a voyage, as scheduled and by the forecast, and what the carrier reported of its ends.
struct VoyageMovement: CanonicallyEncodable {
    let scheduled: CarrierMovement
    let forecast: CarrierMovement
    let reports: [PortCallReport]

    /// Whether an end is reported, and how.
    func status(of end: PortCallEnd) -> PortCallStatus? { reports.first { $0.end == end }?.status }

    func write(to writer: inout JSONWriter) { scheduled.write(to: &writer) }
}

extension VoyageView {
    /// The movements with their forecasts and reports.
    var movements: [VoyageMovement] {
        zip(schedule.movements, forecast.movements).enumerated().map { index, movement in
            VoyageMovement(scheduled: movement.0, forecast: movement.1, reports: reports.filter { $0.movement == Int64(index) })
        }
    }
}
