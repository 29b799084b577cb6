/// A value that has one spelling in canonical JSON: its wire shape.
package protocol CanonicallyEncodable {
    /// Writes the value: names in order, what is absent left out.
    func write(to writer: inout JSONWriter)
}

extension CanonicallyEncodable {
    /// The canonical spelling as bytes.
    package var canonicalBytes: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// The canonical spelling as text.
    package var canonicalText: String {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.text
    }
}

extension Array: CanonicallyEncodable where Element: CanonicallyEncodable {
    /// Writes a list.
    package func write(to writer: inout JSONWriter) {
        writer.raw("[")
        var isFirst = true
        for element in self {
            if !isFirst { writer.raw(",") }
            isFirst = false
            element.write(to: &writer)
        }
        writer.raw("]")
    }
}
