#if CLI
import ArgumentParser
import CargoApplication
import CargoDomain
import CargoInfrastructure

struct TrackCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        commandName: "track",
        abstract: "Show where cargos are, what happens next, and what was done to them.",
        discussion: """
            EXAMPLES
              cargo-cli track ABC123
              cargo-cli track ABC123 --watch
              cargo-cli list -o ndjson | jq -r .trackingId | cargo-cli track -
              cargo-cli track ABC123 --exit-status || echo "look after it"
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions
    @OptionGroup var cargos: TrackingIds

    @Flag(name: .customLong("watch"), help: "Keep looking and print again when something changes, until all are claimed.")
    var isWatching = false

    @Flag(name: .customLong("exit-status"), help: "End with status 5 if a cargo is misdirected or late.")
    var hasExitStatus = false

    /// What is asked for, in plain values.
    var tracking: Tracking {
        Tracking(choices: choices, ids: cargos.ids, isWatching: isWatching, hasExitStatus: hasExitStatus)
    }

    func run(in session: Session) async throws(CommandFailure) { try await tracking.run(in: session) }
}
#endif
