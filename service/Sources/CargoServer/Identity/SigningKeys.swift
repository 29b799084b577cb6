import Crypto
import CryptoExtras

/// The public keys of an identity provider, ready to verify signatures.
struct SigningKeys: Sendable {
    private struct Key: Sendable {
        let id: String?
        let algorithm: JSONWebToken.Algorithm
        let verifies: @Sendable (JSONWebToken) -> Bool

        /// A token that names no key may be signed with any of its algorithm.
        func mayVerify(_ token: JSONWebToken) -> Bool { token.algorithm == algorithm && (token.keyId == nil || token.keyId == id) }
    }

    private let keys: [Key]

    /// - Returns: nil if no key can be used.
    init?(_ set: KeySet) {
        keys = set.keys.compactMap { key in
            Self.verification(key.material).map { Key(id: key.id, algorithm: key.algorithm, verifies: $0) }
        }
        if keys.isEmpty { return nil }
    }

    /// Whether there is a key that a token may be signed with.
    func has(keyOf token: JSONWebToken) -> Bool { keys.contains { $0.mayVerify(token) } }

    /// Checks a token's signature.
    /// - Throws: `keyUnknown`, `signatureInvalid`.
    func verify(_ token: JSONWebToken) throws(TokenFault) {
        guard has(keyOf: token) else { throw .keyUnknown }
        guard keys.contains(where: { $0.mayVerify(token) && $0.verifies(token) }) else { throw .signatureInvalid }
    }

    /// Returns what verifies signatures with a key; nil if the bytes aren't a key, or an RSA key of less than 2,048 bits.
    private static func verification(_ material: KeySet.Key.Material) -> (@Sendable (JSONWebToken) -> Bool)? {
        switch material {
        case .rsa(let modulus, let exponent):
            guard let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent) else { return nil }
            return { token in
                let signature = _RSA.Signing.RSASignature(rawRepresentation: token.signature)
                return key.isValidSignature(signature, for: SHA256.hash(data: token.signed), padding: .insecurePKCS1v1_5)
            }
        case .p256(let x, let y):
            guard let key = try? P256.Signing.PublicKey(rawRepresentation: x + y) else { return nil }
            return { token in
                guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: token.signature) else { return false }
                return key.isValidSignature(signature, for: token.signed)
            }
        case .ed25519(let bytes):
            guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return nil }
            return { token in key.isValidSignature(token.signature, for: token.signed) }
        }
    }
}
