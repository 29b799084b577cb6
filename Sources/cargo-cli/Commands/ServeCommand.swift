#if CLI
import ArgumentParser
import CargoDomain

#if Server
import CargoServer
#endif

/// Runs the HTTP service as `cargo-server` does, with its flags and its exit statuses.
struct ServeCommand: ParsableCommand, Runnable {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve a store over HTTP, as cargo-server does; for builds with the trait Server.",
        discussion: """
            Takes what cargo-server takes: cargo-cli serve --help lists it.

            EXAMPLES
              cargo-cli serve --store json:./cargo-data --port 8080
            """
    )

    @Argument(parsing: .captureForPassthrough, help: .init("Flags of cargo-server.", valueName: "flags"))
    var flags: [String] = []

    var choices: GlobalChoices { GlobalChoices() }

    func run(in session: Session) async throws(CommandFailure) {
        #if Server
        let number = await ServerProgram.run(arguments: flags)
        guard number != 0 else { return }
        // It has told why.
        throw .silent(ExitStatus(rawValue: number) ?? .bug)
        #else
        throw .usage(
            "This build of cargo-cli was made without its trait Server, so it serves nothing.",
            hint: "Build it with it: swift run --traits CLI,Server cargo-cli serve"
        )
        #endif
    }
}
#endif
