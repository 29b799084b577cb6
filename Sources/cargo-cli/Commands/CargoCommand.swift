#if CLI
import ArgumentParser

/// Something to do that was asked for on the command line.
protocol Runnable {
    /// What was said that every command understands.
    var choices: GlobalChoices { get }

    /// Does it.
    func run(in session: Session) async throws(CommandFailure)
}

/// A command of this program: an ArgumentParser command that runs in a session.
protocol CargoCommand: ParsableCommand, Runnable {
    /// What every command understands.
    var global: GlobalOptions { get }
}

extension CargoCommand {
    var choices: GlobalChoices { global.choices }
}
#endif
