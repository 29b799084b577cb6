import CargoWire

/// Where an identity provider's services are (OpenID Connect Discovery 1.0).
struct ProviderMetadata: Sendable {
    let keys: String
    /// Where people sign in; nil if they can't.
    let authorization: String?
    let token: String?
    /// Where people sign out; nil if they can't.
    let endSession: String?
    /// Whether the client's secret belongs into the body of a request rather than into its header.
    let wantsSecretInBody: Bool

    /// Reads a discovery document.
    /// - Returns: nil if it isn't one of this issuer, or if an address that is needed may not be used.
    init?(json: [UInt8], issuer: String) {
        guard let document = Input(foreign: json), document["issuer"]?.asText == issuer,
            let keys = document["jwks_uri"]?.asText, Self.isUsable(keys)
        else { return nil }
        self.keys = keys
        func address(_ name: String) -> String? { document[name]?.asText.flatMap { Self.isUsable($0) ? $0 : nil } }
        authorization = address("authorization_endpoint")
        token = address("token_endpoint")
        endSession = address("end_session_endpoint")
        let methods = document["token_endpoint_auth_methods_supported"]?.asTexts ?? ["client_secret_basic"]
        wantsSecretInBody = methods.contains("client_secret_post") && !methods.contains("client_secret_basic")
    }

    /// Whether an address begins with https, or with http on this machine, and has nothing that a URL can't have.
    static func isUsable(_ address: String) -> Bool {
        guard address.utf8.count <= 2000, address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !#""<>\^`{|}"#.utf8.contains($0) }),
            !address.contains("#"), let colon = address.firstRange(of: "://")
        else { return false }
        // safe: a range of the address
        let rest = address[colon.upperBound...]
        guard let authority = Authority(String(rest.prefix { $0 != "/" && $0 != "?" })) else { return false }
        // safe: a range of the address
        return switch address[..<colon.lowerBound] {
        case "https": true
        case "http": ["localhost", "127.0.0.1", "[::1]"].contains(authority.host)
        default: false
        }
    }
}
