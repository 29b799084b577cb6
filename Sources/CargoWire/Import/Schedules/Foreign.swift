import CargoDomain

/// A value of another program's JSON, with its place in the document: members are found without regard to the case of their names, and empty
/// text is absent.
struct Foreign {
    private let input: Input
    /// The place, such as `[0].vesselSchedules[1]`; empty for the document.
    let path: String

    init(_ input: Input, at path: String = "") {
        self.input = input
        self.path = path
    }

    /// The elements; nil if this isn't a list.
    var list: [Foreign]? {
        input.asList.map { list in list.enumerated().map { Foreign($1, at: "\(path)[\($0)]") } }
    }

    /// The members of an object; none if this isn't one.
    var members: [Foreign] {
        guard case .object(let members) = input else { return [] }
        return members.map { Foreign($0.value, at: place(of: $0.name)) }
    }

    /// The member with this name, in whatever case; the one in the right case first.
    subscript(name: String) -> Foreign? {
        guard case .object(let members) = input else { return nil }
        let found = members.first { $0.name.hasSameScalars(as: name) } ?? members.first { $0.name.isEqualInASCII(to: name) }
        return found.map { Foreign($0.value, at: place(of: $0.name)) }
    }

    /// The text without white space around it, or the digits of a number; nil if there is none.
    var text: String? {
        switch input {
        case .text(let text):
            let trimmed = text.collapsingSpaces
            return trimmed.isEmpty ? nil : trimmed
        case .integer(let number): return String(number)
        case .hugeInteger(let digits): return digits
        case .boolean, .list, .object: return nil
        }
    }

    /// The text of the first of these members that has one.
    func text(_ names: String...) -> String? { names.lazy.compactMap { self[$0]?.text }.first }

    /// Whether this is true, as a truth value or as a text.
    var isTrue: Bool {
        switch input {
        case .boolean(let truth): truth
        case .text(let text): text.collapsingSpaces.inUpperCase == "TRUE"
        case .integer, .hugeInteger, .list, .object: false
        }
    }

    /// The whole number, perhaps written as a text.
    var integer: Int64? { text.flatMap { Int64($0) } }

    /// The codes in a list or a text, in upper case.
    var codes: [String] { (list ?? [self]).compactMap { $0.text?.inUpperCase } }

    private func place(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension String {
    fileprivate func isEqualInASCII(to other: String) -> Bool {
        utf8.count == other.utf8.count && inUpperCase.utf8.elementsEqual(other.inUpperCase.utf8)
    }

    /// The text without white space at its ends, and with one space for each within.
    fileprivate var collapsingSpaces: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Instant {
    /// Parses a time as carriers write it: as VAL-TIME-2 says, or without seconds, with a space for the `T`, in lower case, or with an
    /// offset such as `+0800` or `+08`.
    ///
    /// A time without an offset isn't accepted, because nothing says where its clock is.
    /// - Throws: `instant_invalid`, `instant_out_of_range`.
    init(foreign text: String) throws(DomainError) {
        var bytes = Array(text.inUpperCase.utf8)
        let (colon, t) = (UInt8(ascii: ":"), UInt8(ascii: "T"))
        guard bytes.count >= 17 else { throw .invalid(.instantInvalid, text: text) }
        // safe: there are at least 17 bytes
        if bytes[10] == UInt8(ascii: " ") { bytes[10] = t }
        bytes.removeAll { $0 == UInt8(ascii: " ") }
        guard bytes.count >= 17 else { throw .invalid(.instantInvalid, text: text) }
        // safe: there are at least 17 bytes
        if bytes[16] != colon { bytes.insert(contentsOf: Array(":00".utf8), at: 16) }
        if let sign = bytes.lastIndex(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }), sign > 16 {
            switch bytes.count - sign {
            case 3: bytes += Array(":00".utf8)
            case 5: bytes.insert(colon, at: sign + 3)
            default: break
            }
        }
        do throws(DomainError) {
            self = try Instant(String(decoding: bytes, as: UTF8.self))
        } catch {
            throw .invalid(error.code, text: text)
        }
    }
}
