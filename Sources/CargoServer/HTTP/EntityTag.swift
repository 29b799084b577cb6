#if Server
import CargoDomain
import Hummingbird

/// Entity tags of what the service shows, and the preconditions made of them (RFC 9110).
enum EntityTag {
    /// The strong tag of an aggregate's version.
    static func of(_ version: Int64) -> String { "\"\(version)\"" }

    /// The strong tag of an answer that depends on more than one version: a 64-bit hash of its bytes (FNV-1a).
    static func of(_ bytes: [UInt8]) -> String {
        // safe: a byte fits
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\"h\(String(hash, radix: 16))\""
    }

    /// Whether a cached copy with one of these tags is still right.
    static func isKnown(_ tag: String, ifNoneMatch fields: [String]) -> Bool {
        switch EntityTagList(fields) {
        case .any?: true
        case .tags(let tags)?: tags.contains { "\"\($0.text)\"" == tag }
        case nil: false
        }
    }

    /// The versions that an `If-Match` field asks for; nil if it asks for any.
    ///
    /// A weak tag never matches, and no version is written other than in plain digits.
    /// - Throws: `precondition_required` without a field; `header_invalid` if it isn't `*` or a list of tags; `precondition_failed` if no
    ///   version has one of the tags.
    static func expectedVersions(ifMatch fields: [String]) throws(Problem) -> [Int64]? {
        guard !fields.isEmpty else { throw Problem(.preconditionRequired) }
        switch EntityTagList(fields) {
        case .any?: return nil
        case .tags(let tags)?:
            let versions = tags.compactMap { tag in tag.isWeak ? nil : Int64(tag.text).flatMap { String($0) == tag.text ? $0 : nil } }
            guard !versions.isEmpty else { throw Problem(.preconditionFailed) }
            return versions
        case nil: throw Problem(.headerInvalid, detail: "If-Match holds entity tags in quotes, with commas between them, or *.")
        }
    }

    /// The version that a change of what is stored now expects, so that it happens only to one of the versions that `If-Match` names.
    /// - Parameter current: finds the version that is stored; asked only if there are several to choose from.
    /// - Throws: as `expectedVersions(ifMatch:)`, as `current`, and `precondition_failed` if the stored version isn't among them.
    static func expectedVersion(ifMatch fields: [String], current: () async throws(Problem) -> Int64) async throws(Problem) -> Int64? {
        guard let versions = try expectedVersions(ifMatch: fields) else { return nil }
        if versions.count == 1 { return versions.first }
        let version = try await current()
        guard versions.contains(version) else { throw Problem(.preconditionFailed) }
        return version
    }
}

extension Substring {
    /// Without spaces and tabs around it.
    var trimmingSpaces: Substring {
        var text = self
        // safe: the loop's condition finds a first character
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        // safe: the loop's condition finds a last character
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}

extension Result where Failure == DomainError {
    /// The value, or the failure as a problem of a request with `If-Match`: a version that is no longer there is 412 (RFC 9110).
    func orStale(_ reading: FieldPlaces) throws(Problem) -> Success {
        do throws(Problem) {
            return try orProblem(reading)
        } catch {
            guard error.code == DomainError.Code.concurrencyConflict.rawValue else { throw error }
            var problem = error
            problem.status = TransportFault.preconditionFailed.status
            throw problem
        }
    }
}
#endif
