#if DEBUG || STORE_PROOFS
@testable import RecordJournal

/// The content of a store, as a model knows it and as an engine returns it.
struct World: Equatable, Sendable {
    struct Key: Hashable, Comparable, Sendable {
        let kind: JournalKind
        let id: String

        static func < (left: Self, right: Self) -> Bool { (left.kind.name, left.id) < (right.kind.name, right.id) }
    }

    /// The version and document of each id; for handling events, all documents.
    private(set) var records: [Key: [String]] = [:]
    /// The outbox, in order.
    private(set) var events: [String] = []
    /// The number of events that were dropped from its beginning.
    private var trimmed = 0
    private var customers: [String: Set<String>] = [:]
    /// The removed ids, and for handling events the number of documents that don't count any more.
    private var removed: [Key: Int] = [:]

    /// Returns the version that the next save of an id expects.
    func version(_ kind: JournalKind, _ id: String) -> Int64 {
        let found = records[Key(kind: kind, id: id)] ?? []
        return Int64(found.count) / (kind.history == .all ? 1 : 2)
    }

    mutating func store(_ writes: [JournalWrite]) {
        for write in writes {
            let key = Key(kind: write.kind, id: write.id)
            // Two entries per save, the document and an empty one; for chains, only the document.
            records[key, default: []].append(String(decoding: write.document, as: UTF8.self))
            if write.kind.history == .latest { records[key]?.append("") }
            if write.schema == JournalKind.removedSchema {
                removed[key] = records[key]?.count
            } else if write.kind.history == .latest {
                removed[key] = nil
            }
            for event in write.events { events.append("\(trimmed + events.count + 1) \(String(decoding: event, as: UTF8.self))") }
            if write.kind != .cargo { continue }
            for customer in customers.keys { customers[customer]?.remove(write.id) }
            if let customer = write.customer { customers[customer, default: []].insert(write.id) }
        }
    }

    /// Drops the events up to a position, and all that is left of removed ids except for cargos.
    mutating func trim(events position: Int) {
        events.removeFirst(position - trimmed)
        trimmed = position
        for key in removed.keys where key.kind != .cargo { (records[key], removed[key]) = (nil, nil) }
    }

    /// Returns what an engine must return for these ids.
    func view(of keys: [Key]) -> [String] {
        var lines: [String] = []
        for key in keys {
            let found = records[key] ?? []
            if key.kind.history == .all {
                lines.append(found.dropFirst(removed[key] ?? 0).joined(separator: "\n"))
            } else {
                lines.append(found.isEmpty ? "absent" : "\(found.count / 2) \(found[found.count - 2])")
            }
        }
        lines.append(events.joined(separator: "\n"))
        lines.append(customers["ACME", default: []].sorted().joined(separator: " "))
        let listed = keys.filter { $0.kind == .cargo && records[$0] != nil && removed[$0] == nil }
        lines.append(listed.map(\.id).sorted().joined(separator: " "))
        return lines
    }

    /// Returns what an engine does return.
    static func view(of keys: [Key], in engine: JournalEngine) async -> [String] {
        do throws(JournalError) {
            var lines: [String] = []
            for key in keys {
                if key.kind.history == .all {
                    let chain = try await engine.chain(key.kind, key.id)
                    lines.append(chain.map { String(decoding: $0.document, as: UTF8.self) }.joined(separator: "\n"))
                } else if let record = try await engine.read(key.kind, key.id) {
                    lines.append("\(record.version) \(String(decoding: record.document, as: UTF8.self))")
                } else {
                    lines.append("absent")
                }
            }
            let events = try await engine.events(after: 0, limit: 10_000)
            lines.append(events.map { "\($0.sequence) \(String(decoding: $0.bytes, as: UTF8.self))" }.joined(separator: "\n"))
            lines.append(try await engine.ids(.cargo, customer: "ACME").joined(separator: " "))
            lines.append(try await engine.ids(.cargo, limit: 10_000).joined(separator: " "))
            return lines
        } catch { return ["\(error) \(error.cause)"] }
    }
}
#endif
