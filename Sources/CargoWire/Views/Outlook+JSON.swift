package import CargoDomain

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
