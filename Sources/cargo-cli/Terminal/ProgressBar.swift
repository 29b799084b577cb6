#if CLI
/// A line on the terminal that says how far a long job is: drawn at most ten times a second, and gone when it ends.
struct ProgressBar {
    private let console: Console
    private let total: Int?
    private let unit: String
    private let start = SystemCall.monotonicMilliseconds()
    private var lastDrawn: Int64 = 0

    /// - Parameters:
    ///   - total: how much there is to do, if that is known.
    ///   - unit: what is counted.
    init(_ console: Console, total: Int?, unit: String = "rows") {
        self.console = console
        self.total = total
        self.unit = unit
    }

    /// Shows how far it is, if there is anybody to see it.
    mutating func show(done: Int, rows: Int) {
        guard console.isNoteTerminal, !console.isQuiet else { return }
        let now = SystemCall.monotonicMilliseconds()
        guard now - lastDrawn >= 100 else { return }
        lastDrawn = now
        console.tell("\r\(Self.line(done: done, total: total, rows: rows, milliseconds: now - start, unit: unit))\u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if lastDrawn > 0 { console.tell("\r\u{1B}[K") }
    }

    /// How long it has taken so far, in milliseconds.
    var elapsed: Int64 { SystemCall.monotonicMilliseconds() - start }

    /// What the line says: a bar and the time left, where the total is known, and always rows and rate.
    static func line(done: Int, total: Int?, rows: Int, milliseconds: Int64, unit: String = "rows") -> String {
        let rate = "\(rows.grouped) \(unit)  \(Self.rate(rows, milliseconds).grouped)/s"
        guard let total, total > 0 else { return rate }
        let part = min(done, total)
        let filled = part * 24 / total
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 24 - filled)
        let percent = String(part * 100 / total)
        let left = part == 0 ? "" : "  \(time(milliseconds * Int64(total - part) / Int64(part))) left"
        return "\(bar) \(String(repeating: " ", count: 3 - percent.count))\(percent)%  \(rate)\(left)"
    }

    /// Rows a second.
    static func rate(_ rows: Int, _ milliseconds: Int64) -> Int { milliseconds > 0 ? rows * 1000 / Int(milliseconds) : 0 }

    private static func time(_ milliseconds: Int64) -> String {
        let seconds = (milliseconds + 999) / 1000
        let rest = seconds % 60
        return "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

extension Int {
    /// The number with commas between groups of three digits.
    var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
#endif
