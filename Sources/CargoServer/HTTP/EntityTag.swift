#if Server
import CargoDomain
import Hummingbird

/// The version of an aggregate as an entity tag, and the preconditions made of it (RFC 9110).
enum EntityTag {
    /// The strong tag of a version.
    static func of(_ version: Int64) -> String { "\"\(version)\"" }

    /// Whether a cached copy with one of these tags is still the present version.
    static func isKnown(_ version: Int64, ifNoneMatch fields: [String]) -> Bool {
        fields.flatMap { $0.split(separator: ",") }.contains { tag in
            let tag = tag.trimmingSpaces
            return tag == "*" || (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag) == of(version)
        }
    }

    /// The version that an `If-Match` field asks for; nil where it asks for any.
    /// - Throws: `precondition_required` without a field; `header_invalid` where it is not one tag or `*`; `precondition_failed` for a tag
    ///   that no version has.
    static func expectedVersion(ifMatch fields: [String]) throws(Problem) -> Int64? {
        guard !fields.isEmpty else { throw Problem(.preconditionRequired) }
        guard fields.count == 1, let field = fields.first?[...].trimmingSpaces else {
            throw Problem(.headerInvalid, detail: "If-Match holds one entity tag, or *.")
        }
        if field == "*" { return nil }
        let isWeak = field.hasPrefix("W/")
        let tag = isWeak ? field.dropFirst(2) : field
        let inner = tag.dropFirst().dropLast()
        guard tag.utf8.count >= 2, tag.hasPrefix("\""), tag.hasSuffix("\""), !inner.utf8.contains(UInt8(ascii: "\"")) else {
            throw Problem(.headerInvalid, detail: "If-Match holds one entity tag in quotes, or *.")
        }
        // A weak tag never matches here, and no version is written otherwise than in plain digits.
        guard !isWeak, let version = Int64(inner), String(version) == inner else { throw Problem(.preconditionFailed) }
        return version
    }
}

extension Substring {
    /// Without spaces and tabs around it.
    var trimmingSpaces: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
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
