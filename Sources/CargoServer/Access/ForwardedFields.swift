#if Server
import Hummingbird

/// The header fields by which a proxy says whom it speaks for.
enum ForwardedFields {
    /// The first such field of a request, by the name as it was sent; nil for a request that shows no proxy.
    static func first(in headers: HTTPFields) -> String? {
        headers.first { field in
            let name = field.name.canonicalName
            return name == "forwarded" || name == "via" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
        }?.name.rawName
    }

    /// Whether the browser speaks TLS to the outermost proxy of ours: `X-Forwarded-Proto` of a configured proxy says so.
    ///
    /// A proxy that says nothing is taken to speak TLS, which it is there for.
    static func isSecure(_ headers: HTTPFields, proxies: Int) -> Bool {
        guard proxies > 0 else { return false }
        let schemes = headers[values: .forwardedProto].flatMap { $0.split(separator: ",") }
        guard let scheme = schemes.suffix(proxies).first else { return true }
        return scheme.trimmingSpaces.lowercased() == "https"
    }

    /// The hosts that a browser may have asked for: `Host`, and what the outermost proxy of ours passes on as `X-Forwarded-Host`.
    static func hosts(_ headers: HTTPFields, authority: String?, proxies: Int) -> [String] {
        let forwarded = proxies > 0 ? headers[values: .forwardedHost].flatMap { $0.split(separator: ",") } : []
        return [authority, forwarded.suffix(max(proxies, 0)).first.map { String($0.trimmingSpaces) }].compactMap { $0 }
    }
}

extension FieldName {
    /// `X-Forwarded-Proto`.
    static let forwardedProto = known("X-Forwarded-Proto")
    /// `X-Forwarded-Host`.
    static let forwardedHost = known("X-Forwarded-Host")
}
#endif
