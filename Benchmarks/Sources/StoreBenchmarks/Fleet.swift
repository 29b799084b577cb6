import CargoDomain
import CargoInfrastructure
import CargoWire

/// The cargos to save: under way with three legs, about 1.1 KB each, with ids that look random.
enum Fleet {
    private static let head = """
        ","delivery":{"currentVoyage":"V0300",\
        "isMisdirected":false,"isUnloadedAtDestination":false,"lastHandled":{"completionTime":"2026-04-01T17:45:12.345Z",\
        "location":"SGSIN","type":"LOAD","voyageNumber":"V0300"},"lastKnownLocation":"SGSIN",\
        "lastMove":{"completionTime":"2026-04-01T17:45:12.345Z","location":"SGSIN","type":"LOAD","voyageNumber":"V0300"},\
        "nextExpectedActivity":{"location":"SESTO",\
        "type":"UNLOAD","voyageNumber":"V0300"},"planPosition":6,"plannedArrival":"2026-05-18T04:30:00.000Z","routingStatus":"ROUTED","transportStatus":"ONBOARD_CARRIER"},\
        "itinerary":{"legs":[\
        {"loadLocation":"HKHKG","loadTime":"2026-03-20T08:00:00.000Z","unloadLocation":"VNSGN","unloadTime":"2026-03-24T19:15:00.000Z","voyageNumber":"V0100"},\
        {"loadLocation":"VNSGN","loadTime":"2026-03-25T06:00:00.000Z","unloadLocation":"SGSIN","unloadTime":"2026-03-29T11:30:00.000Z","voyageNumber":"V0200"},\
        {"loadLocation":"SGSIN","loadTime":"2026-04-01T18:00:00.000Z","unloadLocation":"SESTO","unloadTime":"2026-05-18T04:30:00.000Z","voyageNumber":"V0300"}]},\
        "origin":"HKHKG","routeSpecification":{"arrivalDeadline":"2026-06-01T00:00:00.000Z","destination":"SESTO","origin":"HKHKG"},\
        "routingStart":{"completionTime":"2026-03-18T10:20:30.400Z","location":"HKHKG","type":"RECEIVE"},"trackingId":"
        """
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// The id of the n-th cargo: 12 characters, unique and unordered.
    static func id(_ number: Int) -> String {
        var bits = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 & (1 << 60 - 1)
        bits ^= bits >> 31
        bits = bits &* 0xBF58_476D_1CE4_E5B9 & (1 << 60 - 1)
        bits ^= bits >> 29
        let text = (0..<12).map { place in alphabet[Int(bits >> UInt64(55 - 5 * place) & 31)] }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of the n-th cargo at a version.
    static func bytes(_ number: Int, version: Int64) -> [UInt8] {
        Array("{\"customerId\":\"customer-\(number / 20)\(head)\(id(number))\",\"version\":\(version)}".utf8)
    }

    /// Returns the n-th cargo at a version.
    static func cargo(_ number: Int, version: Int64) throws -> Cargo {
        try bytes(number, version: version).withUnsafeBytes { bytes in Result { () throws(DomainError) in try CargoRecord.decode(bytes) } }
            .get()
    }

    static func cargos(_ numbers: some Sequence<Int>, version: Int64) throws -> [Cargo] {
        try numbers.map { try cargo($0, version: version) }
    }
}
