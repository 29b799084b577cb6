/// Escapes idempotency keys for use as record ids, which contain neither quotes nor backslashes.
enum BookingKeyId {
    /// Returns the record id of a key, with `"`, `\` and `%` percent-encoded.
    static func id(of key: String) -> String {
        var id = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "\"": id += "%22"
            case "\\": id += "%5C"
            case "%": id += "%25"
            default: id.unicodeScalars.append(scalar)
            }
        }
        return id
    }

    /// Returns the key that a record id stands for.
    static func key(of id: String) -> String {
        var key = ""
        var rest = id[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                key.append(character)
                continue
            }
            let digits = rest.prefix(2)
            rest = rest.dropFirst(2)
            key += digits == "22" ? "\"" : digits == "5C" ? "\\" : "%"
        }
        return key
    }
}
