import CargoApplication
import CargoWire

/// A JSON Web Token in its compact form (RFC 7519, RFC 7515), decoded and not yet verified.
struct JSONWebToken: Sendable {
    /// An algorithm that a token may be signed with.
    ///
    /// All others are refused: `none`, and HMAC, for which a public key would serve as a secret (RFC 8725, 2.1).
    enum Algorithm: String, Sendable, CaseIterable {
        case rs256 = "RS256"
        case es256 = "ES256"
        case eddsa = "EdDSA"

        /// Reads a name; EdDSA has a second one for its only curve here (RFC 9864).
        init?(name: String) { self.init(rawValue: name == "Ed25519" ? "EdDSA" : name) }
    }

    let algorithm: Algorithm
    /// The id of the key that signed it; nil if the token names none.
    let keyId: String?
    let claims: TokenClaims
    /// The bytes that are signed.
    let signed: [UInt8]
    let signature: [UInt8]
}

extension JSONWebToken {
    /// The longest token that is read, in bytes.
    static let maximumBytes = 16 << 10
    /// The types of token in the header `typ` that may identify a caller; others have another purpose (RFC 8725, 3.11).
    private static let types: Set<String> = ["jwt", "at+jwt", "application/at+jwt"]

    /// Whether a text has the three parts of a token.
    static func resembles(_ text: String) -> Bool { text.utf8.count { $0 == UInt8(ascii: ".") } == 2 }

    /// Decodes a token.
    ///
    /// Keys that a token brings along or links to (`jwk`, `jku`, `x5c`, `x5u`) are ignored.
    /// - Throws: `malformed`, `algorithmRefused`.
    init(_ text: String) throws(TokenFault) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumBytes else { throw .malformed }
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let encodedHeader = parts.first, let encodedSignature = parts.last else { throw .malformed }
        let header = try Self.object(encodedHeader)
        // An extension that has to be understood isn't (RFC 7515, 4.1.11).
        guard header["crit"] == nil else { throw .malformed }
        if let type = header["typ"] {
            guard let type = type.asText, Self.types.contains(type.lowercased()) else { throw .malformed }
        }
        guard let algorithm = header["alg"]?.asText.flatMap(Algorithm.init(name:)) else { throw .algorithmRefused }
        if let id = header["kid"], id.asText == nil { throw .malformed }
        guard let signature = Base64URL.decode(encodedSignature) else { throw .malformed }
        self.algorithm = algorithm
        self.signature = signature
        keyId = header["kid"]?.asText
        // safe: there are three parts
        claims = TokenClaims(try Self.object(parts[1]))
        signed = Array(bytes.dropLast(encodedSignature.count + 1))
    }

    private static func object(_ encoded: ArraySlice<UInt8>) throws(TokenFault) -> Input {
        guard let bytes = Base64URL.decode(encoded), let value = Input(foreign: bytes), case .object = value else { throw .malformed }
        return value
    }
}

/// Why a token doesn't identify a caller.
enum TokenFault: Error, Hashable, Sendable {
    case malformed
    case algorithmRefused
    case keyUnknown
    case signatureInvalid
    case issuerForeign
    case audienceForeign
    case expired
    case notYetValid
    case nonceForeign
    case claimInvalid(String)

    /// The reason as a sentence for the one who sent the token, and for the log.
    var text: String {
        switch self {
        case .malformed: "The token isn't a JSON Web Token of a kind that the service accepts."
        case .algorithmRefused: "The token's algorithm isn't RS256, ES256 or EdDSA."
        case .keyUnknown: "The token's key isn't one of the issuer's."
        case .signatureInvalid: "The token's signature is wrong."
        case .issuerForeign: "The token is from another issuer."
        case .audienceForeign: "The token is for another audience."
        case .expired: "The token has expired."
        case .notYetValid: "The token isn't valid yet."
        case .nonceForeign: "The token is for another sign-in."
        case .claimInvalid(let name): "The token's claim \(name) is missing or invalid."
        }
    }

    /// Whether the token may be a forgery: its signature hasn't been found to be the issuer's.
    var isGuess: Bool {
        switch self {
        case .malformed, .algorithmRefused, .keyUnknown, .signatureInvalid: true
        default: false
        }
    }
}

extension Input {
    /// Parses JSON of another program; nil if it isn't JSON.
    init?(foreign bytes: [UInt8]) {
        guard let value = bytes.withUnsafeBytes({ bytes in try? JSONParser.parseForeign(bytes) }) else { return nil }
        self = value
    }

    /// The elements of a list of texts, or a text alone; nil for anything else.
    var asTexts: [String]? {
        switch self {
        case .text(let text): return [text]
        case .list(let elements):
            let texts = elements.compactMap(\.asText)
            return texts.count == elements.count ? texts : nil
        default: return nil
        }
    }
}

/// Base64 for URLs, without padding (RFC 4648, 5).
enum Base64URL {
    /// Decodes text; nil if it isn't the encoding of any bytes.
    static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var plain: [UInt8] = []
        plain.reserveCapacity(text.count + 3)
        for byte in text {
            switch byte {
            case UInt8(ascii: "-"): plain.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): plain.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: plain.append(byte)
            }
        }
        while plain.count % 4 != 0 { plain.append(UInt8(ascii: "=")) }
        return Base64.decode(plain)
    }

    /// Encodes bytes.
    static func encode(_ bytes: some Collection<UInt8>) -> String {
        let letters = Base64.encode(bytes).utf8.compactMap { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            case UInt8(ascii: "="): nil
            default: byte
            }
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
