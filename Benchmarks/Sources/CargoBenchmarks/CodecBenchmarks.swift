import CargoDomain
import CargoWire
import Foundation

/// The typed codec against Foundation's, on a cargo of about 1.5 KB.
///
/// Foundation's structs contain plain strings and validate nothing.
let codecBenchmarks = [
    Benchmark(name: "codec-encode", goal: 25, better: .higher, peer: "Foundation.JSONEncoder") {
        let cargo = try CodecSample.cargo()
        let peer = try CodecSample.plainCargo()
        let encoder = JSONEncoder()
        guard try CodecSample.sorted(encoder).encode(peer) == Data(CargoRecord.encode(cargo)) else {
            throw BenchmarkFailure("not the same bytes")
        }
        // Unsorted names are faster for the peer.
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return try await compare {
            for _ in 0..<2000 { blackHole(CargoRecord.encode(cargo)) }
        } peer: {
            for _ in 0..<100 { blackHole(try encoder.encode(peer)) }
        }.speedUp * 20
    },
    Benchmark(name: "codec-decode", goal: 17, better: .higher, peer: "Foundation.JSONDecoder") {
        let bytes = CodecSample.bytes
        let data = Data(bytes)
        let decoder = JSONDecoder()
        return try await compare {
            try bytes.withUnsafeBytes { bytes in
                for _ in 0..<2000 { blackHole(try CargoRecord.decode(bytes)) }
            }
        } peer: {
            for _ in 0..<100 { blackHole(try decoder.decode(PlainCargo.self, from: data)) }
        }.speedUp * 20
    },
    Benchmark(name: "codec-encode-orjson", goal: 1.5, better: .higher, peer: "orjson.dumps") {
        let cargo = try CodecSample.cargo()
        return try OrjsonPeer(CodecSample.bytes).speedUp("encode", times: 2000) { blackHole(CargoRecord.encode(cargo)) }
    },
    Benchmark(name: "codec-decode-orjson", goal: 1.5, better: .higher, peer: "orjson.loads") {
        let bytes = CodecSample.bytes
        return try OrjsonPeer(bytes).speedUp("decode", times: 2000) {
            try bytes.withUnsafeBytes { bytes in blackHole(try CargoRecord.decode(bytes)) }
        }
    },
]

/// An error that makes a measurement invalid.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The cargo that is encoded and decoded: six legs, on board for the third, rerouted once.
enum CodecSample {
    static let bytes = Array(text.utf8)

    static func cargo() throws -> Cargo {
        try bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try CargoRecord.decode(bytes) } }.get()
    }

    static func plainCargo() throws -> PlainCargo { try JSONDecoder().decode(PlainCargo.self, from: Data(bytes)) }

    static func sorted(_ encoder: JSONEncoder) -> JSONEncoder {
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    private static let text = """
        {"customerId":"northern-traders","delivery":{"currentVoyage":"V0300",\
        "isMisdirected":false,"isUnloadedAtDestination":false,"lastHandled":{"completionTime":"2026-04-01T17:45:12.345Z",\
        "location":"SGSIN","type":"LOAD","voyageNumber":"V0300"},"lastKnownLocation":"SGSIN",\
        "lastMove":{"completionTime":"2026-04-01T17:45:12.345Z","location":"SGSIN","type":"LOAD","voyageNumber":"V0300"},\
        "nextExpectedActivity":{"location":"LKCMB","type":"UNLOAD","voyageNumber":"V0300"},"planPosition":6,\
        "plannedArrival":"2026-05-18T04:30:00.000Z","routingStatus":"ROUTED","transportStatus":"ONBOARD_CARRIER"},\
        "itinerary":{"legs":[\
        {"loadLocation":"HKHKG","loadTime":"2026-03-20T08:00:00.000Z","unloadLocation":"VNSGN","unloadTime":"2026-03-24T19:15:00.000Z","voyageNumber":"V0100"},\
        {"loadLocation":"VNSGN","loadTime":"2026-03-25T06:00:00.000Z","unloadLocation":"SGSIN","unloadTime":"2026-03-29T11:30:00.000Z","voyageNumber":"V0200"},\
        {"loadLocation":"SGSIN","loadTime":"2026-04-01T18:00:00.000Z","unloadLocation":"LKCMB","unloadTime":"2026-04-07T09:45:00.000Z","voyageNumber":"V0300"},\
        {"loadLocation":"LKCMB","loadTime":"2026-04-08T12:00:00.000Z","unloadLocation":"EGPSD","unloadTime":"2026-04-21T23:00:00.000Z","voyageNumber":"V0400"},\
        {"loadLocation":"EGPSD","loadTime":"2026-04-23T03:00:00.000Z","unloadLocation":"DEHAM","unloadTime":"2026-05-10T14:20:00.000Z","voyageNumber":"V0500"},\
        {"loadLocation":"DEHAM","loadTime":"2026-05-12T16:00:00.000Z","unloadLocation":"SESTO","unloadTime":"2026-05-18T04:30:00.000Z","voyageNumber":"V0600"}]},\
        "origin":"HKHKG","routeSpecification":{"arrivalDeadline":"2026-06-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"},\
        "routingStart":{"completionTime":"2026-03-18T10:20:30.400Z","location":"HKHKG","type":"RECEIVE"},\
        "trackingId":"7K3M9QX2R5TB","version":9}
        """
}

/// The same JSON as plain `Codable` structs, without a domain.
struct PlainCargo: Codable {
    struct CompletedActivity: Codable {
        var completionTime: String
        var location: String
        var type: String
        var voyageNumber: String?
    }

    struct Activity: Codable {
        var location: String
        var type: String
        var voyageNumber: String?
    }

    struct Delivery: Codable {
        var currentVoyage: String?
        var isMisdirected: Bool
        var isUnloadedAtDestination: Bool
        var lastHandled: CompletedActivity?
        var lastKnownLocation: String?
        var lastMove: CompletedActivity?
        var nextExpectedActivity: Activity?
        var planPosition: Int?
        var plannedArrival: String?
        var routingStatus: String
        var transportStatus: String
    }

    struct Leg: Codable {
        var loadLocation: String
        var loadTime: String
        var unloadLocation: String
        var unloadTime: String
        var voyageNumber: String
    }

    struct Itinerary: Codable {
        var legs: [Leg]
    }

    struct RouteSpecification: Codable {
        var arrivalDeadline: String
        var destination: String
        var origin: String
    }

    var customerId: String
    var delivery: Delivery
    var itinerary: Itinerary?
    var origin: String
    var routeSpecification: RouteSpecification
    var routingStart: CompletedActivity?
    var trackingId: String
    var version: Int
}
