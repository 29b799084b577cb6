#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain

struct SpecifyCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "specify",
        abstract: "Say anew from where a cargo goes, where to, and by when.",
        discussion: """
            For a cargo that went astray: give the port where it is now as its origin, then find candidates and assign one. What is left out
            stays as it is, but for the origin, which is then the port where the cargo was seen last.

            EXAMPLES
              cargo-cli route specify ABC123 --origin JPTYO
              cargo-cli route specify ABC123 --destination FIHEL --deadline 2026-07-01T00:00:00Z
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var write: WriteOptions
    @Argument(help: "The cargo.") var id: String
    @Option(help: .init("Where it starts now: a UN/LOCODE.", valueName: "locode")) var origin: String?
    @Option(help: .init("Where it goes now: a UN/LOCODE.", valueName: "locode")) var destination: String?
    @Option(help: .init("It has to arrive before this.", valueName: "instant")) var deadline: String?

    func run(in session: Session) async throws(CommandFailure) {
        let environment = try await session.environment(isDryRun: write.isDryRun)
        var tracking = RequestBuilder()
        tracking.code("trackingId", id)
        let view = try await TrackCargo(environment).execute(input: tracking.input).orFail(in: tracking.input)
        var request = tracking
        request.code("origin", origin ?? (view.lastKnownLocation ?? view.origin).unLocode.text)
        request.code("destination", destination ?? view.destination.unLocode.text)
        request.text("arrivalDeadline", deadline ?? view.arrivalDeadline.text)
        let changed = try await SpecifyRoute(environment).execute(input: request.input).orFail(in: request.input)
        try session.print(changed, "Its route is specified anew.", isDryRun: write.isDryRun)
    }
}
#endif
