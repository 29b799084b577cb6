/// How a booking key stands in the journal, where an id has neither quotes nor backslashes.
enum BookingKeyId {
    /// The key as a record's id: `"`, `\` and `%` as `%` and two hexadecimal digits.
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

    /// The key that has this id.
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
