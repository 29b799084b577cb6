import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Foundation
import Testing

@testable import CargoServer

@Suite("Tokens of an identity provider")
struct IdentityTests {
    @Test("a token signed with any of the algorithms identifies its holder", arguments: JSONWebToken.Algorithm.allCases)
    func accepted(algorithm: JSONWebToken.Algorithm) async throws {
        let issuer = try Issuer()
        let provider = issuer.provider()
        for _ in 0..<2 {
            let token = try issuer.token(algorithm)
            await provider.prepare(for: token)
            let caller = try #require(try provider.holder(of: token)?.caller)
            #expect(caller == Caller(name: "ann", role: .clerk, isAnonymous: false, subject: "0001"))
        }
        #expect(issuer.reads == 1)
    }

    @Test("a token that isn't signed with one of the issuer's keys is refused")
    func forged() async throws {
        let issuer = try Issuer()
        let other = try Issuer.Keys("other")
        let provider = issuer.provider()
        let good = try issuer.token()
        await provider.prepare(for: good)
        let parts = good.split(separator: ".").map(String.init)
        let claims = try Issuer.part(["iss": Issuer.address, "aud": "cargo", "exp": 9_000_000_000, "sub": "0001", "roles": ["platform"]])
        func unsigned(_ header: [String: Any], _ signature: String = "") throws -> String {
            try "\(Issuer.part(header)).\(claims).\(signature)"
        }
        let key = "first-RS256"
        let attacks: [(String, TokenFault)] = try [
            (unsigned(["alg": "none"]), .algorithmRefused), (unsigned(["alg": "HS256", "kid": key], "AAAA"), .algorithmRefused),
            (unsigned(["kid": key], "AAAA"), .algorithmRefused), (unsigned(["alg": ["RS256"], "kid": key]), .algorithmRefused),
            (unsigned(["alg": "RS256", "kid": key]), .signatureInvalid), (unsigned(["alg": "ES256", "kid": key], "AAAA"), .keyUnknown),
            (unsigned(["alg": "RS256", "kid": 1]), .malformed), (unsigned(["alg": "RS256", "kid": key, "crit": ["b64"]]), .malformed),
            (unsigned(["alg": "RS256", "kid": key, "x": 1e300]), .signatureInvalid),
            ("\(parts[0]).\(claims).\(parts[2])", .signatureInvalid), ("\(parts[0]).\(parts[1]).", .signatureInvalid),
            ("\(parts[0]).\(parts[1]).\(parts[2])=", .malformed), ("\(parts[0]).\(parts[1])", .malformed), ("..", .malformed),
            ("e30.W10.AAAA", .algorithmRefused), (issuer.token(header: ["typ": "logout+jwt"]), .malformed),
            (issuer.token(by: other), .keyUnknown), (issuer.token(by: other, header: ["kid": key]), .signatureInvalid),
            (issuer.token(by: other, header: ["kid": key, "jwk": other.jwks[0]]), .signatureInvalid),
            (String(repeating: "A", count: 20_000) + "..", .malformed),
        ]
        for (token, fault) in attacks {
            #expect(throws: fault, "\(token.prefix(200))") { try provider.holder(of: token) }
            #expect(fault.isGuess)
        }
        #expect(try provider.holder(of: issuer.token(header: ["typ": "at+JWT"])) != nil)
        #expect(try provider.holder(of: issuer.token(.eddsa, header: ["alg": "Ed25519"])) != nil)
        let anonymous = try good.replacing(parts[0], with: Issuer.part(["alg": "RS256"]))
        #expect(throws: TokenFault.signatureInvalid) { try provider.holder(of: anonymous) }
    }

    @Test("a token that was signed for others, or for another time, is refused")
    func claimed() async throws {
        let issuer = try Issuer()
        let provider = issuer.provider()
        let now = Double(issuer.clock.now().epochMilliseconds) / 1000
        await provider.prepare(for: try issuer.token())
        let refused: [([String: Any?], TokenFault)] = [
            (["iss": nil], .issuerForeign), (["iss": Issuer.address + "/"], .issuerForeign), (["iss": [Issuer.address]], .issuerForeign),
            (["aud": nil], .audienceForeign), (["aud": "cargo2"], .audienceForeign), (["aud": []], .audienceForeign),
            (["aud": ["cargo", 1]], .audienceForeign), (["exp": now - 60], .expired), (["exp": -1], .expired), (["exp": 0], .expired),
            (["exp": nil], .claimInvalid("exp")), (["exp": "later"], .claimInvalid("exp")), (["exp": true], .claimInvalid("exp")),
            (["nbf": now + 61], .notYetValid), (["iat": now + 61], .notYetValid), (["nbf": "now"], .claimInvalid("nbf")),
            (["sub": nil], .claimInvalid("sub")), (["sub": ""], .claimInvalid("sub")), (["sub": "a\nb"], .claimInvalid("sub")),
            (["sub": String(repeating: "a", count: 256)], .claimInvalid("sub")), (["roles": ["partners"]], .claimInvalid("customer")),
            (["roles": ["partners"], "customer": "no code!"], .claimInvalid("customer")),
        ]
        for (claims, fault) in refused {
            #expect(throws: fault, "\(claims)") { try provider.holder(of: issuer.token(claims: claims)) }
            #expect(!fault.isGuess)
        }
        let accepted: [[String: Any?]] = [
            ["exp": now - 59.5], ["exp": now + 1.25], ["exp": 1e300], ["nbf": now + 59], ["iat": now], ["aud": ["other", "cargo"]],
            ["null": NSNull()],
        ]
        for claims in accepted { #expect(try provider.holder(of: issuer.token(claims: claims)) != nil, "\(claims)") }
    }

    @Test("a remembered token is refused once it has expired")
    func expiring() async throws {
        let issuer = try Issuer()
        let provider = issuer.provider()
        let token = try issuer.token()
        await provider.prepare(for: token)
        #expect(try provider.holder(of: token) != nil)
        issuer.clock.advance(seconds: 659)
        #expect(try provider.holder(of: token) != nil)
        issuer.clock.advance(seconds: 1)
        #expect(throws: TokenFault.expired) { try provider.holder(of: token) }
    }

    @Test("roles, customers and names come from claims")
    func mapped() async throws {
        let issuer = try Issuer()
        var settings = Issuer.settings
        settings.rolesClaim = "/realm_access/roles~1all"
        let nested = issuer.provider(settings)
        let provider = issuer.provider()
        for one in [nested, provider] { await one.prepare(for: try issuer.token()) }
        func caller(_ claims: [String: Any?], of provider: IdentityProvider = provider) throws -> Caller? {
            try provider.holder(of: issuer.token(claims: claims))?.caller
        }
        #expect(try caller(["realm_access": ["roles/all": ["freight-desk"]]], of: nested)?.role == .clerk)
        #expect(try caller(["realm_access": ["roles/all": []]], of: nested)?.role == nil)
        #expect(try caller(["roles": ["accounting", "platform", "freight-desk", "other"]])?.role == .admin)
        #expect(try caller(["roles": "accounting"])?.role == .viewer)
        #expect(try caller(["roles": nil])?.role == nil)
        #expect(try caller(["roles": ["accounting", 1]])?.role == nil)
        let customer = try caller(["roles": ["partners"], "customer": "ACME"])
        #expect(try customer?.role == .customer && customer?.customer == CustomerId("ACME"))
        #expect(
            try caller(["roles": ["partners", "accounting"], "customer": "ACME"])?.customer == nil,
            "the operator's people see everything"
        )
        #expect(try caller(["preferred_username": nil])?.name == "0001")
        #expect(try caller(["preferred_username": "a\u{202E}b"])?.name == "0001", "a name can't reorder a line of the log")
        #expect(try caller(["preferred_username": "Zoë"])?.name == "Zoë")
    }

    // MARK: Keys

    @Test("a token that names an unknown key makes the keys be read again, at most every ten seconds")
    func rotated() async throws {
        let issuer = try Issuer()
        let provider = issuer.provider()
        await provider.prepare(for: try issuer.token())
        let next = try Issuer.Keys("next")
        try issuer.list(next, issuer.keys)
        let token = try issuer.token(.es256, by: next)
        await provider.prepare(for: token)
        #expect(issuer.reads == 1, "the keys were read a moment ago")
        #expect(throws: TokenFault.keyUnknown) { try provider.holder(of: token) }
        issuer.wait(IdentityProvider.pause)
        await withTaskGroup { group in
            for _ in 0..<20 { group.addTask { await provider.prepare(for: token) } }
        }
        #expect(issuer.reads == 2)
        #expect(try provider.holder(of: token) != nil)
        #expect(try provider.holder(of: issuer.token()) != nil, "the old key is still there")
    }

    @Test("a key that was withdrawn doesn't count any more once the keys were read again")
    func withdrawn() async throws {
        let issuer = try Issuer()
        let provider = issuer.provider()
        let token = try issuer.token()
        await provider.prepare(for: token)
        #expect(try provider.holder(of: token) != nil)
        try issuer.list(Issuer.Keys("next"))
        issuer.wait(IdentityProvider.freshness + .seconds(1))
        // This one still finds the old keys, and has the new ones read.
        #expect(try provider.holder(of: token) != nil)
        for _ in 0..<100_000 where provider.isKnown(token) { await Task.yield() }
        #expect(issuer.reads == 2)
        #expect(throws: TokenFault.keyUnknown) { try provider.holder(of: token) }
    }

    @Test("while the provider is down, known keys serve for a day, and without keys nobody is known")
    func down() async throws {
        let issuer = try Issuer()
        let provider = issuer.provider()
        issuer.setDown(true)
        let token = try issuer.token(claims: ["exp": 9_000_000_000])
        await provider.prepare(for: token)
        #expect(try provider.holder(of: token) == nil)
        issuer.setDown(false)
        issuer.wait(IdentityProvider.pause)
        await provider.prepare(for: token)
        #expect(try provider.holder(of: token) != nil)
        issuer.setDown(true)
        issuer.wait(IdentityProvider.maximumAge)
        #expect(try provider.holder(of: token) != nil)
        #expect(try provider.holder(of: issuer.token(claims: ["exp": 9_000_000_001])) != nil, "also for tokens that are new")
        let next = try issuer.token(by: Issuer.Keys("next"), claims: ["exp": 9_000_000_000])
        await provider.prepare(for: next)
        #expect(try provider.holder(of: next) == nil, "its key may be a new one, which can't be read now")
        issuer.wait(.seconds(1))
        #expect(try provider.holder(of: token) == nil)
    }

    @Test("keys for other purposes and too short ones are left out")
    func unsuitable() throws {
        let keys = try Issuer.Keys("one").jwks
        func count(_ changes: [String: String?]...) throws -> Int {
            let changed = zip(keys, changes).map { key, changes in
                changes.reduce(into: key) { key, change in key[change.key] = change.value }
            }
            let json = try JSONSerialization.data(withJSONObject: ["keys": changed])
            return try #require(KeySet(json: Array(json))).keys.count
        }
        #expect(try count([:], [:], [:]) == 3)
        #expect(try count(["use": "enc"], ["alg": "ES384"], ["crv": "X25519"]) == 0)
        #expect(try count(["alg": "RS256"], ["alg": "ES256"], ["alg": "EdDSA"]) == 3)
        #expect(try count(["n": String(repeating: "A", count: 171)], ["x": "AAAA"], ["x": nil]) == 0, "1,024 bits")
        #expect(try count(["n": String(repeating: "A", count: 1400)], ["kty": "oct"], ["x": "***"]) == 0, "8,400 bits")
        let notAKey = try JSONSerialization.data(withJSONObject: [
            "keys": [["kty": "EC", "crv": "P-256", "x": url([UInt8](repeating: 1, count: 32)), "y": url([UInt8](repeating: 1, count: 32))]]
        ])
        #expect(try SigningKeys(#require(KeySet(json: Array(notAKey)))) == nil, "the point isn't on the curve")
        for text in ["", "[]", "{}", #"{"keys":{}}"#] { #expect(KeySet(json: Array(text.utf8)) == nil) }
    }

    @Test("key material of any bytes is refused or used, and never traps")
    func arbitraryKeys() {
        var random = SplitMix64(seed: 40)
        func bytes(_ count: Int) -> [UInt8] {
            let extremes: [UInt8] = [0, 1, 0x7F, 0x80, 0xFF]
            let isUniform = Bool.random(using: &random)
            return (0..<count).map { _ in
                isUniform ? .random(in: .min ... .max, using: &random) : extremes.randomElement(using: &random) ?? 0
            }
        }
        for _ in 0..<2_000 {
            let set = KeySet(
                keys: [
                    .init(
                        id: nil,
                        material: .rsa(
                            modulus: bytes(.random(in: 256...1024, using: &random)),
                            exponent: bytes(.random(in: 1...8, using: &random))
                        )
                    ),
                    .init(id: nil, material: .p256(x: bytes(32), y: bytes(32))), .init(id: nil, material: .ed25519(bytes(32))),
                ]
            )
            guard let keys = SigningKeys(set) else { continue }
            for algorithm in JSONWebToken.Algorithm.allCases {
                let token = JSONWebToken(
                    algorithm: algorithm,
                    keyId: nil,
                    claims: TokenClaims(.object([])),
                    signed: bytes(20),
                    signature: bytes(.random(in: 0...300, using: &random))
                )
                #expect(throws: TokenFault.self) { try keys.verify(token) }
            }
        }
    }

    @Test(
        "an address of the provider begins with https, or with http on this machine",
        arguments: [
            ("https://login.example.com/x?y=1", true), ("http://localhost:80/x", true), ("http://127.0.0.1/", true),
            ("http://[::1]:9", true),
            ("http://login.example.com/", false), ("http://localhost.example.com/", false), ("http://127.0.0.1@example.com/", false),
            ("https://", false), ("https:///x", false), ("ftp://localhost/", false), ("javascript:alert(1)", false),
            ("https://a b/", false),
            ("https://example.com/#x", false), ("https://example.com/\r\n", false), ("https://example.com/\"", false),
        ] as [(String, Bool)]
    )
    func usable(address: String, isUsable: Bool) { #expect(ProviderMetadata.isUsable(address) == isUsable) }

    @Test("a discovery document must be the issuer's, and its addresses usable")
    func discovered() throws {
        func metadata(_ changes: [String: Any]) throws -> ProviderMetadata? {
            let sound: [String: Any] = [
                "issuer": "https://a.example", "jwks_uri": "https://a.example/keys", "authorization_endpoint": "https://b.example/in",
                "token_endpoint": "http://c.example/token", "end_session_endpoint": 1,
            ]
            return try ProviderMetadata(
                json: Array(JSONSerialization.data(withJSONObject: sound.merging(changes) { $1 })),
                issuer: "https://a.example"
            )
        }
        let found = try #require(try metadata([:]))
        #expect(found.authorization == "https://b.example/in" && found.token == nil && found.endSession == nil && !found.wantsSecretInBody)
        #expect(try metadata(["token_endpoint_auth_methods_supported": ["client_secret_post"]])?.wantsSecretInBody == true)
        #expect(try metadata(["issuer": "https://a.example/"]) == nil)
        #expect(try metadata(["jwks_uri": "http://a.example/keys"]) == nil)
    }

    @Test("a sign-in is read from its cookie as it was written, and from nothing else")
    func flow() throws {
        let flow = SignInFlow(to: "/clerk?at=HKHKG&x=%41")
        let read = try #require(SignInFlow(cookie: flow.cookie))
        #expect(read.to == flow.to && read.state == flow.state && read.nonce == flow.nonce && read.verifier == flow.verifier)
        #expect(read.hasState(flow.state) && !read.hasState("") && !read.hasState(flow.nonce))
        #expect(Set([flow.state, flow.nonce, flow.verifier, SignInFlow(to: "").state]).count == 4)
        for text in ["", "...", "a.b.c.d", flow.cookie + ".", String(flow.cookie.dropFirst())] { #expect(SignInFlow(cookie: text) == nil) }
        #expect(SignInFlow(to: String(repeating: "/", count: 1001)).to.isEmpty)
    }
}
