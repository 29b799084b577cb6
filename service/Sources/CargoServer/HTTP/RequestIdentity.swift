import CargoDomain
import Hummingbird
import Logging
import Synchronization

/// The request's id in responses and in the log.
enum RequestIdentity {
    /// The caller's own id if it is safe to log, otherwise a new one.
    static func of(_ request: HTTPRequest) -> RequestId {
        if let given = request.headerFields[.requestId], let id = RequestId(given) { return id }
        // SplitMix64 from a random seed (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014): unique, but not
        // secret.
        var bits = drawn.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return RequestId(bits ^ (bits >> 31))
    }

    private static let drawn = Atomic<UInt64>(.random(in: .min ... .max))
}

extension Logger {
    /// A logger that adds the request's id to each entry.
    ///
    /// Call it only to write an entry, since it copies the logger.
    func naming(request id: RequestId) -> Logger {
        var logger = self
        logger[metadataKey: "hb.request.id"] = nil
        logger[metadataKey: "request.id"] = "\(id.text)"
        return logger
    }
}

extension Duration {
    /// The duration in whole nanoseconds.
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
