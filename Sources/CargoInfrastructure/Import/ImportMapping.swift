import CargoDomain
package import CargoWire

/// How a CSV file of another program says what the kit's columns say: its names of columns, its values and its times.
package struct ImportMapping: Hashable, Sendable {
    /// No mapping: the kit's names and values, and no other columns.
    package static let standard = ImportMapping()

    /// The byte between two fields; nil to find it in the file.
    package private(set) var separator: UInt8?
    /// The names of columns in the file, by the kit's names; a column that isn't listed has the kit's name.
    package private(set) var columns: [String: String] = [:]
    /// The values of columns that the file lacks, by the kit's names.
    package private(set) var constants: [String: String] = [:]
    /// The kit's values of a column by the file's, which are in upper case.
    private var values: [String: [String: String]] = [:]
    private var times: ImportTimes?
    /// The columns of places, by the columns with the times there.
    private var timeColumns: [String: String] = [:]
    /// Whether the file may have columns that aren't imported.
    package private(set) var ignoresOthers = false

    private init() {}

    /// Reads `{"columns"?,"constants"?,"separator"?,"times"?,"values"?}`.
    /// - Parameters:
    ///   - input: the content of a mapping file.
    ///   - columns: the columns of the files.
    ///   - zone: finds the rules of a time zone by its IANA name.
    /// - Throws: a `MappingFailure` with the path of the first invalid member.
    package init(_ input: Input, for columns: ImportColumns, zone: (String) -> TimeZoneRules?) throws(MappingFailure) {
        let known = columns.mappable
        ignoresOthers = true
        for member in try MappingFailure.members(of: input, at: "") {
            let path = member.name
            switch member.name {
            case "separator":
                let text = member.value.asText ?? ""
                guard text.utf8.count == 1, let byte = text.utf8.first, FieldSeparator.isValid(byte) else {
                    throw .init(path, .separator)
                }
                separator = byte
            case "columns":
                self.columns = try Self.texts(member.value, path, known)
                for (name, text) in self.columns.sorted(by: { $0.key < $1.key }) where text.isEmpty {
                    throw .init("columns.\(name)", .text)
                }
            case "constants": constants = try Self.texts(member.value, path, known)
            case "values":
                for column in try MappingFailure.members(of: member.value, at: path) {
                    let path = "\(path).\(column.name)"
                    guard known.contains(where: { $0.name == column.name }) else { throw .init(path, .column) }
                    values[column.name] = try Self.translations(column.value, path)
                }
            case "times":
                times = try ImportTimes(member.value, at: path, zone: zone)
                for column in known { timeColumns[column.name] = column.place }
            default: throw .init(path, .member)
            }
        }
        try check(known)
    }

    /// The row as the kit's columns say it.
    ///
    /// Translates values, then adds constants, then converts local times. What the mapping doesn't list stays as it is.
    /// - Parameter row: the kit's names of the file's columns, each with the row's value.
    package func applied(to row: [(name: String, value: String)]) -> [(name: String, value: String)] {
        var row = row
        for index in row.indices {
            // safe: an index of the row
            if let value = values[row[index].name]?[row[index].value.inUpperCase] { row[index].value = value }
        }
        if !constants.isEmpty {
            row += constants.map { (name: $0.key, value: $0.value) }
            row.sort { $0.name.precedesByUTF16($1.name) }
        }
        guard let times else { return row }
        for index in row.indices {
            // safe: an index of the row
            guard let place = timeColumns[row[index].name] else { continue }
            let code = row.first { $0.name == place }?.value.inUpperCase ?? ""
            // safe: an index of the row
            row[index].value = times.converted(row[index].value, at: code)
        }
        return row
    }

    /// The name of the file's column that holds a field of the request, for reports.
    /// - Parameters:
    ///   - field: the field's name.
    ///   - columns: the columns of the files.
    package func column(of field: String, in columns: ImportColumns) -> String {
        let name = columns.fields.first { $0.value == field }?.key ?? field
        return self.columns[name] ?? (ignoresOthers ? name : field)
    }

    /// Checks that no column has two sources, and no source two columns.
    private func check(_ known: [ImportColumns.Column]) throws(MappingFailure) {
        var names: Set<String> = []
        for column in known {
            if constants[column.name] != nil {
                if columns[column.name] != nil { throw .init("constants.\(column.name)", .twice) }
            } else if !names.insert((columns[column.name] ?? column.name).inUpperCase).inserted {
                // Two columns of one name could also be a listed one and one that keeps its name.
                throw .init("columns", .twice)
            }
        }
    }

    /// Reads texts by the kit's names of columns.
    private static func texts(
        _ input: Input,
        _ path: String,
        _ known: [ImportColumns.Column]
    ) throws(MappingFailure) -> [String: String] {
        var texts: [String: String] = [:]
        for member in try MappingFailure.members(of: input, at: path) {
            let path = "\(path).\(member.name)"
            guard known.contains(where: { $0.name == member.name }) else { throw .init(path, .column) }
            guard let text = member.value.asText?.trimmedASCII else { throw .init(path, .text) }
            texts[member.name] = text
        }
        return texts
    }

    /// Reads the kit's values by the file's.
    private static func translations(_ input: Input, _ path: String) throws(MappingFailure) -> [String: String] {
        var translations: [String: String] = [:]
        for member in try MappingFailure.members(of: input, at: path) {
            let path = "\(path).\(member.name)"
            guard let text = member.value.asText?.trimmedASCII else { throw .init(path, .text) }
            let value = member.name.trimmedASCII.inUpperCase
            guard translations.updateValue(text, forKey: value) == nil else { throw .init(path, .twice) }
        }
        return translations
    }
}

/// What is wrong with a mapping file.
package struct MappingFailure: Error, Hashable, Sendable {
    /// The path of the member, such as `times.zone`; empty for the whole file.
    package let path: String
    package let problem: Problem

    /// The kinds of problem.
    package enum Problem: Hashable, Sendable, CaseIterable {
        /// Not one of the kit's columns.
        case column
        /// Not a list of formats of times.
        case formats
        /// Not a format of times.
        case format
        /// Not a UN/LOCODE.
        case locode
        /// Not a member of a mapping.
        case member
        /// Not an object.
        case object
        /// Not a separator.
        case separator
        /// Not a text, or an empty one.
        case text
        /// Given a second time.
        case twice
        /// Not the name of a time zone that the system knows.
        case zone
    }

    init(_ path: String, _ problem: Problem) { (self.path, self.problem) = (path, problem) }

    /// The members of an object.
    static func members(of input: Input, at path: String) throws(MappingFailure) -> [Input.Member] {
        guard case .object(let members) = input else { throw .init(path, .object) }
        return members
    }
}
