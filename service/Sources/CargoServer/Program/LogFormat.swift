import CargoDomain
import CargoInfrastructure
import CargoWire
import Logging

/// The format of the log on standard error.
enum LogFormat: String, CaseIterable {
    /// Lines for people.
    case text
    /// One JSON object per line.
    case json

    func handler(_ label: String, _ level: Logger.Level) -> any LogHandler {
        switch self {
        case .text:
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        case .json: return JSONLogHandler(label: label, logLevel: level)
        }
    }
}

/// Writes each log entry as one JSON object per line.
struct JSONLogHandler: LogHandler {
    let label: String
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?

    init(label: String, logLevel: Logger.Level) {
        self.label = label
        self.logLevel = logLevel
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        // safe: a dictionary
        get { metadata[key] }
        // safe: a dictionary
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var writer = JSONWriter(capacity: 256)
        writer.raw(#"{"level":"#)
        writer.plain(event.level.rawValue)
        writer.raw(#","logger":"#)
        writer.text(label)
        writer.raw(#","message":"#)
        writer.text(event.message.description)
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        for (name, value) in all.sorted(by: { $0.key < $1.key }) {
            writer.raw(",")
            writer.text(name)
            writer.raw(":")
            writer.text("\(value)")
        }
        writer.raw(#","time":"#)
        writer.instant(SystemClock().now())
        writer.raw("}\n")
        StandardStream.error.write(writer.bytes)
    }
}
