import Hummingbird

/// The header fields in which a proxy describes the client it forwards.
enum ForwardedFields {
    /// The first such field in a request, under the name that was sent; nil if no proxy forwarded the request.
    static func first(in headers: HTTPFields) -> String? {
        headers.first { field in
            let name = field.name.canonicalName
            return name == "forwarded" || name == "via" || name == "x-real-ip" || name.hasPrefix("x-forwarded-")
        }?.name.rawName
    }

    /// Whether the browser's connection to the outermost trusted proxy uses TLS, according to that proxy's `X-Forwarded-Proto`.
    ///
    /// A proxy that doesn't send the field is assumed to use TLS.
    static func isSecure(_ headers: HTTPFields, proxies: Int) -> Bool {
        guard proxies > 0 else { return false }
        guard let scheme = ForwardedList(headers[values: .forwardedProto]).outermost(of: proxies) else { return true }
        return scheme.lowercased() == "https"
    }

    /// The hosts that the browser may have requested: `Host`, and the `X-Forwarded-Host` of the outermost trusted proxy.
    static func hosts(_ headers: HTTPFields, authority: String?, proxies: Int) -> [String] {
        [authority, ForwardedList(headers[values: .forwardedHost]).outermost(of: proxies).map(String.init)].compactMap { $0 }
    }
}

extension FieldName {
    /// `X-Forwarded-Proto`.
    static let forwardedProto = known("X-Forwarded-Proto")
    /// `X-Forwarded-Host`.
    static let forwardedHost = known("X-Forwarded-Host")
}
