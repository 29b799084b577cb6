/// The journal is one record store among others.
extension JournalEngine: RecordStore {}
