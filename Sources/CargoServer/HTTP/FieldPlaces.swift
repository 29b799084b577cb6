#if Server
/// Where the fields of a use case's request stand in the HTTP request: which are parameters, and what the body is wrapped as.
struct FieldPlaces: Sendable {
    /// Fields taken from path or query.
    var parameters: Set<String> = []
    /// Whether every field is a parameter, since there is no body.
    var hasNoBody = false
    /// The field that the whole body is the value of, where it is one.
    var body: String?

    /// What fields that are parameters are called in the request, where that is another name.
    var names: [String: String] = [:]

    /// The place of a field named by its path, such as `itinerary.legs[0]`.
    func place(of path: String) -> Problem.Field.Place {
        let steps = Self.steps(path)
        if hasNoBody { return .parameter(names[path] ?? path) }
        if let first = steps.first, parameters.contains(first) { return .parameter(first) }
        let rest = body != nil && steps.first == body ? steps.dropFirst() : steps[...]
        return .pointer("#" + rest.map { "/" + Self.escaped($0) }.joined())
    }

    /// `itinerary.legs[0]` as `itinerary`, `legs`, `0`.
    private static func steps(_ path: String) -> [String] {
        path.split(separator: ".").flatMap { part -> [String] in
            guard part.hasSuffix("]"), let bracket = part.lastIndex(of: "["),
                // safe: the part ends in ], which is after the bracket
                let index = Int(part[part.index(after: bracket)..<part.index(before: part.endIndex)])
            else { return [String(part)] }
            return [String(part[..<bracket]), String(index)].filter { !$0.isEmpty }
        }
    }

    /// A step as it stands in a pointer that is a fragment of a URI.
    private static func escaped(_ step: String) -> String {
        PercentEncoding.encode(step.replacing("~", with: "~0").replacing("/", with: "~1"))
    }
}

extension FieldPlaces {
    /// Everything is a parameter.
    static let query = FieldPlaces(hasNoBody: true)

    /// The tracking id is a place in the path, all else the body.
    static let cargo = FieldPlaces(parameters: ["trackingId"])
}
#endif
