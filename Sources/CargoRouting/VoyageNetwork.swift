public import CargoDomain

/// An index over the forecasts of voyages that finds routes (RTG-1 to RTG-8).
///
/// Ports, voyages and movements have consecutive numbers and are stored in flat arrays, so a search reads only the departures that it can use.
/// The network is copied on write.
public struct VoyageNetwork: Sendable {
    /// A movement of a voyage, with the numbers of its ports and times in milliseconds since 1970.
    struct Row: Equatable, Sendable {
        let departure: Int64
        let arrival: Int64
        let from: Int32
        let to: Int32

        /// A sentinel between two voyages.
        ///
        /// It departs before and arrives after every time that is searched, so a walk along a voyage stops at either end without counting.
        static let gap = Row(departure: .min, arrival: .max, from: 0, to: 0)
    }

    /// The range of a voyage's movements, which at least one gap follows.
    private struct Berth: Sendable {
        var start: Int
        var count: Int
        var capacity: Int
    }

    /// All movements, grouped by voyage, with gaps between voyages and at both ends.
    private(set) var rows: [Row] = [.gap]
    /// The voyage of each movement.
    private(set) var voyageOfRow: [Int32] = [0]
    /// The departures of each port.
    private(set) var departures = PortTimetable()
    /// The arrivals of each port.
    private(set) var arrivals = PortTimetable()
    /// The ports by their numbers.
    private(set) var ports: [UnLocode] = []
    /// The voyages by their numbers.
    private(set) var voyages: [VoyageNumber] = []
    private var berths: [Berth] = []
    private var portNumbers: [UnLocode: Int32] = [:]
    private var voyageNumbers: [VoyageNumber: Int32] = [:]

    /// Creates an empty network.
    public init() {}

    /// Creates an index over voyages.
    ///
    /// If two voyages have the same number, the last one counts.
    ///
    /// Costs a sort of all movements, far less than adding the voyages one by one.
    public init(_ voyages: some Sequence<Voyage>) { update(voyages) }

    /// Adds a voyage, or replaces the one with its number.
    ///
    /// The cost depends on the voyage's movements and the calls at its ports, not on the size of the network.
    public mutating func update(_ voyage: Voyage) { update(CollectionOfOne(voyage)) }

    /// Adds voyages, or replaces those with the same numbers.
    ///
    /// If two voyages have the same number, the last one counts.
    public mutating func update(_ voyages: some Sequence<Voyage>) { updateCounting(voyages) }

    /// Updates the index.
    /// - Returns: the number of entries of the index that were read or written.
    @discardableResult
    package mutating func updateCounting(_ updates: some Sequence<Voyage>) -> Int {
        var latest: [VoyageNumber: Int] = [:]
        var changes: [(voyage: Int, rows: [Row])] = []
        for update in updates {
            let rows = update.forecast.movements.map { row(of: $0) }
            if let place = latest.updateValue(changes.count, forKey: update.number) { changes[place].rows = [] }
            changes.append((number(of: update.number), rows))
        }
        changes.removeAll { change in change.rows.isEmpty || holds(change.rows, as: change.voyage) }
        // Keeps voyages of the same time together, so that a search reads few regions of memory.
        changes.sort { $0.rows[0].departure < $1.rows[0].departure }

        var work = 0
        var newDepartures: [PortTimetable.Addition] = []
        var newArrivals: [PortTimetable.Addition] = []
        for change in changes {
            work += removeCalls(of: change.voyage)
            let start = place(change.rows, as: change.voyage)
            for (offset, row) in change.rows.enumerated() {
                let movement = Int32(start + offset)
                let duration = row.arrival - row.departure
                newDepartures.append((row.from, PortTimetable.Call(time: row.departure, movement: movement, duration: duration)))
                newArrivals.append((row.to, PortTimetable.Call(time: row.arrival, movement: movement, duration: duration)))
            }
            work += change.rows.count
        }
        work += departures.add(&newDepartures)
        work += arrivals.add(&newArrivals)
        return work
    }

    /// The number of a voyage, if it is known.
    func voyageNumber(of number: VoyageNumber) -> Int? { voyageNumbers[number].map { Int($0) } }

    /// The movements of a voyage, in order, as places in `rows`.
    func movements(of voyage: Int) -> Range<Int> { berths[voyage].start..<berths[voyage].start + berths[voyage].count }

    /// The number of a port, if any voyage calls there.
    func portNumber(of unLocode: UnLocode) -> Int32? { portNumbers[unLocode] }

    private mutating func row(of movement: CarrierMovement) -> Row {
        Row(
            departure: movement.departureTime.epochMilliseconds,
            arrival: movement.arrivalTime.epochMilliseconds,
            from: number(of: movement.departureLocation),
            to: number(of: movement.arrivalLocation)
        )
    }

    private mutating func number(of unLocode: UnLocode) -> Int32 {
        if let number = portNumbers[unLocode] { return number }
        let number = Int32(ports.count)
        portNumbers[unLocode] = number
        ports.append(unLocode)
        departures.addPort()
        arrivals.addPort()
        return number
    }

    private mutating func number(of voyage: VoyageNumber) -> Int {
        if let number = voyageNumbers[voyage] { return Int(number) }
        let number = voyages.count
        voyageNumbers[voyage] = Int32(number)
        voyages.append(voyage)
        berths.append(Berth(start: 0, count: 0, capacity: 0))
        return number
    }

    private func holds(_ candidate: [Row], as voyage: Int) -> Bool {
        let berth = berths[voyage]
        return rows[berth.start..<berth.start + berth.count].elementsEqual(candidate)
    }

    /// Turns a voyage's rows into gaps and removes its calls from its ports' timetables.
    private mutating func removeCalls(of voyage: Int) -> Int {
        let places = berths[voyage].start..<berths[voyage].start + berths[voyage].count
        var work = 0
        for port in Set(rows[places].lazy.map(\.from)) {
            work += departures.remove(at: port) { places.contains(Int($0.movement)) }
        }
        for port in Set(rows[places].lazy.map(\.to)) {
            work += arrivals.remove(at: port) { places.contains(Int($0.movement)) }
        }
        for place in places { rows[place] = .gap }
        return work + places.count
    }

    /// Writes a voyage's rows to their old place, or to the end if they don't fit there.
    private mutating func place(_ newRows: [Row], as voyage: Int) -> Int {
        if newRows.count > berths[voyage].capacity {
            let capacity = max(newRows.count, 2 * berths[voyage].capacity)
            berths[voyage] = Berth(start: rows.count, count: 0, capacity: capacity)
            rows.append(contentsOf: repeatElement(.gap, count: capacity + 1))
            voyageOfRow.append(contentsOf: repeatElement(Int32(voyage), count: capacity + 1))
        }
        let start = berths[voyage].start
        berths[voyage].count = newRows.count
        for (offset, row) in newRows.enumerated() { rows[start + offset] = row }
        return start
    }
}
