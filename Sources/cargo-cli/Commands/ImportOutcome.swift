import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

/// What imports of files did.
struct ImportOutcome {
    var summary = ImportSummary()
    /// The cargos that rescheduled voyages affect.
    var affected: [TrackingId: AffectedCargo] = [:]
    /// The booked cargos, in the order of the rows; collected only if the command lists them.
    var bookings: [ImportedBooking] = []

    /// Adds the outcome of another file.
    mutating func add(_ other: ImportOutcome) {
        summary = summary + other.summary
        affected.merge(other.affected) { $1 }
        bookings += other.bookings
    }
}

/// The cargo of a row.
struct ImportedBooking: WireObject {
    /// The row's file, if there are several.
    let file: String?
    let row: ImportStep.KeptRow

    /// `{"file"?,"isNew","line","trackingId"?}`; a dry run draws no tracking id.
    static let form = ObjectForm<ImportedBooking>(
        nil,
        .optional("file", \.file),
        .member("isNew", \.row.isNew),
        .member("line", \.row.line),
        .optional("trackingId", \.row.trackingId)
    )

    static let layout = Layout<ImportedBooking>(
        .csv("file") { $0.file ?? "" },
        .init("LINE", "line", isNumeric: true) { String($0.row.line) },
        .init("TRACKING ID", "tracking_id") { $0.row.trackingId?.text ?? "" },
        .init("NEW", "is_new", cell: { .init($0.row.isNew ? localized("yes") : localized("known")) }, value: { String($0.row.isNew) })
    )
}

/// The summary of an import, with the cargos that it affected or booked.
struct ListedSummary: WireObject {
    let summary: ImportSummary
    var affectedCargos: [AffectedCargo]?
    var bookings: [ImportedBooking]?

    static let form = ObjectForm<ListedSummary>(
        nil,
        .member("added", \.summary.added),
        .optional("affectedCargos", \.affectedCargos),
        .optional("bookings", \.bookings),
        .member("read", \.summary.read),
        .member("rejected", \.summary.rejected),
        .member("skipped", \.summary.skipped),
        .member("unchanged", \.summary.unchanged),
        .member("updated", \.summary.updated),
        .member("warnings", \.summary.warnings)
    )
}
