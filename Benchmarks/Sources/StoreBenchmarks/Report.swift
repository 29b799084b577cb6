import Foundation

/// The results of a run, as stored.
///
/// The plots and the table are made from them.
struct Report: Codable {
    struct Line: Codable {
        let name: String
        let what: String
        let place: String
        let goal: Double
        let better: Row.Direction
        let peer: String
        let measurement: Measurement
    }

    var note: String
    var cargos: Int
    var small: Int
    var bytesOfDocument: Int
    var lines: [Line] = []
    var curves: Curves?

    init(_ settings: Settings) {
        note = settings.note
        cargos = settings.cargos
        small = settings.small
        bytesOfDocument = Fleet.bytes(0, version: 1).count
    }

    /// Adds a row's result and returns the line that other programs parse.
    mutating func add(_ row: Row, _ measurement: Measurement) -> String {
        lines.append(
            Line(
                name: row.name,
                what: row.what,
                place: row.place,
                goal: row.goal,
                better: row.better,
                peer: row.peer,
                measurement: measurement
            )
        )
        let ratio = String(format: "%.3f", measurement.ratio)
        return "bench \(row.name) ratio=\(ratio) goal=\(String(format: "%.3f", row.goal)) better=\(row.better.rawValue) against=\(row.peer)"
    }

    func write(to path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        try encoder.encode(self).write(to: URL(fileURLWithPath: path))
    }
}
