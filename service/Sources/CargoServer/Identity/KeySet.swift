import CargoWire

/// The public keys in a JSON Web Key Set (RFC 7517) that tokens may be signed with.
struct KeySet: Sendable {
    struct Key: Sendable {
        enum Material: Sendable {
            case rsa(modulus: [UInt8], exponent: [UInt8])
            case p256(x: [UInt8], y: [UInt8])
            case ed25519([UInt8])
        }

        let id: String?
        let material: Material

        /// The only algorithm that the key is for.
        var algorithm: JSONWebToken.Algorithm {
            switch material {
            case .rsa: .rs256
            case .p256: .es256
            case .ed25519: .eddsa
            }
        }
    }

    let keys: [Key]

    /// The maximum number of keys that are read.
    static let maximum = 100
}

extension KeySet {
    /// Reads a key set, and leaves out keys that aren't for tokens as the service accepts them; nil if it isn't a key set.
    init?(json: [UInt8]) {
        guard case .list(let listed)? = Input(foreign: json)?["keys"] else { return nil }
        keys = listed.prefix(Self.maximum).compactMap(Key.init)
    }
}

extension KeySet.Key {
    /// Reads a key; nil if it is for another purpose or algorithm, or has another form.
    init?(_ json: Input) {
        id = json["kid"]?.asText
        if let use = json["use"], use.asText != "sig" { return nil }
        if let operations = json["key_ops"], operations.asTexts?.contains("verify") != true { return nil }
        func bytes(_ name: String) -> [UInt8]? { json[name]?.asText.flatMap { Base64URL.decode(Array($0.utf8)) } }
        switch (json["kty"]?.asText, json["crv"]?.asText) {
        case ("RSA", nil):
            // Longer keys would take too long for each request.
            guard let modulus = bytes("n"), let exponent = bytes("e"), (256...1024).contains(modulus.count),
                (1...8).contains(exponent.count)
            else { return nil }
            material = .rsa(modulus: modulus, exponent: exponent)
        case ("EC", "P-256"):
            guard let x = bytes("x"), let y = bytes("y"), x.count == 32, y.count == 32 else { return nil }
            material = .p256(x: x, y: y)
        case ("OKP", "Ed25519"):
            guard let x = bytes("x"), x.count == 32 else { return nil }
            material = .ed25519(x)
        default: return nil
        }
        if let named = json["alg"], named.asText.flatMap(JSONWebToken.Algorithm.init(name:)) != algorithm { return nil }
    }
}
