import CargoApplication
import CargoDomain
import CargoWire
import Foundation
import Testing

@testable import CargoServer

/// What carriers really send, and what it means: the cases in `CarrierEvents`, whose README says how to read them.
struct CarrierEventReaderTests {
    private static let reader: CarrierEventReader = {
        let zones = """
            un_locode,time_zone
            CNSHA,Asia/Shanghai
            KRPUS,Asia/Seoul
            NLRTM,Europe/Amsterdam
            NOOSL,Europe/Oslo
            CLVAP,America/Santiago
            """
        let known = try? PortTimeZones(csv: Array(zones.utf8))
        return CarrierEventReader { time, place in known?.instant(showing: time, at: place) }
    }()

    private static let files = ["batches", "documents", "envelopes", "equipment", "members", "nothing", "places", "times", "voyages"]

    private static func json(_ bytes: Data) throws -> Input {
        try bytes.withUnsafeBytes { raw in Result { () throws(DomainError) in try JSONParser.parseForeign(raw) } }.get()
    }

    @Test(arguments: files)
    func `what carriers send means what it should`(file: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CarrierEvents")
        let cases = try #require(try Self.json(Data(contentsOf: folder.appending(path: "\(file).json"))).asList)
        #expect(cases.count >= 3)
        for one in cases {
            let name = one["name"]?.asText ?? ""
            let body = try #require(one["body"])
            let means = try #require(one["means"])
            let read = (CarrierEventReader.events(in: body) ?? []).map { Self.described(Self.reader.read($0)) }
            let expected = (means.asList ?? [means]).map(Self.expected)
            if means.asList == nil, means["kind"]?.asText == "none", read.isEmpty { continue }
            #expect(read.count == expected.count, "\(file): \(name)")
            for wanted in expected { #expect(read.contains { Self.fits($0, wanted) }, "\(file): \(name): \(wanted), not \(read)") }
        }
    }

    /// Whether a message is as expected; it may have other spellings of its documents.
    private static func fits(_ read: [String: String], _ expected: [String: String]) -> Bool {
        func documents(_ members: [String: String]) -> Set<Substring> { Set((members["documents"] ?? "").split(separator: ",")) }
        return documents(read).isSuperset(of: documents(expected))
            && read.filter { $0.key != "documents" } == expected.filter { $0.key != "documents" }
    }

    /// The members that a message has, as the cases write them.
    private static func described(_ message: CarrierMessage) -> [String: String] {
        var members: [String: String] = [:]
        members["eventID"] = message.eventId
        members["fault"] = message.fault?.path
        // What else can be read doesn't matter then.
        if message.fault != nil { return members }
        var end = PortCallEnd.departure
        switch message.meaning {
        case .nothing: return ["kind": "none", "eventID": message.eventId ?? ""]
        case .move(let move):
            members["type"] = [.gatedIn: "RECEIVE", .loaded: "LOAD", .discharged: "UNLOAD", .gatedOut: "CLAIM"][move]
            if move == .discharged { end = .arrival }
        case .call(let called, _):
            members["type"] = called.rawValue
            end = called
        case .held(let type, let reason): (members["type"], members["hold"], members["reason"]) = ("HOLD", type.rawValue, reason.text)
        case .released(let type): (members["type"], members["hold"]) = ("RELEASE", type.rawValue)
        case .withdrawal(let id): return ["type": "RETRACTION", "retracts": id]
        }
        members["time"] = message.time?.description
        members["place"] = message.place?.text
        members["placeText"] = message.place == nil ? message.placeText : nil
        members["container"] = message.equipment.first { $0.type == .container }?.value
        let numbers = message.voyage.numbers(for: end).map(\.text)
        // Gates have no voyage.
        members["voyages"] = ["RECEIVE", "CLAIM"].contains(members["type"]) ? nil : numbers.joined(separator: ",")
        members["vesselIMO"] = message.voyage.vessel?.text
        members["documents"] = message.documents.map { "\($0.type.rawValue) \($0.value)" }.sorted().joined(separator: ",")
        return members
    }

    private static func expected(_ means: Input) -> [String: String] {
        func text(_ name: String) -> String? { means[name]?.asText }
        if text("type") == "RETRACTION" { return ["type": "RETRACTION", "retracts": text("retracts") ?? ""] }
        var members: [String: String] = [:]
        for name in ["eventID", "fault"] { members[name] = text(name) }
        if text("fault") != nil { return members }
        if text("kind") == "none" { return ["kind": "none", "eventID": text("eventID") ?? ""] }
        for name in ["type", "hold", "reason", "place", "placeText", "container", "vesselIMO"] { members[name] = text(name) }
        members["time"] = text("time").flatMap { try? Instant($0).description }
        func list(_ name: String) -> [String] { means[name]?.asList?.compactMap(\.asText) ?? [] }
        members["voyages"] = ["RECEIVE", "CLAIM"].contains(text("type")) ? nil : list("voyages").joined(separator: ",")
        members["documents"] = list("documents").sorted().joined(separator: ",")
        return members
    }
}
