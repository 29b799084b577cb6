import CargoApplication
package import CargoDomain

/// What the record of a cargo says that it is found by, besides its id and its customer (spec/files).
package struct CargoKeys: Hashable, Sendable {
    /// The voyages of the legs, each once, by ASCII.
    package let voyages: [VoyageNumber]
    /// What needs attention, by ASCII.
    package let needs: [AttentionReason]
    /// Where the cargo lies; `nil` if it isn't in a port.
    package let place: UnLocode?
    /// The references, as `CargoReference.key` says, each once, by ASCII.
    package let references: [String]
    /// From when the cargo counts as overdue by plan; `nil` if it can't be overdue.
    package let overdueFrom: Instant?

    /// The schema of the cargo's document.
    package let schema: Int

    /// Returns the keys of a cargo.
    package init(of cargo: Cargo) {
        var voyages: [VoyageNumber] = []
        for leg in cargo.itinerary?.legs ?? [] where !voyages.contains(leg.voyageNumber) { voyages.append(leg.voyageNumber) }
        self.voyages = voyages.count > 1 ? voyages.sorted() : voyages
        let needs = cargo.needs
        self.needs = needs.count > 1 ? needs.sorted { $0.rawValue < $1.rawValue } : needs
        place = cargo.delivery.currentPort
        references = cargo.references.isEmpty ? [] : Set(cargo.references.map(\.key)).sorted()
        overdueFrom = cargo.plannedTimeDue
        schema = Self.schema(of: cargo)
    }

    /// The first schema whose records have keys.
    package static let oldestSchema = 2

    /// Returns the schema of a cargo's document: the oldest one that has all members of the cargo, because older programs know no others.
    ///
    /// Schema 3 brought references, schema 4 the promise, holds and the time of collection, schema 5 the numbers
    /// of boxes that aren't containers.
    package static func schema(of cargo: Cargo) -> Int {
        if cargo.references.contains(where: { $0.type == .equipment }) { return 5 }
        if cargo.promisedArrival != nil || !cargo.holds.isEmpty || cargo.pickUpBy != nil { return 4 }
        return cargo.references.isEmpty ? oldestSchema : 3
    }
}

extension CargoReference {
    /// The reference as the SQL stores write it.
    package var column: String { "\(type.rawValue):\(value)" }

    /// The reference as a key of a record: `TYPE:VALUE` in printable ASCII without quotation marks and backslashes.
    ///
    /// Everything else, and `%`, is percent-encoded. A long key is cut off, because a key only names the cargos to look into.
    package var key: String {
        var key = Array("\(type.rawValue):".utf8)
        for byte in value.utf8 {
            if (0x20..<0x7F).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte != UInt8(ascii: "%") {
                key.append(byte)
            } else {
                key += [UInt8(ascii: "%"), Self.digit(byte >> 4), Self.digit(byte & 15)]
            }
        }
        return String(decoding: key.prefix(Self.longestKey), as: UTF8.self)
    }

    private static let longestKey = 200

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") - 10 + value }
}
