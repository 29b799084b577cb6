import CargoDomain
import CargoWire

/// How the times of a file are written, and in which time zones they are local.
struct ImportTimes: Hashable, Sendable {
    private let formats: [TimeFormat]
    private let zone: TimeZoneRules?
    private let zones: [String: TimeZoneRules]

    /// The formats that are read unless the mapping has its own: ISO 8601 with a `T` or a space, with or without seconds.
    private static let usualFormats = ["yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm"]

    /// Reads `{"formats"?,"zone"?,"zones"?}`.
    /// - Parameters:
    ///   - input: the member of the mapping.
    ///   - path: its path, for errors.
    ///   - find: finds the rules of a time zone by its IANA name.
    init(_ input: Input, at path: String, zone find: (String) -> TimeZoneRules?) throws(MappingFailure) {
        var formats = Self.usualFormats.compactMap { TimeFormat($0) }
        var zone: TimeZoneRules?
        var zones: [String: TimeZoneRules] = [:]
        for member in try MappingFailure.members(of: input, at: path) {
            let path = "\(path).\(member.name)"
            switch member.name {
            case "formats": formats = try Self.formats(member.value, at: path)
            case "zone": zone = try Self.rules(member.value, path, find)
            case "zones":
                for entry in try MappingFailure.members(of: member.value, at: path) {
                    let path = "\(path).\(entry.name)"
                    zones[try Self.code(entry.name, path)] = try Self.rules(entry.value, path, find)
                }
            default: throw .init(path, .member)
            }
        }
        (self.formats, self.zone, self.zones) = (formats, zone, zones)
    }

    /// The time as the kit writes it, in UTC.
    ///
    /// A time with an offset keeps its meaning. A local time is one of the port's zone, or of the default one. Of a time that occurs twice,
    /// when clocks go back, it is the first. A text that no format fits, a local time without a zone, and one that doesn't exist because
    /// clocks go forward over it stay as they are: their rows are rejected.
    func converted(_ text: String, at code: String) -> String {
        if (try? Instant(text)) != nil { return text }
        for format in formats {
            guard let read = format.read(text) else { continue }
            let rules = zones[code] ?? zone
            guard let local = Int(exactly: read.local.epochMilliseconds / 1000),
                let seconds = read.offset.map({ local - $0 }) ?? rules.flatMap({ $0.time(ofLocal: local) }),
                let instant = try? Instant(epochMilliseconds: Int64(seconds) * 1000)
            else { return text }
            return instant.description
        }
        return text
    }

    private static func formats(_ input: Input, at path: String) throws(MappingFailure) -> [TimeFormat] {
        guard case .list(let list) = input, !list.isEmpty else { throw .init(path, .formats) }
        var formats: [TimeFormat] = []
        for (index, entry) in list.enumerated() {
            guard let format = entry.asText.flatMap(TimeFormat.init) else { throw .init("\(path)[\(index)]", .format) }
            formats.append(format)
        }
        return formats
    }

    private static func code(_ text: String, _ path: String) throws(MappingFailure) -> String {
        guard let place = try? UnLocode(text) else { throw .init(path, .locode) }
        return place.text
    }

    private static func rules(_ input: Input, _ path: String, _ find: (String) -> TimeZoneRules?) throws(MappingFailure) -> TimeZoneRules {
        guard let rules = input.asText.flatMap(find) else { throw .init(path, .zone) }
        return rules
    }
}
