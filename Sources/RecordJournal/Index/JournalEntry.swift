/// An entry of a journal's outbox: a stored domain event, or a placeholder for a damaged record.
package struct JournalEntry: Sendable {
    /// The position, counted from 1 in the order of the commits.
    package let sequence: Int64
    /// The event's bytes; `corrupt_record` if its record is damaged.
    package let bytes: Result<ArraySlice<UInt8>, JournalError>
}
