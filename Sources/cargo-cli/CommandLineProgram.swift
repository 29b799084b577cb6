import ArgumentParser
import CargoDomain
import CargoLocalization

/// The program: parses the arguments, runs the command, reports failures and returns the exit status.
struct CommandLineProgram {
    /// The environment variables that this program reads.
    let environment: [String: String]

    private static let variables = [
        "CARGO_STORE", "CARGO_TOKEN", "CARGO_CACHE", "CARGO_CACHE_POLICY", "CARGO_CACHE_TTL", "CARGO_OUTPUT", "CARGO_NOW",
        "XDG_CONFIG_HOME", "HOME", "NO_COLOR", "CLICOLOR_FORCE", "TERM", "LC_ALL", "LC_MESSAGES", "LANG",
    ]

    /// Takes the variables from the process's environment.
    init() {
        var environment: [String: String] = [:]
        for name in Self.variables { environment[name] = SystemCall.environmentVariable(name) }
        self.environment = environment
    }

    init(environment: [String: String]) { self.environment = environment }

    /// Runs the command that the arguments ask for, in the language of the environment.
    ///
    /// Output for programs is English in every language.
    func run(_ words: [String]) async -> ExitStatus {
        let language = wantsJSON(words) ? .english : Language(environment: environment)
        return await Language.$current.withValue(language) { await perform(words) }
    }

    private func perform(_ words: [String]) async -> ExitStatus {
        let command: any ParsableCommand
        do {
            command = try CargoCLI.command(for: words)
        } catch {
            return end(parsing: words, with: error)
        }
        guard let runnable = command as? any Runnable else { return await runBuiltIn(command, words) }
        return await run(runnable, words)
    }

    private func run(_ command: any Runnable, _ words: [String]) async -> ExitStatus {
        do throws(CommandFailure) {
            return await run(command, try Settings(command.choices, environment: environment))
        } catch {
            return report(error, to: console(command.choices), asJSON: wantsJSON(words))
        }
    }

    private func run(_ command: any Runnable, _ settings: Settings) async -> ExitStatus {
        // The configuration file may ask for JSON, too.
        guard settings.output?.isForPrograms ?? false, Language.current != .english else { return await carryOut(command, settings) }
        return await Language.$current.withValue(.english) { await carryOut(command, settings) }
    }

    private func carryOut(_ command: any Runnable, _ settings: Settings) async -> ExitStatus {
        let console = console(settings)
        let session = Session(settings: settings, console: console)
        var status = ExitStatus.done
        do throws(CommandFailure) {
            try await carryOut(command, in: session)
            try console.flush()
            session.tellAges()
        } catch {
            status = report(error, to: console, asJSON: (settings.output?.isForPrograms ?? false))
        }
        await session.close()
        return status
    }

    /// Runs a command for the user of the operating system, whom the domain events that it saves name.
    private func carryOut(_ command: any Runnable, in session: Session) async throws(CommandFailure) {
        let user = SystemCall.userName
        let actor = command.isImport ? EventActor.importing(user) : .commandLine(user)
        try await Correlation.$actor.withValue(actor) { () async -> Result<Void, CommandFailure> in
            do throws(CommandFailure) { return .success(try await command.run(in: session)) } catch { return .failure(error) }
        }.get()
    }

    /// Runs a command of ArgumentParser's own, such as `help`.
    private func runBuiltIn(_ command: any ParsableCommand, _ words: [String]) async -> ExitStatus {
        var command = command
        do {
            try command.run()
            return .done
        } catch {
            return end(parsing: words, with: error)
        }
    }

    private func report(_ failure: CommandFailure, to console: Console, asJSON: Bool) -> ExitStatus {
        if !failure.isSilent {
            console.tell(asJSON ? failure.json + "\n" : failure.text(console.notePalette, isVerbose: console.isVerbose))
        }
        return failure.status
    }

    // MARK: Arguments that don't parse

    private func end(parsing words: [String], with error: any Error) -> ExitStatus {
        let console = console(GlobalChoices())
        guard !CargoCLI.exitCode(for: error).isSuccess else {
            do throws(CommandFailure) {
                try console.write(CargoCLI.fullMessage(for: error) + "\n")
                try console.flush()
                return .done
            } catch {
                return report(error, to: console, asJSON: false)
            }
        }
        return report(UsageText.failure(for: error, words), to: console, asJSON: wantsJSON(words))
    }

    /// Whether errors are printed as JSON, judged from arguments that may not parse.
    private func wantsJSON(_ words: [String]) -> Bool {
        var format = environment["CARGO_OUTPUT"]
        for (index, word) in words.enumerated() {
            if word == "-o" || word == "--output" {
                format = index + 1 < words.count ? words[index + 1] : nil
            } else if word.hasPrefix("--output=") {
                format = String(word.dropFirst("--output=".count))
            } else if word.hasPrefix("-o"), word.count > 2 {
                format = String(word.dropFirst(word.hasPrefix("-o=") ? 3 : 2))
            }
        }
        return format == "json" || format == "ndjson"
    }

    // MARK: Streams

    private func console(_ settings: Settings) -> Console {
        console(hasNoColor: settings.hasNoColor, isQuiet: settings.isQuiet, isVerbose: settings.isVerbose, isExact: settings.isExact)
    }

    private func console(_ options: GlobalChoices) -> Console {
        console(hasNoColor: options.hasNoColor, isQuiet: options.isQuiet, isVerbose: options.isVerbose, isExact: options.isExact)
    }

    private func console(hasNoColor: Bool, isQuiet: Bool, isVerbose: Bool, isExact: Bool) -> Console {
        let isNoteTerminal = SystemCall.isTerminal(2)
        return Console(
            palette: Palette(
                isColored: ColorPolicy.allows(noColorFlag: hasNoColor, isTerminal: SystemCall.isTerminal(1), environment: environment)
            ),
            notePalette: Palette(
                isColored: ColorPolicy.allows(noColorFlag: hasNoColor, isTerminal: isNoteTerminal, environment: environment)
            ),
            isNoteTerminal: isNoteTerminal,
            isQuiet: isQuiet,
            isVerbose: isVerbose,
            isExact: isExact
        )
    }
}
