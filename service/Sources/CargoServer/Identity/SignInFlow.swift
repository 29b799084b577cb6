import CargoApplication
import CargoWire

/// A sign-in at the identity provider that has begun in a browser: what has to match when the browser comes back.
///
/// The browser keeps it in a cookie, so any process of the service can complete the sign-in.
struct SignInFlow: Sendable {
    /// Ties the provider's response to the browser that asked for it (RFC 6749, 10.12).
    let state: String
    /// Ties the ID token to it (OpenID Connect Core, 3.1.2.1).
    let nonce: String
    /// Ties the code to it (PKCE, RFC 7636).
    let verifier: String
    /// The page to continue to.
    let to: String

    /// Where a sign-in begins.
    static let path = "/sign-in"
    /// How long someone may take to sign in, in seconds.
    static let seconds = 600

    /// Begins a sign-in.
    init(to: String) {
        (state, nonce, verifier) = (Self.random(), Self.random(), Self.random())
        // A cookie has room for about 4,000 bytes.
        self.to = to.utf8.count <= 1000 ? to : ""
    }

    /// Reads the value of a cookie; nil if it isn't one of ours.
    init?(cookie: String) {
        let parts = cookie.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, let last = parts.last, let to = Base64URL.decode(Array(last.utf8)) else { return nil }
        for part in parts.prefix(3) {
            guard part.utf8.count == 43, Base64URL.decode(Array(part.utf8)) != nil else { return nil }
        }
        // safe: there are four parts
        (state, nonce, verifier) = (String(parts[0]), String(parts[1]), String(parts[2]))
        self.to = String(decoding: to, as: UTF8.self)
    }

    /// The value of the cookie.
    var cookie: String { [state, nonce, verifier, Base64URL.encode(Array(to.utf8))].joined(separator: ".") }

    /// The address at which people sign in.
    func address(_ authorization: String, _ client: ServerSettings.Identity.Client) -> String {
        let challenge = Base64URL.encode(SHA256.hash(Array(verifier.utf8)))
        return authorization.addingQuery([
            ("response_type", "code"), ("client_id", client.id), ("redirect_uri", client.callback), ("scope", "openid"), ("state", state),
            ("nonce", nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ])
    }

    /// Whether the provider's response belongs to this sign-in.
    func hasState(_ other: String) -> Bool { Array(state.utf8).isEqualInConstantTime(to: Array(other.utf8)) }

    /// 256 random bits in 43 characters.
    private static func random() -> String {
        var source = SystemRandomNumberGenerator()
        return Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &source) })
    }
}

extension String {
    /// The address with further fields in its query.
    func addingQuery(_ fields: [EncodedFields.Field]) -> String { self + (contains("?") ? "&" : "?") + EncodedFields.text(of: fields) }
}
