#if CLI
import ArgumentParser

/// A command of this program: an ArgumentParser command that runs in a session.
protocol CargoCommand: ParsableCommand {
    /// What every command understands.
    var global: GlobalOptions { get }

    /// Does it.
    func run(in session: Session) async throws(CommandFailure)
}
#endif
