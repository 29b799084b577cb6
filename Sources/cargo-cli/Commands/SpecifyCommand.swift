import ArgumentParser
import CargoApplication
import CargoDomain
import CargoLocalization
import CargoWire

struct SpecifyCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "specify",
        abstract: "Respecify a cargo's route: its origin, destination and deadline.",
        discussion: """
            The destination and the deadline stay as they are unless you give new ones. The default \
            origin is the cargo's last known location. To put a misdirected cargo back on track, you \
            need only assign a route: see 'route candidates' and 'route assign'.

            EXAMPLES
              cargo-cli route specify ABC123 --origin JPTYO
              cargo-cli route specify ABC123 --destination FIHEL \\
                --deadline 2100-01-01T00:00:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "Tracking id of the cargo, or a reference that no other cargo has.") var id: String
    @Option(help: .init("UN/LOCODE of the new origin.", valueName: "locode")) var origin: String?
    @Option(help: .init("UN/LOCODE of the new destination.", valueName: "locode")) var destination: String?
    @Option(help: .init("The cargo must arrive before this instant.", valueName: "instant")) var deadline: String?

    func run(in session: Session) async throws(CommandFailure) {
        let desk = try await session.desk(isDryRun: write.isDryRun)
        let view = try await desk.perform(TrackCargo.self, cargo: id)
        var request = RequestBuilder()
        request.text("trackingId", view.trackingId.text)
        request.code("origin", origin ?? (view.lastKnownLocation ?? view.origin).unLocode.text)
        request.code("destination", destination ?? view.destination.unLocode.text)
        request.text("arrivalDeadline", deadline ?? view.arrivalDeadline.text)
        let changed = try await desk.perform(SpecifyRoute.self, request)
        try session.print(changed, localized("Route respecified."), isDryRun: write.isDryRun)
    }
}
