import CargoDomain
import CargoWire

extension Operations {
    /// Operations on a voyage.
    static let voyage: [(String, Operation)] = [
        (
            "voyage.forecast",
            members(.required("voyage", SailingVoyage.shape)) { (_, args) throws(DomainError) in
                Answer(try args.value("voyage", as: SailingVoyage.self).voyage.forecast.movements)
            }
        ),
        (
            "voyage.describe",
            members(.optional("details", VoyageDetails.shape), .required("voyage", SailingVoyage.shape)) { (_, args) throws(DomainError) in
                let details: VoyageDetails? = try args.valueIfPresent("details")
                return Answer(try args.value("voyage", as: SailingVoyage.self).voyage.described(as: details))
            }
        ),
        (
            "voyage.report",
            members(
                .required("end", PortCallEnd.shape),
                .required("location", UnLocode.shape),
                .required("reportedAt", Instant.shape),
                .required("status", PortCallStatus.shape),
                .required("time", Instant.shape),
                .required("voyage", SailingVoyage.shape)
            ) { (world, args) throws(DomainError) in
                let end: PortCallEnd = try args.value("end")
                let location: UnLocode = try args.value("location")
                let reportedAt: Instant = try args.value("reportedAt")
                let status: PortCallStatus = try args.value("status")
                let time: Instant = try args.value("time")
                let voyage: SailingVoyage = try args.value("voyage")
                return Answer(
                    try voyage.voyage.reporting(end, at: location, status: status, time: time, reportedAt: reportedAt, at: world.now)
                )
            }
        ),
    ]
}
