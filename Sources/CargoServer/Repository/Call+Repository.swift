#if Server
import CargoApplication
import CargoDomain
import CargoInfrastructure
import Hummingbird

/// What the routes of the repository API ask of a call: they take and give stored records, not requests of use cases.
extension Call {
    /// The record in the body, through every check of reconstitution.
    /// - Throws: as `json`; the stable code of the first rule that the record breaks. A delivery that does not follow from the rest
    ///   (DLV-10) is the caller's fault here: 422.
    func record<Value: InputValue>(isBatch: Bool = false, as type: Value.Type = Value.self) async throws(Problem) -> Value {
        let body = try await json(isBatch: isBatch)
        do throws(DomainError) {
            return try Value(checking: body)
        } catch {
            var problem = Problem(error)
            if error.code == .corruptRecord { problem.status = DomainError.Code.validationFailed.httpStatus }
            throw problem
        }
    }

    /// A named place of the path.
    func place<Value>(_ name: String, _ parse: (String) throws(DomainError) -> Value) throws(Problem) -> Value {
        do throws(DomainError) {
            return try parse(self[name])
        } catch {
            throw Problem(.validationFailed([.init(path: name, code: error.code)]), reading: .query)
        }
    }

    /// Holds that what the body says and what path or header fields say is one and the same.
    /// - Throws: `header_invalid`.
    func check(_ isSame: Bool, _ detail: String) throws(Problem) {
        guard isSame else { throw Problem(.headerInvalid, detail: detail) }
    }

    /// The versions that a save may be based on: 0 with `If-None-Match: *`, else those that `If-Match` names.
    /// - Throws: `precondition_required`, `precondition_failed`, `header_invalid`.
    func savedVersions() throws(Problem) -> [Int64] {
        let none = values(.ifNoneMatch)
        let match = values(.ifMatch)
        guard !none.isEmpty else {
            guard let versions = try EntityTag.expectedVersions(ifMatch: match) else {
                throw Problem(.headerInvalid, detail: "If-Match names the version that was loaded; * would save over any.")
            }
            return versions
        }
        guard match.isEmpty, EntityTagList(none) == .any else {
            throw Problem(.headerInvalid, detail: "A new record has If-None-Match: *, a loaded one If-Match, and none has both.")
        }
        return [0]
    }

    /// A stored aggregate, or that the caller's copy is still right.
    func aggregate(_ record: some CanonicallyEncodable, version: Int64) -> Response {
        cached(.json(record, version: version))
    }
}

extension Response {
    /// An aggregate was saved over a version.
    static func saved(over version: Int64) -> Response { Response(status: .noContent, headers: [.eTag: EntityTag.of(version + 1)]) }

    /// A page of stored records.
    static func records<Item, Key>(
        _ page: CargoDomain.Page<Item, Key>,
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

extension CargoDomain.Page where Key: Comparable {
    /// The items of a sorted list that come after a key.
    static func cut(from all: [Item], after key: Key?, limit: Int, key keyOf: (Item) -> Key) -> Self {
        let rest = all.drop { item in key.map { keyOf(item) <= $0 } ?? false }
        let items = rest.prefix(limit)
        return Self(items: Array(items), next: items.count < rest.count ? items.last.map(keyOf) : nil)
    }
}
#endif
