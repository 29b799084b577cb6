import CargoDomain
import CargoLocalization
import CargoWire
import Hummingbird

/// Access to a call for the repository API, which exchanges stored records instead of use case requests.
extension Call {
    /// Parses the record in the body with all checks of reconstitution.
    /// - Throws: as `json`; the code of the first rule that the record breaks. A delivery that doesn't match the rest of the record
    ///   (DLV-10) is the caller's fault here: 422.
    func record<Value: InputValue>(isBatch: Bool = false, as type: Value.Type = Value.self) async throws(Problem) -> Value {
        let body = try await json(isBatch: isBatch)
        do throws(DomainError) {
            return try Value(checking: body)
        } catch {
            var problem = Problem(error)
            if error.code == .corruptRecord { problem.status = DomainError.Code.validationFailed.entry.status }
            throw problem
        }
    }

    /// Parses a named path segment.
    func place<Value>(_ name: String, _ parse: (String) throws(DomainError) -> Value) throws(Problem) -> Value {
        do throws(DomainError) {
            return try parse(self[name])
        } catch {
            throw Problem(.validationFailed([.init(path: name, code: error.code)]), reading: .query)
        }
    }

    /// Checks that the body agrees with the path and the header fields.
    /// - Throws: `header_invalid`.
    func check(_ isSame: Bool, _ detail: Phrase) throws(Problem) {
        guard isSame else { throw Problem(.headerInvalid, detail: detail) }
    }

    /// The versions that a save may replace: 0 with `If-None-Match: *`, otherwise those in `If-Match`.
    /// - Throws: `precondition_required`, `precondition_failed`, `header_invalid`.
    func savedVersions() throws(Problem) -> [Int64] {
        let none = values(.ifNoneMatch)
        let match = values(.ifMatch)
        guard !none.isEmpty else {
            guard let versions = try EntityTag.expectedVersions(ifMatch: match) else {
                throw Problem(.headerInvalid, detail: "If-Match must name the version that was loaded; * would overwrite any version.")
            }
            return versions
        }
        guard match.isEmpty, EntityTagList(none) == .any else {
            throw Problem(.headerInvalid, detail: "Send If-None-Match: * for a new record or If-Match for a loaded one, not both.")
        }
        return [0]
    }

    /// Responds with a stored aggregate, or with 304 if the caller's copy is current.
    func aggregate(_ record: some CanonicallyEncodable, version: Int64) -> Response {
        cached(.json(record, version: version))
    }
}

extension Response {
    /// The response to a successful save that replaced a version.
    static func saved(over version: Int64) -> Response { Response(status: .noContent, headers: [.eTag: EntityTag.of(version + 1)]) }

    /// Responds with a page of stored records.
    static func records<Item, Key>(
        _ page: Page<Item, Key>,
        position: Int64? = nil,
        _ call: Call,
        key: (Key) -> String
    ) -> Response where Item: CanonicallyEncodable & InputValue {
        let next = page.next.map(key)
        var response = Response.json(RecordList(page.items, next: next, position: position))
        if let next { response.headers[.link] = call.nextLink(after: next) }
        return response
    }
}
