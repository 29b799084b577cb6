import CargoDomain
import CargoTesting
import Testing

@testable import CargoWire

@Suite("Random stored cargos")
struct CargoRecordPropertyTests {
    @Test("a random cargo survives saving and loading")
    func identity() throws {
        var generator = SplitMix64(seed: 1)
        var transports: Set<TransportStatus> = []
        var routings: Set<RoutingStatus> = []
        var misdirected = 0
        for _ in 0..<600 {
            let cargo = try Cargo.random(using: &generator).reconstituted(
                atVersion: .random(in: 0...9_007_199_254_740_991, using: &generator)
            )
            let bytes = CargoRecord.encode(cargo)
            let decoded = try bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try CargoRecord.decode(bytes) } }.get()
            #expect(decoded == cargo)
            #expect(decoded.raisedFacts.isEmpty)
            #expect(CargoRecord.encode(decoded) == bytes)
            let tree = try bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
            #expect(try CargoRecord.reconstitute(tree) == cargo)
            #expect(Array(CanonicalJSON.text(of: tree).utf8) == bytes)
            transports.insert(cargo.delivery.transportStatus)
            routings.insert(cargo.delivery.routingStatus)
            if cargo.delivery.isMisdirected { misdirected += 1 }
        }
        // The generator produces every kind of cargo.
        #expect(transports.count == 4 && routings.count == 3 && misdirected > 20)
    }

    @Test("DLV-10: a stored cargo with one damaged field is corrupt_record or comes back exactly as the record says")
    func singleDamage() throws {
        var rejected = 0
        var accepted = 0
        for text in [CargoRecordTests.full, CargoRecordTests.onTrack, CargoRecordTests.booked] {
            let tree = try JSONParser.parse(text)
            let cargo = try CargoRecord.reconstitute(tree)
            for (path, damaged) in Damage.all(of: tree) {
                let bytes = Array(CanonicalJSON.text(of: damaged).utf8)
                let viaTree = Result { () throws(DomainError) in try CargoRecord.reconstitute(damaged) }
                let viaBytes = bytes.withUnsafeBytes { bytes in Result { () throws(DomainError) in try CargoRecord.decode(bytes) } }
                #expect(viaTree == viaBytes)
                switch viaTree {
                case .failure(let error):
                    #expect(error.code == .corruptRecord)
                    rejected += 1
                case .success(let decoded):
                    // Decoding neither adds, drops nor corrects anything, and derived members can't be changed alone.
                    let encoded = decoded.canonicalText
                    let text = CanonicalJSON.text(of: damaged)
                    let isToTheLetter = encoded == text || encoded == Damage.canonicalValues(text)
                    #expect(decoded == cargo || isToTheLetter, "\(path)")
                    #expect(decoded == cargo || !Self.derived.contains { path.hasPrefix($0) }, "\(path)")
                    accepted += 1
                }
            }
        }
        #expect(rejected > 5 * accepted && accepted > 0)
    }

    /// The members of a delivery that follow from the rest.
    static let derived = [
        "delivery.currentVoyage", "delivery.plannedArrival", "delivery.isUnloadedAtDestination", "delivery.lastKnownLocation",
        "delivery.nextExpectedActivity", "delivery.routingStatus", "delivery.transportStatus",
    ]
}

/// The ways to damage one place of a tree.
enum Damage {
    static func all(of tree: Input) -> [(path: String, damaged: Input)] { places(in: tree, at: "") }

    private static let replacements: [Input] = [
        [:], [], ["a"], "", "x", "NLRTM", "nlrtm", "V77", "LOAD", "CLAIM", "ROUTED", "MISROUTED", "CLAIMED", "IN_PORT",
        "2026-05-05T05:05:05.005Z", "2026-05-05T05:05:05Z", true, false, 0, 1, 2, -1, 9_007_199_254_740_991,
        .hugeInteger("9007199254740992"),
    ]

    /// Returns the text with the two replacements that reading also accepts in the spelling that writing uses.
    static func canonicalValues(_ text: String) -> String {
        text.split(separator: "nlrtm", omittingEmptySubsequences: false).joined(separator: "NLRTM")
            .split(separator: ":05Z", omittingEmptySubsequences: false).joined(separator: ":05.000Z")
    }

    private static func places(in value: Input, at path: String) -> [(String, Input)] {
        var found: [(String, Input)] = replacements.filter { $0 != value }.map { (path, $0) }
        switch value {
        case .object(let members):
            let prefix = path.isEmpty ? "" : path + "."
            for (index, member) in members.enumerated() {
                var fewer = members
                fewer.remove(at: index)
                found.append((prefix + member.name, .object(fewer)))
                for (place, damaged) in places(in: member.value, at: prefix + member.name) {
                    var changed = members
                    changed[index] = .init(name: member.name, value: damaged)
                    found.append((place, .object(changed)))
                }
            }
            found.append((path + ".unknown", Input(members: members + [.init(name: "unknown", value: true)])))
        case .list(let elements):
            for (index, element) in elements.enumerated() {
                var fewer = elements
                fewer.remove(at: index)
                found.append(("\(path)[\(index)]", .list(fewer)))
                found.append(("\(path)[\(index)]", .list(elements + [element])))
                for (place, damaged) in places(in: element, at: "\(path)[\(index)]") {
                    var changed = elements
                    changed[index] = damaged
                    found.append((place, .list(changed)))
                }
            }
        case .text, .integer, .hugeInteger, .boolean: break
        }
        return found
    }
}
