public import CargoDomain

/// Makes a value that a test takes for granted; a refusal is a mistake in the test, so it stops there and says why.
func stubbed<Value>(_ make: () throws(DomainError) -> Value) -> Value {
    do throws(DomainError) {
        return try make()
    } catch {
        fatalError("A stub asks for a value that the domain refuses: \(error.code.rawValue) \(error.params)")
    }
}

extension TrackingId {
    /// A tracking id, made of its text; traps where the text is none.
    public static func stub(_ text: String = "ABC123") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension CustomerId {
    /// A customer id, made of its text; traps where the text is none.
    public static func stub(_ text: String = "CUST-1") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension VoyageNumber {
    /// A voyage number, made of its text; traps where the text is none.
    public static func stub(_ text: String = "V100") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension UnLocode {
    /// A location code, made of its text; traps where the text is none.
    public static func stub(_ text: String = "CNHKG") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension Instant {
    /// An instant, made of its text; traps where the text is none.
    public static func stub(_ text: String = "2026-01-01T00:00:00.000Z") -> Self {
        stubbed { () throws(DomainError) in try Self(text) }
    }

    /// So many days and hours after 2026-01-01T00:00:00.000Z, the day 0 of every stub; traps out of range.
    public static func stub(day: Int, hour: Int = 0, millisecond: Int = 0) -> Self {
        stubbed { () throws(DomainError) in
            try Self.stub().advanced(byMilliseconds: (Int64(day) * 24 + Int64(hour)) * 3_600_000 + Int64(millisecond))
        }
    }
}

extension Location {
    /// A location; traps where code or name is none.
    public static func stub(_ unLocode: String = "CNHKG", name: String = "Hongkong") -> Self {
        stubbed { () throws(DomainError) in Self(unLocode: .stub(unLocode), name: try LocationName(name)) }
    }
}
