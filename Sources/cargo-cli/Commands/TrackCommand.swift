#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

struct TrackCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Show where cargos are, what happens next, and their handling history.",
        discussion: """
            EXAMPLES
              cargo-cli track ABC123
              cargo-cli track ABC123 --watch
              cargo-cli list -o ndjson | jq -r .trackingId | cargo-cli track -
              cargo-cli track ABC123 --exit-status || echo "needs attention"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var cargos: TrackingIds

    @Flag(name: .customLong("watch"), help: "Print again whenever something changes, until all cargos are claimed or cancelled.")
    var isWatching = false

    @Flag(name: .customLong("exit-status"), help: "Exit with status 5 if a cargo is misdirected, disrupted or late.")
    var hasExitStatus = false

    /// The command as plain values, which `ShortPath` creates, too.
    var tracking: Tracking {
        Tracking(choices: choices, ids: cargos.ids, isWatching: isWatching, hasExitStatus: hasExitStatus)
    }

    func run(in session: Session) async throws(CommandFailure) { try await tracking.run(in: session) }
}
#endif
