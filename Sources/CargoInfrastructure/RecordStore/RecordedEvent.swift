package import CargoDomain

/// A stored domain event and its position in the store.
package struct RecordedEvent: Sendable {
    /// The position, counted from 1 in the order of the commits.
    package let sequence: Int64
    /// The event as a JSON object, without the sequence number.
    package let bytes: ArraySlice<UInt8>

    /// Creates an event.
    package init(sequence: Int64, bytes: ArraySlice<UInt8>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}

/// An entry of a store's outbox: a stored domain event, or a placeholder for a damaged record.
package struct RecordedEntry: Sendable {
    /// The position, counted from 1 in the order of the commits.
    package let sequence: Int64
    /// The event's bytes; `corrupt_record` if its record is damaged.
    package let bytes: Result<ArraySlice<UInt8>, DomainError>

    /// Creates an entry.
    package init(sequence: Int64, bytes: Result<ArraySlice<UInt8>, DomainError>) {
        self.sequence = sequence
        self.bytes = bytes
    }
}
