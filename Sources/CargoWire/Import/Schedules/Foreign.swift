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

    /// The member with this name, in whatever spelling (`CarrierFields.key`); the one in the right spelling first.
    subscript(name: String) -> Foreign? {
        guard case .object(let members) = input else { return nil }
        let key = CarrierFields.key(name)
        let found = members.first { $0.name.hasSameScalars(as: name) } ?? members.first { CarrierFields.key($0.name) == key }
        return found.map { Foreign($0.value, at: place(of: $0.name)) }
    }

    /// The text without white space around it, or the digits of a number; nil if there is none.
    var text: String? { input.carrierText?.collapsingSpaces }

    /// The text of the first of these members that has one.
    func text(_ names: String...) -> String? { names.lazy.compactMap { self[$0]?.text }.first }

    /// Whether this is true, as a truth value or as a text.
    var isTrue: Bool {
        if case .boolean(let truth) = input { truth } else { text?.inUpperCase == "TRUE" }
    }

    /// The whole number, perhaps written as a text.
    var integer: Int64? { text.flatMap { Int64($0) } }

    /// The codes in a list or a text, in upper case.
    var codes: [String] { (list ?? [self]).compactMap { $0.text?.inUpperCase } }

    private func place(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

extension String {
    /// The text without white space at its ends, and with one space for each within.
    fileprivate var collapsingSpaces: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Instant {
    /// Parses a time as carriers write it (`CarrierTime`).
    ///
    /// A day, and a time without an offset, aren't accepted, because nothing says where the clock is.
    /// - Throws: `instant_invalid`.
    init(foreign text: String) throws(DomainError) {
        guard let time = CarrierTime(.text(text)), time.hasOffset else { throw .invalid(.instantInvalid, text: text) }
        self = time.instant
    }
}
