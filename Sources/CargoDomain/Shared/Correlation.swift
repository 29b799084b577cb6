/// The request on whose behalf the current task works; the domain events that it saves carry its id and its actor.
///
/// The HTTP service sets it to the request's `X-Request-Id`, and the remote repositories pass it on. In your own service, set it around the
/// work:
/// ```swift
/// try await Correlation.$id.withValue(RequestId("order-7")) { try await kit.handle(.claim, of: trackingId, at: port) }
/// ```
public enum Correlation {
    /// The id of the request; `nil` if none was set.
    @TaskLocal public static var id: RequestId?

    /// Who made the request; `nil` if that was not set.
    ///
    /// The HTTP service sets it to the caller that it has identified, and the command line to the user.
    @TaskLocal public static var actor: EventActor?
}

/// The id of a request, which can stand in a header, a log and every store as it is.
public struct RequestId: Hashable, Sendable {
    /// The id: 1 to 128 letters, digits, `-`, `_` and `.`.
    public let text: String

    /// Creates an id; `nil` if the text has another character, none or more than 128.
    public init?(_ text: String) {
        guard (1...128).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        self.text = text
    }

    /// Creates an id of 16 hexadecimal digits.
    package init(_ number: UInt64) {
        text = String(unsafeUninitializedCapacity: 16) { digits in
            for place in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: number >> (60 - 4 * place)) & 0xF
                // safe: there is room for 16
                digits[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 16
        }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }
}
