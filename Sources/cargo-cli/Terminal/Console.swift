#if CLI
/// The streams of the process: data on standard output, everything else on standard error.
///
/// Output is kept back until there is much of it or somebody needs to see it; a reader that has gone away ends the command quietly.
final class Console {
    /// The colours of standard output and of standard error.
    let palette: Palette
    let notePalette: Palette
    /// Whether standard error is a terminal, on which a line can be drawn again.
    let isNoteTerminal: Bool
    let isQuiet: Bool
    let isVerbose: Bool

    private var pending: [UInt8] = []
    private var failure: CommandFailure?
    private static let bufferSize = 64 * 1024
    private static let output: Int32 = 1
    private static let notes: Int32 = 2

    init(palette: Palette, notePalette: Palette, isNoteTerminal: Bool, isQuiet: Bool, isVerbose: Bool) {
        self.palette = palette
        self.notePalette = notePalette
        self.isNoteTerminal = isNoteTerminal
        self.isQuiet = isQuiet
        self.isVerbose = isVerbose
    }

    /// Writes data.
    func write(_ text: String) throws(CommandFailure) {
        pending.append(contentsOf: text.utf8)
        if pending.count >= Self.bufferSize { try flush() }
    }

    /// Writes data that is bytes already.
    func write(_ bytes: UnsafeRawBufferPointer) throws(CommandFailure) {
        pending.append(contentsOf: bytes)
        if pending.count >= Self.bufferSize { try flush() }
    }

    /// Sends what was kept back.
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
            failure = isClosed ? .outputClosed : .file("standard output", error.errorNumber, isInput: false)
        }
        pending.removeAll(keepingCapacity: true)
    }

    /// Tells people something, unless they asked for quiet.
    func note(_ text: String) {
        if !isQuiet { tell(text + "\n") }
    }

    /// Tells people something that they asked to know.
    func detail(_ text: String) {
        if isVerbose { tell(notePalette(.dim, text) + "\n") }
    }

    /// Tells people something, whatever they asked for.
    func tell(_ text: String) {
        // Output first, so that a terminal shows both in order; should that fail, the next write or flush says so.
        sendPending()
        var text = text
        text.withUTF8 { bytes in
            // Where nobody can see our notes there is nobody to tell that they failed.
            do throws(SystemCall.Failure) { try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: Self.notes) } catch {}
        }
    }
}
#endif
