/// A record as it was read: what stands beside its document, and the document.
package protocol AggregateRecord: Sendable {
    /// Whose record it is.
    var id: String { get }
    /// The version that it stores, counted from 1.
    var version: Int64 { get }
    /// The schema version of the document.
    var schema: Int { get }
    /// Whose cargo it is; nil for other kinds.
    var customer: String? { get }

    /// Lends the document's bytes, canonical JSON.
    func withDocument<Value, Failure: Error>(_ body: (UnsafeRawBufferPointer) throws(Failure) -> Value) throws(Failure) -> Value
}
