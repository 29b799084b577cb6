import CargoApplication
import CargoDomain
import CargoInfrastructure

/// An answer of `application/problem+json` (RFC 9457), as `cargo-server` writes it; members that we do not know are passed over.
struct ProblemDocument {
    let code: String
    private let title: String?
    private let detail: String?
    private let requestId: String?
    private let params: [DomainError.Parameter]
    private let fields: [DomainError.FieldError]

    /// Nil where the answer is none, or has no code.
    init?(_ answer: RemoteAnswer) {
        guard answer.mediaType == "application/problem+json", let document = answer.input, let code = document["code"]?.asText else {
            return nil
        }
        self.code = code
        title = document["title"]?.asText
        detail = document["detail"]?.asText
        requestId = document["requestId"]?.asText
        params = Self.params(document["params"])
        fields = (document["errors"]?.asList ?? []).compactMap(Self.field)
    }

    /// The failure of the kit that it tells of; nil where its code is none of the kit's.
    var error: DomainError? {
        DomainError.Code(rawValue: code).map { .relayed($0, params: params, fields: fields, cause: cause) }
    }

    /// For the log.
    var cause: String {
        ["the service answered \(code)", title, detail, requestId.map { "request \($0)" }].compactMap { $0 }.joined(separator: "; ")
    }

    private static func params(_ input: Input?) -> [DomainError.Parameter] {
        guard case .object(let members)? = input else { return [] }
        return members.compactMap { member in
            switch member.value {
            case .text(let text): .text(member.name, text)
            case .integer(let number): .integer(member.name, number)
            case .hugeInteger, .boolean, .list, .object: nil
            }
        }
    }

    private static func field(_ input: Input) -> DomainError.FieldError? {
        guard let code = input["code"]?.asText.flatMap(DomainError.Code.init(rawValue:)) else { return nil }
        if let parameter = input["parameter"]?.asText { return .init(path: parameter, code: code) }
        return input["pointer"]?.asText.map { .init(path: path(of: $0), code: code) }
    }

    /// `#/itinerary/legs/0` as `itinerary.legs[0]`.
    private static func path(of pointer: String) -> String {
        pointer.drop { $0 == "#" }.split(separator: "/").reduce(into: "") { path, step in
            let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
            if name.allSatisfy(\.isNumber) { path += "[\(name)]" } else { path += path.isEmpty ? name : "." + name }
        }
    }
}

extension RemoteAnswer {
    /// The kind of content, its parameters aside, in lower case.
    var mediaType: String? {
        headers["content-type"].map { $0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }

    /// The body as a tree; nil where it is no JSON that the kit reads.
    var input: Input? {
        do throws(DomainError) {
            return try body.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
        } catch {
            return nil
        }
    }
}
