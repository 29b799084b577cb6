import ArgumentParser
import CargoDomain
import CargoLocalization

#if Server
import CargoServer
#endif

/// Runs the HTTP service like `cargo-server`, with the same options and exit statuses.
struct ServeCommand: ParsableCommand, Runnable {
    static let configuration = CommandConfiguration(
        leaf: "serve",
        abstract: "Serve a store over HTTP, like cargo-server (requires the Server trait).",
        discussion: """
            Takes the options of cargo-server: see 'cargo-cli serve --help'.

            EXAMPLES
              cargo-cli serve --store json:./cargo-data --port 8080
            """
    )

    @Argument(parsing: .captureForPassthrough, help: .init("Options of cargo-server.", valueName: "flags"))
    var flags: [String] = []

    var choices: GlobalChoices { GlobalChoices() }

    func run(in session: Session) async throws(CommandFailure) {
        #if Server
        // A service uses all processors.
        let number = await withTaskExecutorPreference(globalConcurrentExecutor) { await ServerProgram.run(arguments: flags) }
        guard number != 0 else { return }
        // The server has printed the reason.
        throw .silent(ExitStatus(rawValue: number) ?? .bug)
        #else
        throw .usage(
            localized("This cargo-cli was built without the Server trait, so it cannot serve a store."),
            hint: localized("Rebuild with the Server trait: swift run --traits CLI,Server cargo-cli serve")
        )
        #endif
    }
}
