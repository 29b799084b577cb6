import CargoDomain
import CargoLocalization
import Hummingbird

/// Entity tags for responses, and the preconditions that use them (RFC 9110).
enum EntityTag {
    /// The strong tag for an aggregate's version.
    static func of(_ version: Int64) -> String { "\"\(version)\"" }

    /// The strong tag for a response that depends on more than one version: a 64-bit hash of its bytes (FNV-1a).
    static func of(_ bytes: [UInt8]) -> String {
        // safe: a byte fits
        let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        return "\"h\(String(hash, radix: 16))\""
    }

    /// Whether one of the tags in `If-None-Match` matches, so that the cached copy is current.
    static func isKnown(_ tag: String, ifNoneMatch fields: [String]) -> Bool {
        switch EntityTagList(fields) {
        case .any?: true
        case .tags(let tags)?: tags.contains { "\"\($0.text)\"" == tag }
        case nil: false
        }
    }

    /// The versions that an `If-Match` field accepts; nil if it accepts any.
    ///
    /// Weak tags never match, and a version must be written in plain digits.
    /// - Throws: `precondition_required` if the field is missing; `header_invalid` if it isn't `*` or a list of tags; `precondition_failed`
    ///   if no tag names a version.
    static func expectedVersions(ifMatch fields: [String]) throws(Problem) -> [Int64]? {
        guard !fields.isEmpty else { throw Problem(.preconditionRequired) }
        switch EntityTagList(fields) {
        case .any?: return nil
        case .tags(let tags)?:
            let versions = tags.compactMap { tag in tag.isWeak ? nil : Int64(tag.text).flatMap { String($0) == tag.text ? $0 : nil } }
            guard !versions.isEmpty else { throw Problem(.preconditionFailed) }
            return versions
        case nil: throw Problem(.headerInvalid, detail: "If-Match must be a comma-separated list of quoted entity tags, or *.")
        }
    }

    /// The version that a change must expect, so that it only applies to one of the versions in `If-Match`.
    /// - Parameter current: finds the stored version; called only if the field names several.
    /// - Throws: as `expectedVersions(ifMatch:)` and `current`; `precondition_failed` if the stored version isn't among those named.
    static func expectedVersion(ifMatch fields: [String], current: () async throws(Problem) -> Int64) async throws(Problem) -> Int64? {
        guard let versions = try expectedVersions(ifMatch: fields) else { return nil }
        if versions.count == 1 { return versions.first }
        let version = try await current()
        guard versions.contains(version) else { throw Problem(.preconditionFailed) }
        return version
    }
}

extension Call {
    /// Returns the outcome of a change: an outdated version is 412 only if the request has `If-Match`.
    func changed<Value>(_ outcome: Result<Value, DomainError>, _ reading: FieldPlaces) throws(Problem) -> Value {
        guard !values(.ifMatch).isEmpty else { return try outcome.orProblem(reading) }
        return try outcome.orStale(reading)
    }
}

extension Result where Failure == DomainError {
    /// Returns the value, or the failure as a problem of a request with `If-Match`: an outdated version becomes 412 (RFC 9110).
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
