package import CargoDomain

extension PortCallReport: InputValue, WireObject {
    /// `{"end","movement","reportedAt","status","time"}`.
    package static let form = ObjectForm<PortCallReport>(
        "PortCallReport",
        .member("end", \.end),
        .member("movement", \.movement, schema: .natural(), example: 0),
        .member("reportedAt", \.reportedAt),
        .member("status", \.status),
        .member("time", \.time),
        description: "What a carrier reported of one end of a movement, by the movement's 0-based index (VOY-6)."
    )

    /// Reads a report.
    package init(input: Input) throws(DomainError) {
        let end: PortCallEnd = try input.value("end")
        let movement: Int64 = try input.value("movement")
        let reportedAt: Instant = try input.value("reportedAt")
        let status: PortCallStatus = try input.value("status")
        self.init(movement: movement, end: end, status: status, time: try input.value("time"), reportedAt: reportedAt)
    }
}
