public import CargoDomain

extension Itinerary {
    /// Returns a random route from `origin` that departs at `start` or later.
    ///
    /// It has 1 to `maximumLegs` legs, or one more if the route passes its own destination just before the end. It ends at `destination`,
    /// or anywhere if that is `nil`.
    public static func random(
        from origin: UnLocode,
        to destination: UnLocode? = nil,
        departingAfter start: Instant,
        maximumLegs: Int = 6,
        using generator: inout some RandomNumberGenerator
    ) -> Itinerary {
        let count = Int.random(in: 1...maximumLegs, using: &generator)
        var legs: [Leg] = []
        var place = origin
        var time = start
        while true {
            let isLast = legs.count >= count - 1 && place != destination
            let next = isLast ? destination ?? .random(otherThan: place, using: &generator) : .random(otherThan: place, using: &generator)
            let loadTime = time.random(withinHours: 48, using: &generator)
            let unloadTime = valid { () throws(DomainError) in
                try loadTime.advanced(by: .milliseconds(Int64.random(in: 1...400_000_000, using: &generator)))
            }
            let voyage = VoyageNumber.random(using: &generator)
            legs.append(
                valid { () throws(DomainError) in
                    try Leg(voyageNumber: voyage, loadLocation: place, unloadLocation: next, loadTime: loadTime, unloadTime: unloadTime)
                }
            )
            if isLast { return valid { () throws(DomainError) in try Itinerary(legs) } }
            place = next
            time = unloadTime
        }
    }
}
