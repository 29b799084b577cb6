package import CargoDomain

/// The column `needs` of the SQL stores: a bit for each need that is stored, NULL for a record too old to tell.
extension AttentionReason {
    /// The condition of the partial index, which a query repeats so that the index serves it.
    package static let isIndexed = "(needs IS NULL OR needs <> 0)"

    private static let allBits = (1 << stored.count) - 1

    private var bit: Int {
        switch self {
        case .disrupted: 1
        case .misdirected: 2
        case .late: 4
        case .unrouted: 8
        case .held: 16
        case .uncollected: 0
        }
    }

    /// Returns the column's value for a cargo with these needs.
    package static func column(_ needs: [AttentionReason]) -> Int64 { Int64(needs.reduce(0) { $0 | $1.bit }) }

    /// The condition that a cargo has this need or may have it.
    package var condition: String { "(needs IS NULL OR needs & \(bit) <> 0)" }

    /// Returns a query for the ids that have this need or may have it, in order.
    ///
    /// Each value of the column is searched on its own, so that the index gives the first ids without sorting the others.
    /// - Parameters:
    ///   - table: the cargos' table.
    ///   - id: the parameter of the id to start after.
    ///   - limit: the parameter of the number of ids.
    package func query(_ table: String, after id: String, limit: String) -> String {
        let values = ["IS NULL"] + (1...Self.allBits).filter { $0 & bit != 0 }.map { "= \($0)" }
        let parts = values.map { value in
            "SELECT * FROM (SELECT id FROM \(table) WHERE \(Self.isIndexed) AND needs \(value) AND id > \(id) ORDER BY id LIMIT \(limit)) AS part"
        }
        return "SELECT id FROM (\(parts.joined(separator: " UNION ALL "))) AS found ORDER BY id LIMIT \(limit)"
    }
}

extension CargoKey {
    /// Returns a query for the ids of cargos that have all keys or may have them, in order, and the keys' texts.
    ///
    /// Parameter 1 is the id to start after, parameter 2 the number of ids, and the keys' texts follow from parameter 3 on.
    /// - Parameters:
    ///   - mark: the character before a parameter's number.
    ///   - schema: what stands before the names of tables.
    ///   - collected: the table to read for cargos by their time of collection alone.
    package static func query(
        _ keys: [CargoKey],
        mark: Character,
        schema: String = "",
        collected: String = "cargo"
    ) -> (sql: String, texts: [String]) {
        var texts: [String] = []
        func next(_ text: String) -> String {
            texts.append(text)
            return "\(mark)\(texts.count + 2)"
        }
        let table =
            switch keys.first {
            case .voyage? where keys.count == 1: "cargo_on_voyage"
            case .reference? where keys.count == 1: "cargo_reference"
            case .collected? where keys.count == 1: collected
            default: "cargo"
            }
        let conditions = keys.map { key in
            switch key {
            case .voyage(let voyage) where keys.count == 1: "voyage = \(next(voyage.text))"
            case .reference(let reference) where keys.count == 1: "reference = \(next(reference.column))"
            case .customer(let customer): "customer = \(next(customer.text))"
            case .voyage(let voyage): "id IN (SELECT id FROM \(schema)cargo_on_voyage WHERE voyage = \(next(voyage.text)))"
            case .place(let place): "place = \(next(place.text))"
            case .need(let need): need.condition
            case .collected(let time): "pick_up_by IS NOT NULL" + (time.map { " AND pick_up_by < \(next($0.description))" } ?? "")
            case .reference(let reference): "id IN (SELECT id FROM \(schema)cargo_reference WHERE reference = \(next(reference.column)))"
            }
        }
        let condition = conditions.joined(separator: " AND ")
        return ("SELECT id FROM \(schema)\(table) WHERE \(condition) AND id > \(mark)1 ORDER BY id LIMIT \(mark)2", texts)
    }
}
