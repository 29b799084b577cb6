public import CargoDomain

/// Creates a value that a test needs.
///
/// Stops with the reason if the domain refuses it, because then the test is wrong.
func stubbed<Value>(_ make: () throws(DomainError) -> Value) -> Value {
    do throws(DomainError) {
        return try make()
    } catch {
        fatalError("A stub asks for a value that the domain refuses: \(error.code.rawValue) \(error.params)")
    }
}

extension TrackingId {
    /// Returns a tracking id with this text.
    ///
    /// Traps if the text isn't a valid tracking id.
    public static func stub(_ text: String = "ABC123") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension Reason {
    /// Returns a reason with this text.
    ///
    /// Traps if the text isn't a valid reason.
    public static func stub(_ text: String = "Wrong container") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension CargoReference {
    /// Returns a reference.
    ///
    /// Traps if the value isn't valid for the type.
    public static func stub(_ type: ReferenceType = .container, _ value: String = "MSKU1234565") -> Self {
        stubbed { () throws(DomainError) in try Self(type, value) }
    }
}

extension CustomerId {
    /// Returns a customer id with this text.
    ///
    /// Traps if the text isn't a valid customer id.
    public static func stub(_ text: String = "CUST-1") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension VoyageNumber {
    /// Returns a voyage number with this text.
    ///
    /// Traps if the text isn't a valid voyage number.
    public static func stub(_ text: String = "V100") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension UnLocode {
    /// Returns a location code with this text.
    ///
    /// Traps if the text isn't a valid UN/LOCODE.
    public static func stub(_ text: String = "HKHKG") -> Self { stubbed { () throws(DomainError) in try Self(text) } }
}

extension Instant {
    /// Returns the instant with this text.
    ///
    /// Traps if the text isn't a valid instant.
    public static func stub(_ text: String = "2026-01-01T00:00:00.000Z") -> Self {
        stubbed { () throws(DomainError) in try Self(text) }
    }

    /// Returns an instant relative to day 0 of all stubs, which is 2026-01-01T00:00:00.000Z.
    ///
    /// Traps if the result is out of range.
    public static func stub(day: Int, hour: Int = 0, millisecond: Int = 0) -> Self {
        stubbed { () throws(DomainError) in
            try Self.stub().advanced(by: .milliseconds((Int64(day) * 24 + Int64(hour)) * 3_600_000 + Int64(millisecond)))
        }
    }
}

extension Location {
    /// Returns a location.
    ///
    /// Traps if the code or the name isn't valid.
    public static func stub(_ unLocode: String = "HKHKG", name: String = "Hongkong") -> Self {
        stubbed { () throws(DomainError) in Self(unLocode: .stub(unLocode), name: try LocationName(name)) }
    }
}
