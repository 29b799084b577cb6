import CargoDomain
import CargoInfrastructure
import CargoLocalization
import CargoWire

extension ImportMapping {
    /// Reads a mapping file for files with these columns.
    /// - Throws: a usage error `mapping_invalid` that names the invalid member, or why the file can't be read.
    init(file path: String, for columns: ImportColumns) throws(CommandFailure) {
        let name = InputFile.name(path)
        let hint = localized("Columns: \(columns.mappable.map(\.name).joined(separator: ", ")). Example: \(columns.exampleMapping)")
        let text = try InputFile.text(path)
        let input: Input
        do throws(DomainError) {
            input = try JSONParser.parse(text)
        } catch {
            let message = localized("\(name) is not a valid mapping.") + " " + localized("It is not strict JSON.")
            throw CommandFailure(.usage, code: "mapping_invalid", message, hint: hint)
        }
        do throws(MappingFailure) {
            try self.init(input, for: columns, zone: ZoneFiles.rules)
        } catch {
            let message =
                error.path.isEmpty
                ? localized("\(name) is not a valid mapping.")
                : localized("\(name) is not a valid mapping at \(error.path.inQuotes).")
            throw CommandFailure(.usage, code: "mapping_invalid", "\(message) \(error.problem.words)", hint: hint)
        }
    }
}

extension ImportColumns {
    /// A mapping that shows the names of these columns.
    fileprivate var exampleMapping: String {
        let name = mappable.lazy.compactMap(\.place).first ?? "un_locode"
        return #"{"columns":{"\#(name)":"Port"},"values":{"\#(name)":{"Hamburg":"DEHAM"}},"times":{"zone":"Europe/Berlin"}}"#
    }
}

extension MappingFailure.Problem {
    /// What was expected in place of the member.
    fileprivate var words: String {
        switch self {
        case .column: localized("There is no such column.")
        case .format: localized("A format has a year, a month and a day, such as dd.MM.yyyy HH:mm.")
        case .formats: localized("Expected a list of formats of times.")
        case .locode: localized("Expected a UN/LOCODE.")
        case .member: localized("Expected columns, values, constants, separator, or times with formats, zone and zones.")
        case .object: localized("Expected a JSON object.")
        case .separator: localized("A separator is one character, such as a semicolon.")
        case .text: localized("Expected a text.")
        case .twice: localized("The same name is given twice.")
        case .zone: localized("Expected the IANA name of a time zone that this system knows, such as Europe/Berlin.")
        }
    }
}

/// The time zones of the system.
private enum ZoneFiles {
    private static let directories = ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo"]

    /// The rules of a zone by its IANA name; nil if the system doesn't know the zone.
    static func rules(_ name: String) -> TimeZoneRules? {
        if name == "UTC" || name == "Etc/UTC" { return .utc }
        guard isName(name) else { return nil }
        for directory in directories {
            do throws(CommandFailure) {
                return TimeZoneRules(tzif: try InputFile.bytes("\(directory)/\(name)", limit: TimeZoneRules.maximumSize))
            } catch {
                continue
            }
        }
        return nil
    }

    /// Whether a text is one or more words between slashes, so that it names no file elsewhere.
    private static func isName(_ text: String) -> Bool {
        text.utf8.count <= 100
            && text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { byte in byte.isASCIIDigit || byte.isASCIILetter || "_+-".utf8.contains(byte) }
            }
    }
}
