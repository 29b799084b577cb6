/// Why a journal can't do what it was asked to.
///
/// Two errors are equal if their codes, files and ids are equal; the cause is for the log and isn't compared.
package struct JournalError: Error, Equatable {
    /// The kinds of failure.
    package enum Code: String, Sendable {
        /// A record or the manifest is damaged.
        case corruptRecord = "corrupt_record"
        /// The files can't be read or written, or the journal is closed. Nothing was stored.
        case storeUnavailable = "store_unavailable"
        /// The disk, the quota or the file size limit is exhausted. Nothing was stored.
        case storeFull = "store_full"
        /// Another process held a lock for longer than the time limit. Nothing was stored.
        case storeLocked = "store_locked"
        /// The commit may or may not be stored. Reading the records again shows which, once a sync or a seal has decided.
        case storeOutcomeUnknown = "store_outcome_unknown"
        /// A newer program wrote the journal or the record.
        case storeSchemaUnsupported = "store_schema_unsupported"
    }

    /// The files that can be damaged.
    package enum Part: String, Sendable {
        /// A segment.
        case journal
        /// The manifest, or a file that it names and that is missing.
        case manifest
    }

    /// The kind of failure.
    package let code: Code
    /// The damaged file; nil unless the code is `corruptRecord`.
    package private(set) var part: Part?
    /// The id of the damaged record, if known.
    package private(set) var id: String?
    /// Details for the log, such as a path and the system's message.
    package let cause: String

    /// A failure that isn't damage.
    static func failure(_ code: Code, cause: String) -> Self { .init(code: code, cause: cause) }

    /// Damage, or a missing file.
    static func corruptRecord(in part: Part, id: String? = nil, cause: String) -> Self {
        .init(code: .corruptRecord, part: part, id: id, cause: cause)
    }

    package static func == (left: Self, right: Self) -> Bool {
        left.code == right.code && left.part == right.part && left.id == right.id
    }
}
