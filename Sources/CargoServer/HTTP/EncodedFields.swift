#if Server
/// The names and values of a query or a form (`application/x-www-form-urlencoded`), decoded, in order.
enum EncodedFields {
    /// The most fields that a query or a form has.
    static let mostFields = 100

    /// A name and its value; empty if nothing follows the name.
    typealias Field = (name: String, value: String)

    /// Why a text can't be read.
    enum Fault: Error {
        /// The percent-encoding is broken, or what it encodes isn't UTF-8.
        case encodingInvalid
        /// It has more than `mostFields` fields.
        case tooManyFields
    }

    /// Reads the fields in time linear in the length of the text.
    ///
    /// A name may repeat.
    static func parse(_ text: Substring) throws(Fault) -> [Field] {
        let pairs = text.utf8.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= mostFields else { throw .tooManyFields }
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
#endif
