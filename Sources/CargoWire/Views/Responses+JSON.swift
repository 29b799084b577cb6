package import CargoApplication
package import CargoDomain

extension BookCargo.Response: WireObject {
    /// `{"trackingId"}`.
    package static let form = ObjectForm<BookCargo.Response>("CargoBooked", .member("trackingId", \.trackingId))
}

extension CargoRevision: WireObject {
    /// `{"trackingId","version"}`.
    package static let form = ObjectForm<CargoRevision>(
        "CargoChanged",
        .member("trackingId", \.trackingId),
        .member("version", \.version, schema: AggregateVersion.schema)
    )
}

extension StoredCargo: CanonicallyEncodable {
    /// Writes the cargo's wire shape.
    package func write(to writer: inout JSONWriter) { cargo.write(to: &writer) }
}

extension ReadAuditTrail.Response: WireObject {
    /// `{"events","next"?,"unreadable"?}`.
    package static let form = ObjectForm<ReadAuditTrail.Response>(
        "AuditTrail",
        .member("events", \.events),
        .optional("next", \.next, "The `after` of the next page; absent on the last page.", schema: .natural(from: 1)),
        .optional("unreadable", { $0.unreadable.isEmpty ? nil : $0.unreadable }, "The sequence numbers of events that can't be read.")
    )
}

extension FindRoutes.Response: WireObject {
    /// `{"itineraries","tooLate"?}`.
    package static let form = ObjectForm<FindRoutes.Response>(
        "RouteCandidates",
        .member("itineraries", \.itineraries),
        .optional("tooLate", { $0.tooLate.isEmpty ? nil : $0.tooLate }, "If no route meets the deadline, those that miss it (RTG-8).")
    )
}

extension RegisterHandlingEvent.Response: WireObject {
    /// `{"event","isNew"}`.
    package static let form = ObjectForm<RegisterHandlingEvent.Response>(
        "HandlingRegistered",
        .member("event", \.event),
        .member("isNew", \.isNew, example: true)
    )
}

extension RetractHandlingEvent.Response: WireObject {
    /// `{"event","isNew"}`.
    package static let form = ObjectForm<RetractHandlingEvent.Response>(
        "HandlingRetracted",
        .member("event", \.event),
        .member("isNew", \.isNew, example: true)
    )
}

extension RegisterVoyage.Response: WireObject {
    /// `{"version","voyageNumber"}`.
    package static let form = ObjectForm<RegisterVoyage.Response>(
        "VoyageRegistered",
        .member("version", \.version, schema: AggregateVersion.schema),
        .member("voyageNumber", \.voyageNumber)
    )
}

extension RescheduleVoyage.Response: WireObject {
    /// `{"affectedCargos","version","voyageNumber"}`.
    package static let form = ObjectForm<RescheduleVoyage.Response>(
        "VoyageRescheduled",
        .member("affectedCargos", \.affectedCargos, "The cargos of the voyage that won't travel as planned."),
        .member("version", \.version, schema: AggregateVersion.schema, example: 2),
        .member("voyageNumber", \.voyageNumber)
    )
}

extension ReportPortCall.Response: WireObject {
    /// `{"affectedCargos","isNew","version","voyageNumber"}`.
    package static let form = ObjectForm<ReportPortCall.Response>(
        "PortCallReported",
        .member("affectedCargos", \.affectedCargos, "The cargos of the voyage that won't travel as planned."),
        .member("isNew", \.isNew, "Whether the report was kept.", example: true),
        .member("version", \.version, schema: AggregateVersion.schema, example: 2),
        .member("voyageNumber", \.voyageNumber)
    )
}

extension RollOver.Response: WireObject {
    /// `{"affectedCargos","failures"}`.
    package static let form = ObjectForm<RollOver.Response>(
        "CargosRolledOver",
        .member("affectedCargos", \.affectedCargos, "The cargos that were put on the other voyage."),
        .member("failures", \.failures, "The cargos that stay as they were, and why.", example: [])
    )
}

extension RollOver.Response.Failure: WireObject {
    /// `{"code","trackingId"}`.
    package static let form = ObjectForm<RollOver.Response.Failure>(
        "RollOverFailure",
        .member("code", \.code.rawValue, example: "voyage_does_not_call"),
        .member("trackingId", \.trackingId)
    )
}

extension AffectedCargo: WireObject {
    /// `{"arrivalDelay"?,"disruption"?,"estimatedArrival"?,"isLate","trackingId"}`.
    package static let form = ObjectForm<AffectedCargo>(
        "AffectedCargo",
        .optional("arrivalDelay", \.arrivalDelay),
        .optional("disruption", \.estimate.disruption),
        .optional("estimatedArrival", \.estimate.estimatedArrival),
        .member("isLate", \.isLate),
        .member("trackingId", \.trackingId)
    )
}

extension VoyageView: WireObject {
    /// `{"details"?,"forecast"?,"reports"?,"schedule","version","voyageNumber"}`.
    package static let form = ObjectForm<VoyageView>(
        "VoyageView",
        .optional("details", \.details),
        .optional(
            "forecast",
            { $0.reports.isEmpty ? nil : $0.forecast },
            "What the reports make of the schedule; absent without reports (VOY-7)."
        ),
        .optional("reports", { $0.reports.isEmpty ? nil : $0.reports }, "What the carrier reported (VOY-6)."),
        .member("schedule", \.schedule),
        .member("version", \.version, schema: AggregateVersion.schema),
        .member("voyageNumber", \.voyageNumber)
    )
}

extension ImportIssue: WireObject {
    /// `{"code","line","path"?,"text","verdict"}`.
    package static let form = ObjectForm<ImportIssue>(
        "ImportIssue",
        .member("code", \.code),
        .member("line", \.line),
        .optional("path", \.path),
        .member("text", \.text),
        .member("verdict", \.verdict.rawValue)
    )
}

extension ImportSummary: WireObject {
    /// `{"added","read","rejected","renamed","skipped","unchanged","updated"?,"warnings"}`.
    package static let form = ObjectForm<ImportSummary>(
        "ImportSummary",
        .member("added", \.added),
        .member("read", \.read),
        .member("rejected", \.rejected),
        .member("renamed", \.renamed),
        .member("skipped", \.skipped),
        .member("unchanged", \.unchanged),
        .optional("updated", { $0.updated == 0 ? nil : $0.updated }),
        .member("warnings", \.warnings)
    )
}

extension Outlook: WireObject {
    /// `{"disruption"?,"estimatedArrival"?,"legs"}`.
    package static let form = ObjectForm<Outlook>(
        "Outlook",
        .optional("disruption", \.estimate.disruption),
        .optional("estimatedArrival", \.estimate.estimatedArrival),
        .member("legs", \.legs)
    )
}

extension Outlook.LegTimes: WireObject {
    /// `{"actualLoadTime"?,"actualUnloadTime"?,"estimatedLoadTime"?,"estimatedUnloadTime"?}`.
    package static let form = ObjectForm<Outlook.LegTimes>(
        "LegTimes",
        .optional("actualLoadTime", \.actualLoadTime),
        .optional("actualUnloadTime", \.actualUnloadTime),
        .optional("estimatedLoadTime", \.estimatedLoadTime),
        .optional("estimatedUnloadTime", \.estimatedUnloadTime)
    )
}
