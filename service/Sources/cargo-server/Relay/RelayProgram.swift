import ArgumentParser
import CargoDomain
import CargoLocalization

/// `cargo-server relay`, or another command beside the service, as a program: parses the arguments, runs the command, reports failures and
/// returns the exit status.
enum RelayProgram {
    /// Runs what the arguments after the command's name ask for, in the language of the environment.
    static func run(_ root: any ParsableCommand.Type, _ words: [String]) async -> Int32 {
        var environment: [String: String] = [:]
        for name in ["CARGO_STORE", "CARGO_NOW", "LC_ALL", "LC_MESSAGES", "LANG"] { environment[name] = variable(name) }
        let settings = environment
        return await Language.$current.withValue(Language(environment: settings)) { await run(root, words, settings) }
    }

    private static func run(_ root: any ParsableCommand.Type, _ words: [String], _ environment: [String: String]) async -> Int32 {
        let command: any ParsableCommand
        do {
            command = try root.parseAsRoot(words)
        } catch {
            return end(root, parsing: error)
        }
        guard let relay = command as? any Runnable else { return runBuiltIn(root, command) }
        let console = Console(isQuiet: relay.global.isQuiet, isVerbose: relay.global.isVerbose)
        do throws(CommandFailure) {
            let session = try Session(relay.global, environment: environment, console: console)
            do throws(CommandFailure) {
                try await relay.run(in: session)
            } catch {
                await session.close()
                throw error
            }
            await session.close()
            return 0
        } catch {
            if !error.isSilent { console.tell(error.text(isVerbose: console.isVerbose)) }
            return error.status
        }
    }

    /// Runs a command of ArgumentParser's own, such as `help`.
    private static func runBuiltIn(_ root: any ParsableCommand.Type, _ command: any ParsableCommand) -> Int32 {
        var command = command
        do {
            try command.run()
            return 0
        } catch {
            return end(root, parsing: error)
        }
    }

    private static func end(_ root: any ParsableCommand.Type, parsing error: any Error) -> Int32 {
        let text = root.fullMessage(for: error) + "\n"
        let isHelp = root.exitCode(for: error).isSuccess
        (isHelp ? Console.writeOutput : Console.writeNote)(text)
        return isHelp ? 0 : CommandFailure.usageStatus
    }
}
