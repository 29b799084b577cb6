package import CargoDomain

extension Hold: InputValue, WireObject {
    /// `{"at","reason","type"}`.
    package static let form = ObjectForm<Hold>(
        "Hold",
        .member("at", \.at, example: "2026-03-01T00:00:00.000Z"),
        .member("reason", \.reason, example: "Inspection"),
        .member("type", \.type, example: "CUSTOMS"),
        description: "Why a cargo must not be handed over for now, and since when (CRG-15)."
    )

    /// Reads a hold.
    package init(input: Input) throws(DomainError) {
        let at: Instant = try input.value("at")
        let reason: Reason = try input.value("reason")
        self.init(type: try input.value("type"), reason: reason, at: at)
    }
}

/// The holds of a stored cargo, which has none or at least one: sorted by type, one of each (CRG-15).
struct StoredHolds: InputValue {
    static let schema = Schema.list(of: Hold.schema, count: 1...Int64(HoldType.allCases.count))
    static let shape = schema.shape

    let holds: [Hold]

    init(input: Input) throws(DomainError) {
        holds = try [Hold](input: input)
        guard !holds.isEmpty else { throw .rule(.holdsInvalid) }
        try Cargo.check(holds)
    }
}

extension CanonicalReader {
    /// The holds and the closing bracket, in the form that they are written in.
    mutating func holds() throws(Deviation) -> [Hold] {
        var holds: [Hold] = []
        repeat { holds.append(try hold()) } while skip(",")
        try expect("]")
        return holds
    }

    private mutating func hold() throws(Deviation) -> Hold {
        try expect(#"{"at":"#)
        let at = try instant()
        try expect(#","reason":"#)
        let reason = try reason()
        try expect(#","type":"#)
        let type = try text()
        try expect("}")
        do throws(DomainError) {
            return Hold(type: try HoldType(type), reason: reason, at: at)
        } catch {
            throw Deviation()
        }
    }
}
