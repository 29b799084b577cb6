#if Server
import CargoApplication
import CargoInfrastructure

/// What the service answered.
struct Answer: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    var body: [UInt8]

    init(status: Int, headers: [(String, String)], body: [UInt8]) {
        self.status = status
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    /// A header field, by its name in lower case.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as the kit's own strict parser reads it.
    var json: Input { get throws { try JSONParser.parse(text) } }

    /// The code of a problem document.
    var code: String? { (try? json)?["code"]?.asText }

    /// What the problem document says of single fields, such as `origin: field_required`.
    var fields: [String] {
        (((try? json)?["errors"])?.asList ?? []).map { field in
            (field["pointer"]?.asText ?? field["parameter"]?.asText ?? "") + ": " + (field["code"]?.asText ?? "")
        }
    }
}
#endif
