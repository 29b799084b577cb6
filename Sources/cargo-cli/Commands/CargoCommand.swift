#if CLI
import ArgumentParser

/// A command that runs in a session.
protocol Runnable {
    /// The global options as plain values.
    var choices: GlobalChoices { get }

    /// Runs the command.
    func run(in session: Session) async throws(CommandFailure)
}

/// A `Runnable` that ArgumentParser parses.
protocol CargoCommand: ParsableCommand, Runnable {
    /// The global options.
    var global: GlobalOptions { get }
}

extension CargoCommand {
    var choices: GlobalChoices { global.choices }
}
#endif
