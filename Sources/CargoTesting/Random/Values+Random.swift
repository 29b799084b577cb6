public import CargoDomain

extension UnLocode {
    /// One of a dozen ports, so that random routes often meet.
    public static func random(using generator: inout some RandomNumberGenerator) -> UnLocode {
        let letter = UInt8(ascii: "A") + UInt8.random(in: 0..<12, using: &generator)
        return valid { () throws(DomainError) in try UnLocode("XXPT" + String(Unicode.Scalar(letter))) }
    }

    /// One of a dozen ports, but not that one.
    public static func random(otherThan excluded: UnLocode, using generator: inout some RandomNumberGenerator) -> UnLocode {
        while true {
            let location = random(using: &generator)
            if location != excluded { return location }
        }
    }
}

extension VoyageNumber {
    /// One of a few voyage numbers, short and long ones, so that random handling often meets random routes.
    public static func random(using generator: inout some RandomNumberGenerator) -> VoyageNumber {
        let texts = ["V1", "V200", "0a", "North_Sea.2026-07", "V-long.long.long.long.long.long_36-x"]
        return valid { () throws(DomainError) in try VoyageNumber(texts.randomElement(using: &generator)!) }
    }
}

extension CustomerId {
    /// One of a few customers.
    public static func random(using generator: inout some RandomNumberGenerator) -> CustomerId {
        valid { () throws(DomainError) in
            try CustomerId(["C1", "acme.trading", "Long-Customer_Name.International"].randomElement(using: &generator)!)
        }
    }
}

extension TrackingId {
    /// Any generated tracking id.
    public static func random(using generator: inout some RandomNumberGenerator) -> TrackingId {
        TrackingId(randomBits: generator.next())
    }
}

extension Instant {
    /// A moment up to so many hours after this one; one time in four just this one.
    func random(withinHours hours: Int64, using generator: inout some RandomNumberGenerator) -> Instant {
        if Int.random(in: 0..<4, using: &generator) == 0 { return self }
        let milliseconds = Int64.random(in: 1...(hours * 3_600_000), using: &generator)
        return valid { () throws(DomainError) in try advanced(byMilliseconds: milliseconds) }
    }
}

/// What a generator knows to be valid; anything else is its own mistake.
func valid<Value>(_ make: () throws(DomainError) -> Value) -> Value {
    do {
        return try make()
    } catch {
        preconditionFailure("A generator made something invalid: \(error)")
    }
}
