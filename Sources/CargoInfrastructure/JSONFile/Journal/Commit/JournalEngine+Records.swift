/// The journal as a record store.
extension JournalEngine: RecordStore {}
