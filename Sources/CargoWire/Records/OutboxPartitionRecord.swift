package import CargoApplication
package import CargoDomain

/// The stored form of how far a consumer is in one partition, in canonical JSON; its version stands beside it.
package enum OutboxPartitionRecord {
    /// The bytes to store.
    package static func encode(_ partition: OutboxPartition) -> [UInt8] { partition.canonicalBytes }

    /// Decodes a partition from its stored bytes, without its version.
    /// - Throws: `corrupt_record`.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(DomainError) -> OutboxPartition {
        try StoredRecord.decode(bytes, identity: (Int64.self, name: "number"))
    }
}

extension OutboxPartition: CanonicallyEncodable, InputValue {
    /// `{"held":[HeldAggregate],"lease"?:{"owner","until"},"number","position"}`.
    package static let shape = Shape.members(
        .required("held", [HeldAggregate].shape),
        .optional("lease", Lease.shape),
        .required("number", .integer),
        .required("position", .integer)
    )

    /// Reads a stored partition; its version is 0.
    package init(input: Input) throws(DomainError) {
        let held: [HeldAggregate] = try input.value("held")
        let lease: Lease? = try input.valueIfPresent("lease")
        let number: Int64 = try input.value("number")
        try self.init(number: Int(number), version: 0, position: try input.value("position"), lease: lease, held: held)
    }

    /// Writes the stored shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"held":"#)
        held.write(to: &writer)
        if let lease {
            writer.raw(#","lease":{"owner":"#)
            writer.text(lease.owner)
            writer.raw(#","until":"#)
            writer.instant(lease.until)
            writer.raw("}")
        }
        writer.raw(#","number":"#)
        writer.integer(Int64(number))
        writer.raw(#","position":"#)
        writer.integer(position)
        writer.raw("}")
    }
}

extension OutboxPartition.Lease: InputValue {
    /// `{"owner","until"}`.
    package static let shape = Shape.members(.required("owner", .text), .required("until", Instant.shape))

    /// Reads a stored lease.
    package init(input: Input) throws(DomainError) { self.init(owner: try input.value("owner"), until: try input.value("until")) }
}

extension HeldAggregate: CanonicallyEncodable, InputValue {
    /// `{"aggregate","attempts","notBefore"?,"reason","sequences"}`.
    package static let shape = Shape.members(
        .required("aggregate", .text),
        .required("attempts", .integer),
        .optional("notBefore", Instant.shape),
        .required("reason", .text),
        .required("sequences", .list(.integer))
    )

    /// Reads what is stored of a held aggregate.
    package init(input: Input) throws(DomainError) {
        let aggregate: String = try input.value("aggregate")
        let attempts: Int64 = try input.value("attempts")
        let notBefore: Instant? = try input.valueIfPresent("notBefore")
        let reason: String = try input.value("reason")
        try self.init(
            aggregate: aggregate,
            sequences: try input.value("sequences"),
            attempts: Int(attempts),
            notBefore: notBefore,
            reason: reason
        )
    }

    /// Writes the stored shape.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"aggregate":"#)
        writer.text(aggregate)
        writer.raw(#","attempts":"#)
        writer.integer(Int64(attempts))
        if let notBefore {
            writer.raw(#","notBefore":"#)
            writer.instant(notBefore)
        }
        writer.raw(#","reason":"#)
        writer.text(reason)
        writer.raw(#","sequences":["#)
        for (place, sequence) in sequences.enumerated() {
            if place > 0 { writer.raw(",") }
            writer.integer(sequence)
        }
        writer.raw("]}")
    }
}
