import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoLocalization

/// A file, or standard input for `-`.
enum InputFile {
    /// The size limit of a file that is read whole, in bytes.
    private static let maximumSize = 16 << 20

    /// Opens a file, passes its descriptor to `body`, and closes it.
    static func reading<Value>(
        _ path: String,
        _ body: (Int32) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let descriptor = try open(path)
        do throws(CommandFailure) {
            let value = try await body(descriptor)
            try close(descriptor, path)
            return value
        } catch {
            try close(descriptor, path)
            throw error
        }
    }

    /// Reads a whole file of UTF-8 text.
    static func text(_ path: String) throws(CommandFailure) -> String {
        let bytes = try bytes(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(
                .badData,
                code: "encoding_invalid",
                localized("\(name(path)) is not UTF-8 text."),
                hint: localized("Convert it to UTF-8.")
            )
        }
        return text
    }

    /// Reads a whole file.
    /// - Parameter limit: the size limit, in bytes.
    static func bytes(_ path: String, limit: Int = maximumSize) throws(CommandFailure) -> [UInt8] {
        let descriptor = try open(path)
        let bytes: [UInt8]
        do throws(CommandFailure) {
            bytes = try Self.bytes(descriptor, path, limit: limit)
        } catch {
            try close(descriptor, path)
            throw error
        }
        try close(descriptor, path)
        return bytes
    }

    /// Reads the whole of an open file.
    /// - Parameters:
    ///   - descriptor: the open file.
    ///   - path: its name in messages.
    ///   - limit: the size limit, in bytes.
    static func bytes(_ descriptor: Int32, _ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(SystemCall.Failure) {
            bytes = try SystemCall.readAll(descriptor, limit: limit)
        } catch {
            throw .file(path, error.errorNumber, isInput: true)
        }
        guard let bytes else {
            throw CommandFailure(.badData, code: "input_too_large", localized("\(name(path)) is larger than \((limit >> 20).grouped) MiB."))
        }
        return bytes
    }

    /// The file's name in messages.
    static func name(_ path: String) -> String { path == "-" ? localized("Standard input") : path.inQuotes }

    private static func open(_ path: String) throws(CommandFailure) -> Int32 {
        if path == "-" { return 0 }
        do throws(SystemCall.Failure) {
            return try SystemCall.openForReading(path)
        } catch {
            throw .file(path, error.errorNumber, isInput: true)
        }
    }

    private static func close(_ descriptor: Int32, _ path: String) throws(CommandFailure) {
        guard descriptor != 0 else { return }
        do throws(SystemCall.Failure) {
            try SystemCall.closeDescriptor(descriptor)
        } catch {
            throw .file(path, error.errorNumber, isInput: true)
        }
    }
}
