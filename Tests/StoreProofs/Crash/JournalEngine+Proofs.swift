#if DEBUG || STORE_PROOFS
@testable import RecordJournal

extension JournalKind {
    static let cargo = JournalKind("cargo", remembersRemoved: true)
    static let handling = JournalKind("handling", history: .all)
    static let voyage = JournalKind("voyage", keepsChanges: true)
    static let location = JournalKind("location")
    static let bookingKey = JournalKind("key")
    static let relay = JournalKind("relay")
    static let all = [cargo, handling, voyage, location, bookingKey, relay]
}

extension JournalEngine {
    /// Returns the domain events after a sequence number, in order.
    /// - Throws: `corrupt_record` if one of them is damaged.
    func events(after sequence: Int64, limit: Int) async throws(JournalError) -> [(sequence: Int64, bytes: ArraySlice<UInt8>)] {
        try await entries(after: sequence, limit: limit).map { (entry) throws(JournalError) in (entry.sequence, try entry.bytes.get()) }
    }
}
#endif
