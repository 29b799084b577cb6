import CargoDomain
import RecordJournal

extension JournalError {
    /// The error with the same code as callers of the kit see it.
    var domainError: DomainError {
        switch code {
        case .corruptRecord: .corruptRecord(rule: (part ?? .journal).rawValue, id: id, cause: cause)
        case .storeUnavailable: .technical(.storeUnavailable, cause: cause)
        case .storeFull: .technical(.storeFull, cause: cause)
        case .storeLocked: .technical(.storeLocked, cause: cause)
        case .storeOutcomeUnknown: .technical(.storeOutcomeUnknown, cause: cause)
        case .storeSchemaUnsupported: .technical(.storeSchemaUnsupported, cause: cause)
        }
    }
}
