import CargoDomain

/// The members of a carrier's event, found whatever their case, with what is empty left out.
struct CarrierFields {
    /// A member that was found.
    struct Found {
        let path: String
        let value: Input
    }

    private struct Object {
        let path: String
        /// The members that aren't empty, each with its name as `key` makes it.
        let members: [(key: String, member: Input.Member)]
    }

    /// The objects to look into, in this order.
    private let objects: [Object]

    /// - Parameters:
    ///   - objects: the objects to look into, each with its path; others than objects are left out.
    init(_ objects: [(path: String, value: Input?)]) {
        self.objects = objects.compactMap { path, value in
            guard case .object(let members)? = value else { return nil }
            return Object(path: path, members: members.filter { !$0.value.isEmptyForCarriers }.map { (Self.key($0.name), $0) })
        }
    }

    private init(_ objects: [Object]) { self.objects = objects }

    /// The members of the objects that have one of these names, in the order of the names.
    func fields(_ names: String...) -> CarrierFields { CarrierFields(names.flatMap { all($0) }.map { ($0.path, $0.value) }) }

    /// These fields, and after them others.
    func and(_ others: CarrierFields) -> CarrierFields {
        CarrierFields(objects + others.objects)
    }

    /// The first member with one of these names that isn't empty; names count before objects.
    func first(_ names: [String]) -> Found? {
        for name in names { if let found = all(name).first { return found } }
        return nil
    }

    /// The text or the number of the first member with one of these names.
    func text(_ names: String...) -> (path: String, text: String)? { text(names) }

    /// The text or the number of the first member with one of these names.
    func text(_ names: [String]) -> (path: String, text: String)? {
        for name in names {
            for found in all(name) {
                let value = found.value.asList.flatMap { $0.count == 1 ? $0.first : nil } ?? found.value
                if let text = value.carrierText { return (found.path, text) }
            }
        }
        return nil
    }

    /// The word of the first member with one of these names, in upper case, with what separates its parts left out.
    func word(_ names: String...) -> (path: String, word: String)? {
        guard let (path, text) = text(names) else { return nil }
        return (path, Self.key(text).inUpperCase)
    }

    /// The objects and texts in the lists with one of these names; a member that is no list counts as a list of one.
    func elements(_ names: String..., upTo limit: Int) -> [Found] {
        let found = names.flatMap { all($0) }
        return Array(
            found.flatMap { found -> [Found] in
                guard let elements = found.value.asList else { return [found] }
                return elements.prefix(limit).enumerated().map { Found(path: "\(found.path)[\($0.offset)]", value: $0.element) }
            }.prefix(limit)
        )
    }

    private func all(_ name: String) -> [Found] {
        let key = Self.key(name)
        return objects.flatMap { object in
            object.members.compactMap { name, member in
                guard name == key else { return nil }
                return Found(path: object.path.isEmpty ? member.name : "\(object.path).\(member.name)", value: member.value)
            }
        }
    }

    /// A name in lower case, without what separates its parts.
    static func key(_ name: String) -> String {
        String(
            decoding: name.utf8.compactMap { byte -> UInt8? in
                if byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: " ") { return nil }
                return byte.isASCIIUppercase ? byte + 0x20 : byte
            },
            as: UTF8.self
        )
    }
}

extension Input {
    /// The text without white space around it, or the number's spelling; nil for anything else, and for empty text.
    var carrierText: String? {
        switch self {
        case .text(let text):
            let trimmed = text.withoutOuterSpace
            return trimmed.isEmpty ? nil : trimmed
        case .integer(let number): return String(number)
        case .hugeInteger(let digits): return digits
        case .boolean, .list, .object: return nil
        }
    }

    /// Whether carriers write this for what is absent.
    fileprivate var isEmptyForCarriers: Bool {
        switch self {
        case .text: carrierText == nil
        case .list(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .integer, .hugeInteger, .boolean: false
        }
    }
}
