package import CargoDomain

extension DomainError: CanonicallyEncodable {
    /// Writes `{"code","params","tier"}`; of a refused request `{"code","fields":[{"code","path"}],"tier"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"code":"#)
        writer.plain(code.rawValue)
        if code == .validationFailed {
            writer.raw(#","fields":"#)
            fields.write(to: &writer)
        } else {
            writer.raw(#","params":{"#)
            for (index, parameter) in params.enumerated() {
                if index > 0 { writer.raw(",") }
                writer.plain(parameter.name)
                writer.raw(":")
                switch parameter.value {
                case .text(let text): writer.text(text)
                case .integer(let number): writer.integer(number)
                }
            }
            writer.raw("}")
        }
        writer.raw(#","tier":"#)
        writer.plain(tier.rawValue)
        writer.raw("}")
    }
}

extension DomainError.FieldError: CanonicallyEncodable {
    /// Writes `{"code","path"}`.
    package func write(to writer: inout JSONWriter) {
        writer.raw(#"{"code":"#)
        writer.plain(code.rawValue)
        writer.raw(#","path":"#)
        writer.text(path)
        writer.raw("}")
    }
}
