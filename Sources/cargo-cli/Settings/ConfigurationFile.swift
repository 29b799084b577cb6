import CargoDomain
import CargoLocalization
import CargoWire

/// The configuration file, `$XDG_CONFIG_HOME/cargo-cli/config.json`; without one, every setting is nil.
///
/// `{"cache"?,"cachePolicy"?,"cacheTtl"?,"color"?,"output"?,"store"?,"token"?}`.
struct ConfigurationFile {
    let store: String?
    let token: String?
    let cache: String?
    let cachePolicy: String?
    let cacheTTL: String?
    let output: OutputFormat?
    let color: Bool?

    private static let maximumSize = 64 * 1024
    private static let shape = Shape.members(
        .optional("cache", .text),
        .optional("cachePolicy", .text),
        .optional("cacheTtl", .text),
        .optional("color", .boolean),
        .optional("output", .text),
        .optional("store", .text),
        .optional("token", .text)
    )

    init(environment: [String: String]) throws(CommandFailure) {
        guard let path = Self.path(environment), let bytes = try Self.read(path) else {
            (store, token, output, color) = (nil, nil, nil, nil)
            (cache, cachePolicy, cacheTTL) = (nil, nil, nil)
            return
        }
        let input: Input
        do throws(DomainError) {
            input = try bytes.withUnsafeBufferPointer { (bytes) throws(DomainError) in try JSONParser.parse(UnsafeRawBufferPointer(bytes)) }
            try Self.shape.check(input)
        } catch {
            let words = ErrorText(error)
            throw .configuration(
                "\(path.visible): \(words.message)",
                hint: localized(
                    """
                    The file may set "store", "token", "cache", "cachePolicy", "cacheTtl", "output" and "color", for example \
                    {"store":"json:./cargo-data"}.
                    """
                )
            )
        }
        store = input["store"]?.asText
        token = input["token"]?.asText
        cache = input["cache"]?.asText
        cachePolicy = input["cachePolicy"]?.asText
        cacheTTL = input["cacheTtl"]?.asText
        output = try Settings.output(input["output"]?.asText, from: path.visible)
        color = if case .boolean(let isOn) = input["color"] { isOn } else { nil }
    }

    private static func path(_ environment: [String: String]) -> String? {
        if let directory = environment["XDG_CONFIG_HOME"], directory.hasPrefix("/") { return "\(directory)/cargo-cli/config.json" }
        return environment["HOME"].map { "\($0)/.config/cargo-cli/config.json" }
    }

    private static func read(_ path: String) throws(CommandFailure) -> [UInt8]? {
        do throws(SystemCall.Failure) {
            let descriptor = try SystemCall.openForReading(path)
            let bytes = Result { () throws(SystemCall.Failure) in try SystemCall.readAll(descriptor, limit: maximumSize) }
            try SystemCall.closeDescriptor(descriptor)
            guard let bytes = try bytes.get() else { throw SystemCall.Failure(errorNumber: SystemCall.fileTooLarge) }
            return bytes
        } catch {
            if error.errorNumber == SystemCall.noSuchFile || error.errorNumber == SystemCall.notADirectory { return nil }
            throw .configuration(localized("Cannot read \(path.inQuotes): \(SystemCall.describe(error.errorNumber))."))
        }
    }
}
