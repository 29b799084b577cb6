import CargoWire

/// A response of the service.
struct Answer: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    var body: [UInt8]

    init(status: Int, headers: [(String, String)], body: [UInt8]) {
        self.status = status
        self.headers = headers.map { (name: $0.0, value: $0.1) }
        self.body = body
    }

    /// The value of a header field, by its lower-case name.
    subscript(name: String) -> String? { headers.first { $0.name == name }?.value }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body, parsed by the kit's own strict parser.
    var json: Input { get throws { try JSONParser.parse(text) } }

    /// The code of a problem document.
    var code: String? { (try? json)?["code"]?.asText }

    /// The errors of single fields in a problem document, such as `origin: field_required`.
    var fields: [String] {
        (((try? json)?["errors"])?.asList ?? []).map { field in
            (field["pointer"]?.asText ?? field["parameter"]?.asText ?? "") + ": " + (field["code"]?.asText ?? "")
        }
    }
}
