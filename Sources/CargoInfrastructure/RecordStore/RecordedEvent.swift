package import CargoDomain

/// A domain event as it was stored, and its place among all of the store.
package struct RecordedEvent: Sendable {
    /// 1, 2, 3… in the order of the commits.
    package let sequence: Int64
    /// One JSON object, without the sequence number.
    package let bytes: ArraySlice<UInt8>

    /// Joins a number and an event.
    package init(sequence: Int64, bytes: ArraySlice<UInt8>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}

/// One place of a store's outbox: a domain event as it was stored, or one whose record is damaged.
package struct RecordedEntry: Sendable {
    /// 1, 2, 3… in the order of the commits.
    package let sequence: Int64
    /// The event's bytes; `corrupt_record` if its record is damaged.
    package let bytes: Result<ArraySlice<UInt8>, DomainError>

    /// Joins a number and what is stored there.
    package init(sequence: Int64, bytes: Result<ArraySlice<UInt8>, DomainError>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}
