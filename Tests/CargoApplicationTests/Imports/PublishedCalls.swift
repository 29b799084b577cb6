import CargoApplication
import CargoDomain
import CargoWire
import Testing

/// A call in a vessel schedule, such as `call("HKHKG", "1W", "1W", "A PLN 3", "D PLN 4")`: the numbers by which the ship comes and leaves, and
/// times as end, classifier and day of January 2026.
func call(_ port: String?, _ imported: String?, _ exported: String?, _ times: String..., more: String = "") -> String {
    var members = [#""transportCallReference":"r""#]
    if let port { members.append(#""location":{"locationType":"UNLO","UNLocationCode":"\#(port)"}"#) }
    if let imported { members.append(#""carrierImportVoyageNumber":"\#(imported)""#) }
    if let exported { members.append(#""carrierExportVoyageNumber":"\#(exported)""#) }
    let timestamps = times.map { time in
        let parts = time.split(separator: " ").map(String.init)
        let day = parts[2].count == 1 ? "0" + parts[2] : parts[2]
        let place = parts.count > 3 ? #","facilityTypeCode":"\#(parts[3])""# : ""
        return """
            {"eventTypeCode":"\(parts[0] == "A" ? "ARRI" : "DEPA")","eventClassifierCode":"\(parts[1])",\
            "eventDateTime":"2026-01-\(day)T00:00:00Z"\(place)}
            """
    }
    members.append(#""timestamps":[\#(timestamps.joined(separator: ","))]"#)
    if !more.isEmpty { members.append(more) }
    return "{\(members.joined(separator: ","))}"
}

/// A file with one ship.
func schedules(_ calls: String..., vessel: String = ship) -> String {
    #"[{"carrierServiceCode":"FE1","carrierServiceName":"Great Lion","vesselSchedules":[{\#(vessel),"transportCalls":[\#(calls.joined(separator: ","))]}]}]"#
}

let ship = #""vesselOperatorSMDGLinerCode":"HLC","vesselIMONumber":"9074729","vesselName":"EVER GIVEN","isDummyVessel":false"#

extension PublishedSchedules {
    init(_ text: String) throws(DomainError) { try self.init(Array(text.utf8)) }

    /// The voyages as text, such as `9074729-1W: HKHKG JPTYO`; with `<` if they may start earlier, `>` if they may end later, `!` if they are blank.
    var outline: [String] {
        voyages.map { voyage in
            "\(voyage.number): \(voyage.mayStartEarlier ? "<" : "")\(voyage.calls.map(\.port.text).joined(separator: " "))"
                + "\(voyage.mayEndLater ? ">" : "")\(voyage.isBlank ? "!" : "")"
        }
    }

    var issueTexts: [String] { issues.map { "\($0.path ?? "") \($0.code) \($0.verdict.rawValue)" } }
}
