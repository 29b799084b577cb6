import CargoDomain
import CargoWire

/// A response of type `application/problem+json` (RFC 9457) from `cargo-server`.
///
/// Unknown members are ignored.
struct ProblemDocument {
    let code: String
    private let title: String?
    private let detail: String?
    private let requestId: String?
    private let params: [DomainError.Parameter]
    private let fields: [DomainError.FieldError]

    /// Returns nil if the response isn't a problem document or has no code.
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

    /// The domain error it describes, or nil if the code isn't one of the kit's.
    var error: DomainError? {
        DomainError.Code(rawValue: code).map { .relayed($0, params: params, fields: fields, cause: cause) }
    }

    /// The error of a caller who isn't permitted: `remote_rejected` with the `refusal` and, if the token's role lacks a permission, the `role` that has
    /// it.
    var refusal: DomainError {
        let role = params.filter { $0.name == "role" }
        return .relayed(.remoteRejected, params: [.text("refusal", code)] + role, fields: [], cause: cause)
    }

    /// The cause, for the log.
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

    /// Converts a JSON pointer to a path: `#/itinerary/legs/0` becomes `itinerary.legs[0]`.
    private static func path(of pointer: String) -> String {
        pointer.drop { $0 == "#" }.split(separator: "/").reduce(into: "") { path, step in
            let name = step.replacing("~1", with: "/").replacing("~0", with: "~")
            if name.allSatisfy(\.isNumber) { path += "[\(name)]" } else { path += path.isEmpty ? name : "." + name }
        }
    }
}

extension RemoteAnswer {
    /// The media type in lower case, without its parameters.
    var mediaType: String? {
        headers["content-type"].map { $0.prefix { $0 != ";" }.filter { $0 != " " && $0 != "\t" }.lowercased() }
    }

    /// The parsed body, or nil if it isn't JSON that the kit accepts.
    var input: Input? {
        do throws(DomainError) {
            return try body.withUnsafeBytes { bytes in Result { () throws(DomainError) in try JSONParser.parse(bytes) } }.get()
        } catch {
            return nil
        }
    }
}
