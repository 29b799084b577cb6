/// When each entry of a table is due, for a kind whose records are found by that (`JournalKind.due`).
///
/// Takes 2 bytes an id. A query looks through all of them.
struct DueColumn: Sendable {
    /// The day on which each entry is due, from 1970, plus 1; 0 if it isn't found by that, and `UInt16.max` for the year 2149 and later.
    ///
    /// The column ends at the last entry that ever was due.
    private(set) var days: ChunkedColumn<UInt16>

    init(days: ChunkedColumn<UInt16> = .init()) { self.days = days }

    /// Notes when an entry's newest record is due.
    /// - Parameters:
    ///   - fields: the record.
    ///   - family: the family of which the record must list a key.
    ///   - place: the entry's place in the table.
    mutating func take(_ fields: RecordFields, of family: KeyFamily, in place: Int) {
        let isNamed = fields.keys.list(of: family.bytes).map { !$0.isEmpty } ?? false
        let day = isNamed ? fields.keys.due.map(Self.day) ?? 0 : 0
        guard day != 0 || place < days.count else { return }
        while days.count <= place { days.append(0) }
        if days[place] != day { days[place] = day }
    }

    /// Calls the body with the entries that are due before a time, and perhaps with some that are due on its day.
    /// - Parameters:
    ///   - time: in milliseconds since 1970.
    ///   - body: takes an entry's place in the table.
    func forEachPlace(dueBefore time: Int64, _ body: (Int) -> Void) {
        let last = Self.day(of: time)
        var start = 0
        for chunk in days.chunks {
            chunk.withElements { days in
                for offset in days.indices where days[offset] != 0 && days[offset] <= last { body(start + offset) }
                start += days.count
            }
        }
    }

    private static func day(of time: Int64) -> UInt16 { UInt16(clamping: max(time, 0) / 86_400_000 + 1) }
}
