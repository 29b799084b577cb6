import CargoApplication
import CargoDomain
import CargoTesting
import Crypto
import CryptoExtras
import Foundation
import Logging
import Synchronization

@testable import CargoServer

/// An identity provider for one test: keys, tokens, and a network that can be down.
final class Issuer: ProviderConnection {
    /// Keys, one for each algorithm.
    struct Keys {
        let id: String
        let rsa: _RSA.Signing.PrivateKey
        let p256 = P256.Signing.PrivateKey()
        let ed25519 = Curve25519.Signing.PrivateKey()

        init(_ id: String) throws {
            self.id = id
            rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        }

        var jwks: [[String: String]] {
            get throws {
                let primitives = try rsa.publicKey.getKeyPrimitives()
                let point = p256.publicKey.rawRepresentation
                return [
                    ["kty": "RSA", "kid": "\(id)-RS256", "n": url(primitives.modulus), "e": url(primitives.publicExponent)],
                    ["kty": "EC", "crv": "P-256", "kid": "\(id)-ES256", "x": url(point.prefix(32)), "y": url(point.suffix(32))],
                    ["kty": "OKP", "crv": "Ed25519", "kid": "\(id)-EdDSA", "x": url(ed25519.publicKey.rawRepresentation), "use": "sig"],
                ]
            }
        }

        func sign(_ text: String, _ algorithm: JSONWebToken.Algorithm) throws -> Data {
            let bytes = Data(text.utf8)
            return switch algorithm {
            case .rs256: try rsa.signature(for: SHA256.hash(data: bytes), padding: .insecurePKCS1v1_5).rawRepresentation
            case .es256: try p256.signature(for: bytes).rawRepresentation
            case .eddsa: try ed25519.signature(for: bytes)
            }
        }
    }

    static let address = "https://login.example.com/realms/company"

    private struct State {
        var listed: [[String: String]] = []
        var isDown = false
        var requests: [String] = []
        var now = ContinuousClock.now
    }

    private let state = Mutex(State())
    let keys: Keys
    let clock = WallClock()

    init() throws {
        keys = try Keys("first")
        try list(keys)
    }

    // MARK: The network

    func list(_ keys: Keys...) throws {
        let listed = try keys.flatMap { try $0.jwks }
        state.withLock { $0.listed = listed }
    }

    func setDown(_ isDown: Bool) { state.withLock { $0.isDown = isDown } }

    /// How often the keys were read.
    var reads: Int { state.withLock { $0.requests.count { $0.hasSuffix("/keys") } } }

    func wait(_ duration: Duration) { state.withLock { $0.now += duration } }

    func get(_ address: String) async -> Result<ProviderAnswer, ProviderFailure> {
        let (isDown, listed) = state.withLock { state in
            state.requests.append(address)
            return (state.isDown, state.listed)
        }
        if isDown { return .failure(ProviderFailure(text: "down")) }
        var document: [String: Any] = ["keys": listed]
        if !address.hasSuffix("/keys") {
            document = ["issuer": Self.address, "jwks_uri": Self.address + "/keys", "nothing": NSNull(), "number": 1.5]
        }
        guard let body = try? JSONSerialization.data(withJSONObject: document) else { return .failure(ProviderFailure(text: "no JSON")) }
        return .success(ProviderAnswer(status: 200, body: Array(body)))
    }

    func post(_ address: String, _ fields: [(String, String)], _ body: [UInt8]) async -> Result<ProviderAnswer, ProviderFailure> {
        .failure(ProviderFailure(text: "no tokens here"))
    }

    // MARK: Tokens

    static var settings: ServerSettings.Identity {
        var settings = ServerSettings.Identity(
            issuer: address,
            audience: "cargo",
            roles: ["freight-desk": .clerk, "accounting": .viewer, "partners": .customer, "platform": .admin]
        )
        settings.nameClaim = "preferred_username"
        return settings
    }

    func provider(_ settings: ServerSettings.Identity = settings) -> IdentityProvider {
        IdentityProvider(settings, connection: self, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, clock: clock) {
            self.state.withLock { $0.now }
        }
    }

    /// A token that is sound but for what is given.
    func token(
        _ algorithm: JSONWebToken.Algorithm = .rs256,
        by other: Keys? = nil,
        header: [String: Any] = [:],
        claims: [String: Any?] = [:]
    ) throws -> String {
        let keys = other ?? keys
        let now = Double(clock.now().epochMilliseconds) / 1000
        let sound: [String: Any?] = [
            "iss": Self.address, "aud": "cargo", "exp": now + 600, "sub": "0001", "preferred_username": "ann", "roles": ["freight-desk"],
        ]
        let all = sound.merging(claims) { $1 }.compactMapValues { $0 }
        let head: [String: Any] = ["alg": algorithm.rawValue, "kid": "\(keys.id)-\(algorithm.rawValue)"]
        let text = try "\(Self.part(head.merging(header) { $1 })).\(Self.part(all))"
        return try text + "." + url(keys.sign(text, algorithm))
    }

    static func part(_ object: [String: Any]) throws -> String { try url(JSONSerialization.data(withJSONObject: object)) }
}

/// Base64 for URLs.
func url(_ data: some DataProtocol) -> String { Base64URL.encode(Array(data)) }

/// A clock that a test sets.
final class WallClock: DomainClock {
    private let time = Mutex<Int64>(1_767_225_600_000)

    func now() -> Instant { time.withLock { (try? Instant(epochMilliseconds: $0)) ?? .latest } }

    func advance(seconds: Int64) { time.withLock { $0 += 1000 * seconds } }
}
