import CargoDomain

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
