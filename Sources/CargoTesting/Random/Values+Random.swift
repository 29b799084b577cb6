public import CargoDomain

extension UnLocode {
    /// Returns one of 12 ports, so that random routes often cross.
    public static func random(using generator: inout some RandomNumberGenerator) -> UnLocode {
        let letter = UInt8(ascii: "A") + UInt8.random(in: 0..<12, using: &generator)
        return valid { () throws(DomainError) in try UnLocode("XXPT" + String(Unicode.Scalar(letter))) }
    }

    /// Returns one of 12 ports other than `excluded`.
    public static func random(otherThan excluded: UnLocode, using generator: inout some RandomNumberGenerator) -> UnLocode {
        while true {
            let location = random(using: &generator)
            if location != excluded { return location }
        }
    }
}

extension VoyageNumber {
    /// Returns one of five voyage numbers, short and long, so that random handling often matches random routes.
    public static func random(using generator: inout some RandomNumberGenerator) -> VoyageNumber {
        let texts = ["V1", "V200", "0a", "North_Sea.2026-07", "V-long.long.long.long.long.long_36-x"]
        return valid { () throws(DomainError) in try VoyageNumber(texts.randomElement(using: &generator)!) }
    }
}

extension CustomerId {
    /// Returns one of three customer ids.
    public static func random(using generator: inout some RandomNumberGenerator) -> CustomerId {
        valid { () throws(DomainError) in
            try CustomerId(["C1", "acme.trading", "Long-Customer_Name.International"].randomElement(using: &generator)!)
        }
    }
}

extension CargoReference {
    /// Returns one of eight references, of each type.
    public static func random(using generator: inout some RandomNumberGenerator) -> CargoReference {
        let references: [(ReferenceType, String)] = [
            (.container, "MSKU1234565"), (.container, "CSQU3054383"), (.billOfLading, "APLU-0042 7"), (.billOfLading, "!~"),
            (.equipment, "BOX 7/1"),
            (.booking, "ABC709951"), (.customer, "Order 17"), (.customer, "G\u{F6}teborg"), (.customer, "Go\u{308}teborg"),
        ]
        return valid { () throws(DomainError) in
            let (type, value) = references.randomElement(using: &generator)!
            return try CargoReference(type, value)
        }
    }
}

extension TrackingId {
    /// Returns a random generated tracking id.
    public static func random(using generator: inout some RandomNumberGenerator) -> TrackingId {
        TrackingId(randomBits: generator.next())
    }
}

extension Instant {
    /// Returns an instant up to `hours` later than this one.
    ///
    /// In one of four cases it is this one.
    func random(withinHours hours: Int64, using generator: inout some RandomNumberGenerator) -> Instant {
        if Int.random(in: 0..<4, using: &generator) == 0 { return self }
        let milliseconds = Int64.random(in: 1...(hours * 3_600_000), using: &generator)
        return valid { () throws(DomainError) in try advanced(by: .milliseconds(milliseconds)) }
    }
}

/// Creates a value that must be valid; stops the program if it isn't, because then the generator is wrong.
func valid<Value>(_ make: () throws(DomainError) -> Value) -> Value {
    do {
        return try make()
    } catch {
        preconditionFailure("A generator made something invalid: \(error)")
    }
}

extension Cargo {
    /// Returns an unsaved cargo that was booked and then changed at random within the rules.
    ///
    /// It still carries its raised facts.
    public static func random(using generator: inout some RandomNumberGenerator) -> Cargo {
        var life = RandomCargoLife(using: &generator)
        for _ in 0..<Int.random(in: 0...12, using: &generator) { life.step(using: &generator) }
        return life.cargo
    }
}
