import CargoLocalization

/// The streams of the process: data on standard output, everything else on standard error.
///
/// Output is buffered until the buffer is full or the output has to be visible. If the reader closes the pipe, the command ends quietly.
final class Console {
    /// The colours of standard output and of standard error.
    let palette: Palette
    let notePalette: Palette
    /// Whether standard error is a terminal, on which a line can be redrawn.
    let isNoteTerminal: Bool
    let isQuiet: Bool
    let isVerbose: Bool
    /// Whether CSV has texts that a spreadsheet would run as they are.
    let isExact: Bool

    private var pending: [UInt8] = []
    private var failure: CommandFailure?
    private static let bufferSize = 64 * 1024
    private static let output: Int32 = 1
    private static let notes: Int32 = 2

    init(palette: Palette, notePalette: Palette, isNoteTerminal: Bool, isQuiet: Bool, isVerbose: Bool, isExact: Bool) {
        self.palette = palette
        self.notePalette = notePalette
        self.isNoteTerminal = isNoteTerminal
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
        self.isExact = isExact
    }

    /// Writes data.
    func write(_ text: String) throws(CommandFailure) {
        pending.append(contentsOf: text.utf8)
        if pending.count >= Self.bufferSize { try flush() }
    }

    /// Writes data given as bytes.
    func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.bufferSize { try flush() }
    }

    /// Writes the buffered output.
    func flush() throws(CommandFailure) {
        sendPending()
        if let failure { throw failure }
    }

    private func sendPending() {
        guard !pending.isEmpty, failure == nil else { return }
        do throws(SystemCall.Failure) {
            try pending.withUnsafeBufferPointer { (bytes) throws(SystemCall.Failure) in
                try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: Self.output)
            }
        } catch {
            let isClosed = error.errorNumber == SystemCall.brokenPipe
            failure = isClosed ? .outputClosed : .file(localized("standard output"), error.errorNumber, isInput: false)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Prints a note on standard error, unless `-q` is given.
    func note(_ text: String) {
        if !isQuiet { tell(text + "\n") }
    }

    /// Prints a detail on standard error, if `-v` is given.
    func detail(_ text: String) {
        if isVerbose { tell(notePalette(.dim, text) + "\n") }
    }

    /// Prints text on standard error, even with `-q`.
    func tell(_ text: String) {
        // Output first, so that a terminal shows both in order. If that fails, the next write or flush reports it.
        sendPending()
        var text = text
        text.withUTF8 { bytes in
            // If standard error fails, there is nowhere to report it.
            do throws(SystemCall.Failure) { try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: Self.notes) } catch {}
        }
    }
}
