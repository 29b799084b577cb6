import ArgumentParser
import CargoLocalization

struct DemoCommand: CargoCommand {
    static let configuration = CommandConfiguration(
        leaf: "demo",
        abstract: "Show the life of a cargo, command by command.",
        discussion: """
            Prints each command as you would type it, then runs it. The store is deleted at the end, \
            unless you name one with --store.

            EXAMPLES
              cargo-cli demo
              cargo-cli demo --store json:./playground
            """
    )

    @OptionGroup(title: "GLOBAL OPTIONS") var global: GlobalOptions

    func run(in session: Session) async throws(CommandFailure) {
        var environment = ["TERM": SystemCall.environmentVariable("TERM") ?? ""]
        environment["NO_COLOR"] = session.settings.hasNoColor ? "1" : SystemCall.environmentVariable("NO_COLOR")
        environment["CLICOLOR_FORCE"] = SystemCall.environmentVariable("CLICOLOR_FORCE")
        environment["LC_ALL"] = Language.current.tag
        environment["CARGO_TOKEN"] = session.settings.token
        guard global.store != nil else {
            let directory = try Self.perform("create a temporary directory") { () throws(SystemCall.Failure) in
                try SystemCall.makeTemporaryDirectory(prefix: "cargo-demo")
            }
            defer { SystemCall.removeDirectory(directory) }
            try Self.perform("change to \(directory)") { () throws(SystemCall.Failure) in try SystemCall.changeDirectory(directory) }
            var story = DemoStory(session.console, environment: environment, store: nil)
            return try await story.tell()
        }
        if case .memory = session.settings.store {
            throw .usage(
                localized("The demo cannot use memory:, because the store must outlive a single command."),
                hint: localized("Leave out --store, or use --store json:PATH.")
            )
        }
        var story = DemoStory(session.console, environment: environment, store: session.settings.store)
        try await story.tell()
    }

    private static func perform<Value>(
        _ what: String,
        _ call: () throws(SystemCall.Failure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(SystemCall.Failure) {
            return try call()
        } catch {
            throw CommandFailure(.inputOutput, code: "input_output_error", "Cannot \(what): \(SystemCall.describe(error.errorNumber)).")
        }
    }
}
