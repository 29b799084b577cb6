import CargoLocalization
import Synchronization

/// A progress line on the terminal: drawn at most ten times a second, and removed when the job ends.
struct ProgressBar {
    private let console: Console
    private let total: Int?
    private let unit: Phrase
    private let start = SystemCall.monotonicMilliseconds()
    private var lastDrawn: Int64 = 0

    /// - Parameters:
    ///   - total: the total amount of work, if known.
    ///   - unit: the unit of the count, in the plural.
    init(_ console: Console, total: Int?, unit: Phrase = "rows") {
        self.console = console
        self.total = total
        self.unit = unit
    }

    /// Draws the progress, if standard error is a terminal and `-q` isn't given.
    /// - Parameters:
    ///   - done: how much of the total is done.
    ///   - rows: the count to show, in the bar's unit.
    mutating func show(done: Int, rows: Int) {
        guard console.isNoteTerminal, !console.isQuiet else { return }
        let now = SystemCall.monotonicMilliseconds()
        guard now - lastDrawn >= 100 else { return }
        lastDrawn = now
        console.tell("\r\(Self.line(done: done, total: total, rows: rows, milliseconds: now - start, unit: unit))\u{1B}[K")
    }

    /// Removes the line.
    func clear() {
        if lastDrawn > 0 { console.tell("\r\u{1B}[K") }
    }

    /// The time since the start, in milliseconds.
    var elapsed: Int64 { SystemCall.monotonicMilliseconds() - start }

    /// The text of the line: count and rate and, if the total is known, a bar and the time left.
    static func line(done: Int, total: Int?, rows: Int, milliseconds: Int64, unit: Phrase = "rows") -> String {
        let rate = "\(rows.grouped) \(localized(unit))  \(Self.rate(rows, milliseconds).grouped)/s"
        guard let total, total > 0 else { return rate }
        let part = min(done, total)
        let filled = part * 24 / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        let percent = String(part * 100 / total)
        let left = part == 0 ? "" : "  " + localized("\(time(milliseconds * Int64(total - part) / Int64(part))) left")
        return "\(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent)%  \(rate)\(left)"
    }

    /// The duration and rate for a summary; empty below one second or 1,000 rows, where a rate says nothing.
    static func pace(rows: Int, milliseconds: Int64) -> String {
        guard milliseconds >= 1000, rows >= 1000 else { return "" }
        return localized("; \(milliseconds / 1000).\(milliseconds % 1000 / 100) s, \(rate(rows, milliseconds).grouped) rows/s")
    }

    /// The rate per second.
    static func rate(_ rows: Int, _ milliseconds: Int64) -> Int { milliseconds > 0 ? rows * 1000 / Int(milliseconds) : 0 }

    private static func time(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + 999) / 1000
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

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
