/// A stored record: its columns and its document.
package protocol AggregateRecord: Sendable {
    /// The id of the aggregate.
    var id: String { get }
    /// The version of the aggregate, starting at 1.
    var version: Int64 { get }
    /// The schema version of the document.
    var schema: Int { get }
    /// The customer of a cargo; `nil` for other kinds.
    var customer: String? { get }

    /// Returns whether the record carries these keys; true if its keys are kept elsewhere.
    func has(_ keys: CargoKeys) -> Bool

    /// Passes the document's bytes, canonical JSON, to `body`.
    func withDocument<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value
}
