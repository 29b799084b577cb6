package import CargoApplication
package import CargoDomain

/// A booking as commands, files and the API say it.
extension BookCargo.Request {
    /// A booking with references as JSON.
    package static let bookingSchema = Schema.object(
        schema.name,
        schema.members + [.optional("references", .list(of: CargoReference.schema), "What people outside know the cargo by.")]
    )

    /// Reads the fields of the request, `idempotencyKey`? and `references`?.
    ///
    /// References are texts such as `CONTAINER:CSQU3054383`, in a list or in one text with semicolons between them; in a list, they may also be
    /// objects with `type` and `value`.
    /// - Parameter idempotencyKey: the key if the input has none.
    /// - Throws: `validation_failed`.
    package init(booking input: Input, idempotencyKey: IdempotencyKey? = nil) throws(DomainError) {
        let (own, booking) = Self.split(input)
        var reader = RequestReader(own)
        let key = reader.optional("idempotencyKey") { (input) throws(DomainError) in
            guard let text = input.asText else { throw .shapeInvalid(path: "") }
            return try IdempotencyKey(text)
        }
        let references = Self.references(from: &reader, isText: own["references"]?.asText != nil)
        let request: Self
        do throws(DomainError) {
            request = try Self(booking, idempotencyKey: (try? key.get()) ?? idempotencyKey)
        } catch {
            guard error.code == .validationFailed else { throw error }
            throw .validationFailed(error.fields + reader.failures)
        }
        try reader.finish()
        self = request.with(request.idempotencyKey, references: try references.get() ?? [])
    }

    /// The request with a key and references.
    package func with(_ key: IdempotencyKey?, references: [CargoReference]) -> Self {
        Self(
            from: origin,
            to: destination,
            by: arrivalDeadline,
            for: customerId,
            trackingId: trackingId,
            references: references,
            idempotencyKey: key
        )
    }

    /// The fields that the request doesn't have, and the others.
    private static func split(_ input: Input) -> (own: Input, booking: Input) {
        guard case .object(let members) = input else { return (Input(members: []), input) }
        let isOwn = { (member: Input.Member) in member.name == "idempotencyKey" || member.name == "references" }
        return (Input(members: members.filter(isOwn)), Input(members: members.filter { !isOwn($0) }))
    }

    private static func references(from reader: inout RequestReader, isText: Bool) -> RequestReader.Field<[CargoReference]?> {
        guard isText else {
            return reader.optionalList("references") { (list: [TypedReference]) throws(DomainError) in list.map(\.reference) }
        }
        return reader.optional("references") { (input) throws(DomainError) in
            var references: [CargoReference] = []
            for part in (input.asText ?? "").split(separator: ";") where part.contains(where: { $0 != " " }) {
                references.append(try CargoReference(typed: String(part)))
            }
            return references
        }
    }
}

/// A reference as text with its type, or as an object.
private struct TypedReference: InputValue {
    static let shape = Shape.any

    let reference: CargoReference

    init(input: Input) throws(DomainError) {
        if let text = input.asText { reference = try CargoReference(typed: text) } else { reference = try CargoReference(checking: input) }
    }
}

extension Input {
    /// A booking as JSON has it: references are objects, and the key isn't a member.
    package var asBooking: Input {
        get throws(DomainError) {
            var failures: [DomainError.FieldError] = []
            if self["idempotencyKey"] != nil { failures.append(.init(path: "idempotencyKey", code: .shapeInvalid)) }
            if case .list(let references)? = self["references"] {
                for (index, reference) in references.enumerated() {
                    if CargoReference.shape.firstBreach(in: reference) != nil {
                        failures.append(.init(path: "references[\(index)]", code: .shapeInvalid))
                    }
                }
            } else if self["references"] != nil {
                failures.append(.init(path: "references", code: .shapeInvalid))
            }
            guard failures.isEmpty else { throw .validationFailed(failures) }
            return self
        }
    }
}
