/// Maps the fields of a use case's request to their places in the HTTP request: parameters, or members of the body.
struct FieldPlaces: Sendable {
    /// Fields that come from the path or the query.
    var parameters: Set<String> = []
    /// Whether every field is a parameter because the request has no body.
    var hasNoBody = false
    /// The field whose value is the whole body, if there is one.
    var body: String?

    /// The request's names for parameters whose field has a different name.
    var names: [String: String] = [:]

    /// The place of the field at a path such as `itinerary.legs[0]`.
    func place(of path: String) -> Problem.Field.Place {
        let steps = Self.steps(path)
        if hasNoBody { return .parameter(names[path] ?? path) }
        if let first = steps.first, parameters.contains(first) { return .parameter(names[first] ?? first) }
        let rest = body != nil && steps.first == body ? steps.dropFirst() : steps[...]
        return .pointer("#" + rest.map { "/" + Self.escaped($0) }.joined())
    }

    /// Splits `itinerary.legs[0]` into `itinerary`, `legs`, `0`.
    private static func steps(_ path: String) -> [String] {
        path.split(separator: ".").flatMap { part -> [String] in
            guard part.hasSuffix("]"), let bracket = part.lastIndex(of: "["),
                // safe: the part ends in ], which is after the bracket
                let index = Int(part[part.index(after: bracket)..<part.index(before: part.endIndex)])
            else { return [String(part)] }
            return [String(part[..<bracket]), String(index)].filter { !$0.isEmpty }
        }
    }

    /// Escapes a step for a JSON pointer in a URI fragment.
    private static func escaped(_ step: String) -> String {
        PercentEncoding.encode(step.replacing("~", with: "~0").replacing("/", with: "~1"))
    }
}

extension FieldPlaces {
    /// Every field is a parameter.
    static let query = FieldPlaces(hasNoBody: true)

    /// The tracking id comes from the path, all other fields from the body.
    static let cargo = FieldPlaces(parameters: ["trackingId"])
}
