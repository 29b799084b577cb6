/// A family of keys by which the records of a kind are found: a member of the header that lists the keys of a record.
///
/// Its index answers with the ids of all records that have a key, and perhaps with some that don't: the caller looks into each record.
package struct KeyFamily: Hashable, Sendable {
    /// The members of all families, in the order of a header.
    ///
    /// A new family needs its member here, in `spec/files/README.md` and in the Kotlin twin.
    static let members: [StaticString] = [",\"vo\":[", ",\"ne\":[", ",\"at\":[", ",\"re\":["]

    /// How a family is indexed.
    package enum Form: Hashable, Sendable {
        /// A list of ids for each key, for families with many keys (`KeyLists`).
        ///
        /// Takes 8 bytes for each key of an id, and 8 bytes an id for all such families. Lists keep the ids that had the key before.
        case lists
        /// The keys of each id as a number, for keys that change often, or of which there are few (`KeyColumn`).
        ///
        /// Takes 2 bytes an id. A query looks through all of them, a million in less than a millisecond.
        case column
    }

    /// The name of the member: two lower-case letters.
    package let member: String
    /// How the family is indexed.
    package let form: Form
    /// The first schema of which a record without the member has no key.
    ///
    /// An older record without it may have any.
    let namedSince: Int

    /// The name as bytes.
    let bytes: [UInt8]
    /// The member in a header, up to its first key: `,"vo":[`.
    let start: [UInt8]

    /// Makes a family.
    /// - Parameters:
    ///   - member: the name of the member.
    ///   - form: how the family is indexed.
    ///   - namedSince: the first schema of which a record without the member has no keys; `.max` if records that have no keys say so
    ///     with an empty list.
    package init(_ member: String, _ form: Form, namedSince: Int) {
        precondition(member.utf8.count == 2, "a family's member has two letters")
        self.member = member
        self.form = form
        self.namedSince = namedSince
        bytes = Array(member.utf8)
        start = Array(",\"\(member)\":[".utf8)
    }

    /// Whether a record without the member may have any key of this family.
    func mayHaveAnyKey(_ fields: RecordFields, of kind: JournalKind) -> Bool {
        kind.history == .latest && fields.schema > 0 && fields.schema < namedSince
    }
}

/// A key by which records of a kind are found.
package enum JournalKey: Hashable, Sendable {
    /// A customer's records.
    case customer(String)
    /// The records whose header lists the key in a family.
    case key(String, of: KeyFamily)
    /// The records that are due before a time, in milliseconds since 1970 (`JournalKind.due`).
    case due(before: Int64)

    var isCustomer: Bool {
        if case .customer = self { true } else { false }
    }
}
