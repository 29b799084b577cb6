/// The request on whose behalf the current task works; the domain events that it saves carry its id.
///
/// The HTTP service sets it to the request's `X-Request-Id`, and the remote repositories pass it on. In your own service, set it around the
/// work:
/// ```swift
/// try await Correlation.$id.withValue(requestId) { try await kit.handle(.claim, of: trackingId, at: port) }
/// ```
public enum Correlation {
    /// The id of the request; `nil` if none was set.
    @TaskLocal public static var id: String?

    /// Whether an id can be sent in a header and written to a log as it is: 1 to 128 letters, digits, `-`, `_` and `.`.
    package static func isPlain(_ id: String) -> Bool {
        (1...128).contains(id.utf8.count)
            && id.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
                default: false
                }
            }
    }
}
