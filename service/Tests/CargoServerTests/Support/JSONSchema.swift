import CargoWire

/// A validator for the parts of JSON Schema that the API description uses.
enum JSONSchema {
    /// Finds the value that a reference within the document points to.
    static func find(_ reference: String, in document: Input) -> Input? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(document as Input?) { $0?[String($1)] }
    }

    /// The value itself, or the value that its `$ref` points to.
    static func resolve(_ value: Input, in document: Input) -> Input {
        value["$ref"]?.asText.flatMap { find($0, in: document) } ?? value
    }

    /// The reasons why a value doesn't match a schema; empty if it does.
    static func faults(of value: Input, _ schema: Input, in document: Input, at place: String) -> [String] {
        let schema = resolve(schema, in: document)
        var faults: [String] = []
        if let wanted = schema["oneOf"]?.asList {
            let fitting = wanted.filter { self.faults(of: value, $0, in: document, at: place).isEmpty }
            return fitting.count == 1 ? [] : ["\(place): \(fitting.count) of oneOf"]
        }
        for part in schema["allOf"]?.asList ?? [] { faults += self.faults(of: value, part, in: document, at: place) }
        if let wanted = schema["const"], wanted != value { faults.append("\(place): not \(wanted)") }
        if let kinds = schema["type"].map({ $0.asList ?? [$0] }), !kinds.contains(where: { isOf($0.asText ?? "", value) }) {
            return faults + ["\(place): not \(kinds)"]
        }
        if let values = schema["enum"]?.asList, !values.contains(value) { faults.append("\(place): not one of \(values)") }
        if let pattern = schema["pattern"]?.asText, let text = value.asText {
            let regex = try? Regex(pattern)
            if regex.map({ text.firstMatch(of: $0) == nil }) ?? true { faults.append("\(place): \(text) is not like \(pattern)") }
        }
        if case .integer(let number) = value {
            if case .integer(let least)? = schema["minimum"], number < least { faults.append("\(place): below \(least)") }
            if case .integer(let most)? = schema["maximum"], number > most { faults.append("\(place): above \(most)") }
        }
        if let items = schema["items"], let elements = value.asList {
            for (index, element) in elements.enumerated() {
                faults += self.faults(of: element, items, in: document, at: "\(place)/\(index)")
            }
        }
        guard case .object(let members) = value else { return faults }
        for name in schema["required"]?.asList ?? [] where value[name.asText ?? ""] == nil { faults.append("\(place): no \(name)") }
        for member in members {
            if let property = schema["properties"]?[member.name] {
                faults += self.faults(of: member.value, property, in: document, at: "\(place)/\(member.name)")
            } else if schema["additionalProperties"] == false {
                faults.append("\(place): unknown \(member.name)")
            }
        }
        return faults
    }

    private static func isOf(_ type: String, _ value: Input) -> Bool {
        switch (type, value) {
        case ("string", .text), ("integer", .integer), ("boolean", .boolean), ("array", .list), ("object", .object): true
        case (_, .text), (_, .integer), (_, .hugeInteger), (_, .boolean), (_, .list), (_, .object): false
        }
    }
}

extension Input {
    /// The members of an object; empty for any other value.
    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }
}
