/// The decoded names and values of a query or a form (`application/x-www-form-urlencoded`), in order.
enum EncodedFields {
    /// The maximum number of fields in a query or a form.
    static let maximumFields = 100

    /// A name and its value; the value is empty if only the name is given.
    typealias Field = (name: String, value: String)

    /// The reason why a text can't be read.
    enum Fault: Error {
        /// The percent-encoding is malformed, or the decoded bytes aren't UTF-8.
        case encodingInvalid
        /// The text has more than `maximumFields` fields.
        case tooManyFields
    }

    /// Encodes fields.
    static func text(of fields: [Field]) -> String {
        fields.map { PercentEncoding.encode($0.name) + "=" + PercentEncoding.encode($0.value) }.joined(separator: "&")
    }

    /// Parses the fields in time linear in the length of the text.
    ///
    /// Names may repeat.
    static func parse(_ text: Substring) throws(Fault) -> [Field] {
        let pairs = text.utf8.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= maximumFields else { throw .tooManyFields }
        var fields: [Field] = []
        for pair in pairs {
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ PercentEncoding.decode(Substring($0), readsPlusAsSpace: true) }),
                let value = PercentEncoding.decode(Substring(sides.dropFirst().first ?? "".utf8[...]), readsPlusAsSpace: true)
            else { throw .encodingInvalid }
            fields.append((name, value))
        }
        return fields
    }
}
