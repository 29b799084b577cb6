import CargoDomain

/// The order of a list of events, by the numbers that the index has for them.
struct DCSAOrder {
    /// How a field orders events: by a number of the event, its kind, its call or its cargo.
    private enum Column {
        case entry, creation, time, cargo, container
        /// By kind.
        case kind([UInt64])
        /// By call; a shipment event has none.
        case call([UInt64])
    }

    private let index: DCSAIndex
    private let columns: [(column: Column, isReversed: Bool)]
    private let isBackwards: Bool

    /// - Parameter isBackwards: whether the list is read from its end.
    init(_ keys: [DCSASortKey], of index: DCSAIndex, isBackwards: Bool) {
        self.index = index
        self.isBackwards = isBackwards
        columns = keys.map { (Self.column($0.field, of: index), $0.isDescending != isBackwards) }
    }

    /// Whether the first key has its greatest values first.
    var isReversed: Bool { columns.first?.isReversed ?? isBackwards }

    /// Whether one event comes before another in the list, or after it if the list is read from its end.
    ///
    /// An event without a field comes before those that have it. Equal events are in the order in which they were created.
    func precedes(_ one: Int, _ other: Int) -> Bool {
        for (column, isReversed) in columns {
            let (left, right) = (number(column, of: one), number(column, of: other))
            if left != right { return (left < right) != isReversed }
            guard case .cargo = column else { continue }
            let (first, second) = (index.cargo(of: one).trackingId, index.cargo(of: other).trackingId)
            if first != second { return (first < second) != isReversed }
        }
        return isBackwards ? one > other : one < other
    }

    /// Whether one event comes before another by the first key alone; nil if that doesn't decide.
    func precedesAtOnce(_ one: Int, _ other: UInt64) -> Bool? {
        guard let (column, isReversed) = columns.first else { return nil }
        let number = number(column, of: one)
        return number == other ? nil : (number < other) != isReversed
    }

    /// The number that the first key orders an event by.
    func leadingNumber(of entry: Int) -> UInt64 { columns.first.map { number($0.column, of: entry) } ?? 0 }

    private func number(_ column: Column, of entry: Int) -> UInt64 {
        switch column {
        case .entry: UInt64(truncatingIfNeeded: entry)
        case .creation: UInt64(bitPattern: index.creations[entry])
        case .time: UInt64(bitPattern: index.time(entry))
        case .cargo: index.cargo(of: entry).leadingBytes
        case .container: index.cargo(of: entry).container?.leadingBytes ?? 0
        case .kind(let numbers): numbers[Int(index.kinds[entry] & ~DCSAIndex.withdrawn)]
        case .call(let numbers): index.hasCall(entry) ? numbers[Int(index.callNumbers[entry])] : 0
        }
    }

    private static func column(_ field: DCSASortKey.Field, of index: DCSAIndex) -> Column {
        switch field {
        case .eventID: .entry
        case .eventCreatedDateTime: .creation
        case .eventDateTime: .time
        case .carrierBookingReference: .cargo
        case .equipmentReference: .container
        case .eventType: .kind(ranks(DCSAKind.allCases.map(\.type.rawValue)))
        case .eventClassifierCode: .kind(ranks(DCSAKind.allCases.map(\.classifier)))
        case .shipmentEventTypeCode: .kind(ranks(DCSAKind.allCases.map { $0.type == .shipment ? $0.code : "" }))
        case .documentTypeCode: .kind(ranks(DCSAKind.allCases.map { $0.document ?? "" }))
        case .transportEventTypeCode: .kind(ranks(DCSAKind.allCases.map { $0.type == .transport ? $0.code : "" }))
        case .equipmentEventTypeCode: .kind(ranks(DCSAKind.allCases.map { $0.type == .equipment ? $0.code : "" }))
        case .transportCallID: .call(ranks(index.calls.map(\.id)))
        case .carrierVoyageNumber, .exportVoyageNumber: .call(ranks(index.calls.map { $0.voyageNumber?.text ?? "" }))
        case .UNLocationCode: .call(ranks(index.calls.map(\.location.text)))
        }
    }

    /// The place of each text among the different texts, from 1 on; 0 for an empty text.
    private static func ranks(_ texts: [String]) -> [UInt64] {
        var ranks: [String: UInt64] = ["": 0]
        for text in Set(texts).sorted() where !text.isEmpty { ranks[text] = UInt64(truncatingIfNeeded: ranks.count) }
        return texts.map { ranks[$0] ?? 0 }
    }
}

extension String {
    /// The first eight bytes as a number that orders as they do.
    var leadingBytes: UInt64 {
        var number: UInt64 = 0
        var places: UInt64 = 8
        for byte in utf8.prefix(8) {
            number = number << 8 | UInt64(truncatingIfNeeded: byte)
            places -= 1
        }
        return number << (8 * places)
    }
}
