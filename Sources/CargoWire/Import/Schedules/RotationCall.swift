import CargoApplication
import CargoDomain

/// A call of a vessel schedule, as its carrier wrote it.
struct RotationCall {
    let path: String
    /// The call; nil if it can't be read.
    private(set) var meant: PublishedVoyage.Call?
    /// The number by which the ship comes; nil if it is unknown.
    var importNumber: String?
    /// The number by which it leaves; nil if it is unknown.
    var exportNumber: String?
    /// The number of a voyage that ends here because its last call was omitted.
    var endedNumber: String?
    /// The omitted calls between the last one and this one.
    var omittedBefore: [RotationCall] = []
    /// Whether the ship doesn't call, or not for cargo.
    let isOmitted: Bool
    /// Whether the call is omitted because its sailing doesn't take place.
    let isBlank: Bool
    let sequence: Int64?
    /// When the call is planned.
    let planned: Instant?
    /// When it happens or happened, as far as that is known.
    let latest: Instant?

    /// The numbers that the call names, each once.
    var numbers: [String] {
        [endedNumber, importNumber, exportNumber].reduce(into: []) { numbers, number in
            if let number, !numbers.contains(number) { numbers.append(number) }
        }
    }

    /// Whether a voyage is known to begin here.
    func begins(_ number: String) -> Bool { exportNumber == number && importNumber.map { $0 != number } ?? false }

    /// Whether a voyage is known to end here.
    func ends(_ number: String) -> Bool { importNumber == number && exportNumber.map { $0 != number } ?? false }

    /// Reads a call, and reports what can't be read.
    init(_ call: Foreign, _ faults: inout [PublishedRotation.Fault]) {
        path = call.path
        importNumber = Self.number(call.text("carrierImportVoyageNumber", "importVoyageNumber", "carrierVoyageNumber"))
        exportNumber = Self.number(call.text("carrierExportVoyageNumber", "exportVoyageNumber", "carrierVoyageNumber"))
        sequence = call["transportCallSequenceNumber"]?.integer
        // `statusCodes` takes precedence.
        let listed = call["statusCodes"]?.codes ?? []
        let codes = listed.isEmpty ? call["statusCode"]?.codes ?? [] : listed
        isBlank = codes.contains("BLNK")
        isOmitted = codes.contains { ["BLNK", "OMIT", "DRYD", "OOSV"].contains($0) }

        var (arrival, departure) = (PublishedVoyage.Times(), PublishedVoyage.Times())
        for (times, end) in [
            (Self.times(of: call, "ARRI", &faults), PortCallEnd.arrival), (Self.times(of: call, "DEPA", &faults), .departure),
        ] {
            if end == .arrival { arrival = times } else { departure = times }
        }
        planned = arrival.planned ?? departure.planned
        latest = arrival.latest ?? departure.latest

        let location = call["location"]
        let place = location?["UNLocationCode"] ?? call["UNLocationCode"]
        do throws(DomainError) {
            guard let place, let text = place.text else { throw .rule(.fieldRequired) }
            let port = try UnLocode(text.inUpperCase)
            meant = PublishedVoyage.Call(port: port, arrival: arrival, departure: departure, path: path)
        } catch {
            meant = nil
            guard !isOmitted else { return }
            let path = place?.path ?? (location ?? call).path + ".UNLocationCode"
            faults.append(.init(code: error.code.rawValue, path: path, isHarmless: false))
            return
        }
        if planned == nil, latest == nil, !isOmitted {
            meant = nil
            faults.append(.init(code: DomainError.Code.fieldRequired.rawValue, path: path + ".timestamps", isHarmless: false))
        }
    }

    /// This call and another one at a terminal of the same port, as one call.
    func joined(with next: RotationCall) -> RotationCall {
        var call = self
        call.exportNumber = next.exportNumber
        call.endedNumber = endedNumber ?? next.endedNumber
        guard let meant, let other = next.meant else { return call }
        call.meant = PublishedVoyage.Call(port: meant.port, arrival: meant.arrival, departure: other.departure, path: meant.path)
        return call
    }

    /// A carrier's number in upper case; nil for the placeholder of the standard.
    private static func number(_ text: String?) -> String? {
        text.map(\.inUpperCase).flatMap { $0 == "9999R" ? nil : $0 }
    }

    // MARK: Times

    /// The times of one end: those at the berth, else those at the pilot's boarding place; of equal kinds, the last in the list.
    private static func times(of call: Foreign, _ type: String, _ faults: inout [PublishedRotation.Fault]) -> PublishedVoyage.Times {
        var (berth, pilot) = (PublishedVoyage.Times(), PublishedVoyage.Times())
        for timestamp in call["timestamps"]?.list ?? [] {
            guard timestamp.text("eventTypeCode", "transportEventTypeCode")?.inUpperCase == type,
                let written = timestamp["eventDateTime"], let text = written.text
            else { continue }
            let isAtBerth = timestamp.text("facilityTypeCode")?.inUpperCase != "PBPL"
            do throws(DomainError) {
                let said = PublishedVoyage.Said(
                    time: try Instant(foreign: text),
                    reportedAt: reported(timestamp),
                    path: written.path
                )
                switch timestamp.text("eventClassifierCode")?.inUpperCase {
                case "PLN": if isAtBerth { berth.planned = said.time } else { pilot.planned = said.time }
                case "EST": if isAtBerth { berth.estimated = said } else { pilot.estimated = said }
                case "ACT": if isAtBerth { berth.actual = said } else { pilot.actual = said }
                default: faults.append(.init(code: DomainError.Code.shapeInvalid.rawValue, path: timestamp.path, isHarmless: true))
                }
            } catch {
                faults.append(.init(code: error.code.rawValue, path: written.path, isHarmless: true))
            }
        }
        berth.planned = berth.planned ?? pilot.planned
        berth.estimated = berth.estimated ?? pilot.estimated
        berth.actual = berth.actual ?? pilot.actual
        return berth
    }

    /// When the carrier said a time; nil if it doesn't tell.
    private static func reported(_ timestamp: Foreign) -> Instant? {
        guard let text = timestamp.text("eventCreatedDateTime") else { return nil }
        do throws(DomainError) { return try Instant(foreign: text) } catch { return nil }
    }
}
