package import CargoDomain

/// The door for what comes out of a store: every breach there is `corrupt_record`, never a user's mistake (REP-5).
package enum StoredRecord {
    /// Reads a value from the bytes of a record.
    /// - Parameter identity: the type of the member that says whose record it is, and that member's name.
    /// - Throws: `corrupt_record`.
    package static func decode<Value: InputValue, Identity: InputValue>(
        _ bytes: UnsafeRawBufferPointer,
        as type: Value.Type = Value.self,
        identity: (Identity.Type, name: String)
    ) throws(DomainError) -> Value {
        let stored: Input
        do {
            stored = try JSONParser.parse(bytes, hugeIntegers: .kept)
        } catch {
            throw .corruptRecord(rule: error.code.rawValue)
        }
        return try reconstitute(stored, identity: identity)
    }

    /// Reads a value from a record's tree.
    /// - Throws: `corrupt_record`.
    package static func reconstitute<Value: InputValue, Identity: InputValue>(
        _ stored: Input,
        as type: Value.Type = Value.self,
        identity: (Identity.Type, name: String)
    ) throws(DomainError) -> Value {
        do {
            return try Value(checking: stored)
        } catch {
            throw corrupt(error, id: id(of: stored, identity))
        }
    }

    /// The id, if the record has a readable one.
    private static func id<Identity: InputValue>(of stored: Input, _ identity: (Identity.Type, name: String)) -> String? {
        // safe: an Input, whose subscript by name is optional
        guard let value = stored[identity.name] else { return nil }
        do throws(DomainError) {
            return String(describing: try Identity(checking: value))
        } catch {
            return nil
        }
    }

    private static func corrupt(_ error: DomainError, id: String?) -> DomainError {
        var rule = error.code.rawValue
        var details: [String] = []
        for parameter in error.params {
            switch parameter.value {
            case .text(let text):
                if error.code == .corruptRecord, parameter.name == "rule" { rule = text }
                details.append("\(parameter.name): \(text)")
            case .integer(let number): details.append("\(parameter.name): \(number)")
            }
        }
        return .corruptRecord(rule: rule, id: id, cause: details.joined(separator: ", "))
    }
}

/// The version of a stored aggregate: 0 to 2^53−1.
package struct AggregateVersion: Described, InputValue {
    /// A whole number.
    package static let schema = Schema.integer(
        "Version",
        in: 0...Version.maximum,
        "The number of times the aggregate was saved; the value of ETag and If-Match.",
        example: 1
    )

    /// The version itself.
    package let number: Int64

    /// Reads a version.
    /// - Throws: `integer_out_of_range`.
    package init(input: Input) throws(DomainError) {
        number = try Int64(input: input)
        guard number >= 0 else { throw .invalid(.integerOutOfRange, text: String(number)) }
    }
}
