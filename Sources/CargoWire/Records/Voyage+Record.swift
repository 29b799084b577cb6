public import CargoDomain

extension Schedule: CanonicallyEncodable, Described, InputValue {
    /// A list of carrier movements.
    package static let schema = Schema.list(of: CarrierMovement.schema, count: 1...500)

    /// Reads a schedule: movement by movement, then VOY-2 and VOY-3.
    package init(input: Input) throws(DomainError) {
        try self.init(try [CarrierMovement](input: input))
    }

    /// Writes the list.
    package func write(to writer: inout JSONWriter) { movements.write(to: &writer) }
}

extension Voyage: CanonicallyEncodable, Described, InputValue {
    /// `{"details"?,"reports"?,"schedule","version","voyageNumber"}`.
    package static let schema = Schema.object(
        "Voyage",
        .optional("details", VoyageDetails.schema),
        .optional("reports", .list(of: PortCallReport.schema, count: 1...1000)),
        .required("schedule", Schedule.schema),
        .required("version", AggregateVersion.schema),
        .required("voyageNumber", VoyageNumber.schema)
    )

    /// Reads a voyage.
    ///
    /// The shape says whether it must have a version; one without has version 0.
    package init(input: Input) throws(DomainError) {
        let details: VoyageDetails? = try input.valueIfPresent("details")
        let reports: [PortCallReport]? = try input.valueIfPresent("reports")
        let schedule: Schedule = try input.value("schedule")
        let version: AggregateVersion? = try input.valueIfPresent("version")
        let number: VoyageNumber = try input.value("voyageNumber")
        if let reports, reports.isEmpty { throw .rule(.portCallReportsInvalid) }
        self = try .reconstitute(
            number: number,
            schedule: schedule,
            details: details,
            reports: reports ?? [],
            version: version?.number ?? 0
        )
    }

    /// Writes the wire shape.
    package func write(to writer: inout JSONWriter) { write(to: &writer, version: version) }

    /// Writes the wire shape with another version: the one that a save stores.
    package func write(to writer: inout JSONWriter, version: Int64) {
        writer.raw("{")
        if let details {
            writer.raw(#""details":"#)
            details.write(to: &writer)
            writer.raw(",")
        }
        if !reports.isEmpty {
            writer.raw(#""reports":"#)
            reports.write(to: &writer)
            writer.raw(",")
        }
        writer.raw(#""schedule":"#)
        schedule.write(to: &writer)
        writer.raw(#","version":"#)
        writer.integer(version)
        writer.raw(#","voyageNumber":"#)
        writer.plain(number.text)
        writer.raw("}")
    }
}

extension CarrierMovement: CanonicallyEncodable {
    /// Writes `{"arrivalLocation","arrivalTime","departureLocation","departureTime"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"arrivalLocation":"#)
        writer.unLocode(arrivalLocation)
        writer.raw(#","arrivalTime":"#)
        writer.instant(arrivalTime)
        writer.raw(#","departureLocation":"#)
        writer.unLocode(departureLocation)
        writer.raw(#","departureTime":"#)
        writer.instant(departureTime)
        writer.raw("}")
    }
}

/// The stored form of a voyage: its wire shape in canonical JSON.
public enum VoyageRecord {
    /// The bytes to store.
    public static func encode(_ voyage: Voyage) -> [UInt8] { voyage.canonicalBytes }

    /// Decodes a voyage from its stored bytes.
    /// - Throws: `corrupt_record`.
    public static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> Voyage {
        if let voyage = CanonicalReader.voyage(bytes) { return voyage }
        return try StoredRecord.decode(bytes, identity: (VoyageNumber.self, name: "voyageNumber"))
    }

    /// Decodes a voyage from a parsed JSON tree.
    /// - Throws: `corrupt_record`.
    public static func reconstitute(_ stored: Input) throws(DomainError) -> Voyage {
        try StoredRecord.reconstitute(stored, identity: (VoyageNumber.self, name: "voyageNumber"))
    }
}

extension CanonicalReader {
    /// A voyage in the form that it is written in; nil on a deviation.
    static func voyage(_ bytes: UnsafeRawBufferPointer) -> Voyage? {
        read(bytes) { (reader: inout CanonicalReader) throws(Deviation) -> Voyage in try reader.voyage() }
    }

    /// The shape of `Voyage`.
    private mutating func voyage() throws(Deviation) -> Voyage {
        try expect(#"{"schedule":["#)
        let schedule = try schedule()
        try expect(#","version":"#)
        let version = try natural()
        try expect(#","voyageNumber":"#)
        let number = try voyageNumber()
        try expect("}")
        do throws(DomainError) {
            return try .reconstitute(number: number, schedule: schedule, version: version)
        } catch {
            throw Deviation()
        }
    }

    /// The movements of a `Schedule` and the closing bracket.
    mutating func schedule() throws(Deviation) -> Schedule {
        var movements: [CarrierMovement] = []
        repeat { movements.append(try carrierMovement()) } while skip(",")
        try expect("]")
        do throws(DomainError) {
            return try Schedule(movements)
        } catch {
            throw Deviation()
        }
    }

    private mutating func carrierMovement() throws(Deviation) -> CarrierMovement {
        try expect(#"{"arrivalLocation":"#)
        let arrivalLocation = try unLocode()
        try expect(#","arrivalTime":"#)
        let arrivalTime = try instant()
        try expect(#","departureLocation":"#)
        let departureLocation = try unLocode()
        try expect(#","departureTime":"#)
        let departureTime = try instant()
        try expect("}")
        do throws(DomainError) {
            return try CarrierMovement(
                departureLocation: departureLocation,
                arrivalLocation: arrivalLocation,
                departureTime: departureTime,
                arrivalTime: arrivalTime
            )
        } catch {
            throw Deviation()
        }
    }
}
