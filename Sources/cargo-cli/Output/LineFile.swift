import CargoWire

/// A file that is written line by line through a buffer.
final class LineFile {
    private let path: String
    private let descriptor: Int32
    private var pending: [UInt8] = []

    /// Creates or truncates the file.
    init(_ path: String) throws(CommandFailure) {
        self.path = path
        do throws(SystemCall.Failure) {
            descriptor = try SystemCall.openForWriting(path)
        } catch {
            throw .file(path, error.errorNumber, isInput: false)
        }
    }

    /// Writes to an open file.
    init(_ path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Writes a value as canonical JSON on one line.
    func write(json value: some CanonicallyEncodable) throws(CommandFailure) {
        var writer = JSONWriter()
        value.write(to: &writer)
        writer.raw("\n")
        writer.withBytes { pending.append(contentsOf: $0) }
        if pending.count > 64 * 1024 { try flush() }
    }

    /// Writes text unchanged.
    func write(text: String) throws(CommandFailure) {
        pending.append(contentsOf: text.utf8)
        if pending.count > 64 * 1024 { try flush() }
    }

    /// Writes the buffered rest and closes the file.
    func close() throws(CommandFailure) {
        try flush()
        do throws(SystemCall.Failure) {
            try SystemCall.closeDescriptor(descriptor)
        } catch {
            throw .file(path, error.errorNumber, isInput: false)
        }
    }

    private func flush() throws(CommandFailure) {
        do throws(SystemCall.Failure) {
            try pending.withUnsafeBufferPointer { (bytes) throws(SystemCall.Failure) in
                try SystemCall.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
            }
        } catch {
            throw .file(path, error.errorNumber, isInput: false)
        }
        pending.removeAll(keepingCapacity: true)
    }
}
