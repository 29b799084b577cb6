package import CargoDomain

/// The column `needs` of the SQL stores: a bit for each need that is stored, NULL for a record too old to tell.
///
/// Each need has a partial index of the ids that have it or may have it.
extension AttentionReason {
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

    /// The condition that a cargo has this need or may have it, which is that of the index.
    fileprivate var condition: String { "(needs IS NULL OR needs & \(bit) <> 0)" }

    fileprivate var index: String { "cargo_\(rawValue.lowercased())" }
}

extension CargoKey {
    /// Returns a query for the ids of cargos that have all keys or may have them, in order, and the keys' texts.
    ///
    /// Parameter 1 is the id to start after, parameter 2 the number of ids, and the keys' texts follow from parameter 3 on.
    /// - Parameters:
    ///   - mark: the character before a parameter's number.
    ///   - schema: what stands before the names of tables.
    ///   - namesIndexes: whether to name the index where SQLite would read the cargos in the order of their ids.
    package static func query(
        _ keys: [CargoKey],
        mark: Character,
        schema: String = "",
        namesIndexes: Bool = false
    ) -> (sql: String, texts: [String]) {
        var texts: [String] = []
        func next(_ text: String) -> String {
            texts.append(text)
            return "\(mark)\(texts.count + 2)"
        }
        func cargo(by index: String) -> String { namesIndexes ? "cargo INDEXED BY \(index)" : "cargo" }
        let table =
            switch keys.first {
            case .voyage? where keys.count == 1: "cargo_on_voyage"
            case .reference? where keys.count == 1: "cargo_reference"
            case .need(let need)? where keys.count == 1: cargo(by: need.index)
            case .collected? where keys.count == 1: cargo(by: "cargo_by_pick_up")
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
