#if CLI
import CargoLocalization
import Synchronization

/// A progress bar that any thread may update.
///
/// `@unchecked Sendable`: the mutex guards the bar, and the command that owns the console waits while the bar uses it.
final class SharedProgress: @unchecked Sendable {
    private let console: Console
    private let bar = Mutex<ProgressBar?>(nil)

    private let unit: Phrase

    init(_ console: Console, unit: Phrase = "bytes") {
        self.console = console
        self.unit = unit
    }

    func show(done: Int, of total: Int? = nil) {
        bar.withLock { bar in
            if bar == nil { bar = ProgressBar(console, total: total, unit: unit) }
            bar?.show(done: done, rows: done)
        }
    }

    func clear() { bar.withLock { $0?.clear() } }
}
#endif
