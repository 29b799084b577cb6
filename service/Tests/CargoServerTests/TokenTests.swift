import CargoApplication
import CargoInfrastructure
import Testing

@testable import CargoServer

/// Tokens: their form in the settings, which secrets are rejected, and the permissions of each role.
struct TokenTests {
    private static let secret = "0123456789abcdef0123456789abcdeF"

    @Test func `a token matches only its own secret`() throws {
        let token = try AccessToken(role: .clerk, name: "alice", secret: Self.secret)
        #expect([token].matching(Self.secret) == token)
        for other in ["0123456789abcdef0123456789abcdef", "", Self.secret + "0", String(Self.secret.dropLast()), Self.secret + Self.secret]
        {
            #expect([token].matching(other) == nil, "\(other)")
        }
        #expect([token].matching(String(repeating: "a", count: 100_000)) == nil)
        #expect("\(token)" == "clerk@alice:…")
    }

    @Test(
        arguments: [
            ("clerk:\(secret)", "clerk", .clerk), ("clerk@alice:\(secret)", "alice", .clerk),
            ("viewer@bob.b-2_x:\(secret)", "bob.b-2_x", .viewer),
            ("metrics@prometheus:sha256:\(digest)", "prometheus", .metrics), ("service:sha256:\(digest.uppercased())", "service", .service),
        ] as [(String, String, Role)]
    )
    func `a token setting has a role, a name, and a secret or its digest`(text: String, name: String, role: Role) throws {
        let token = try AccessToken(setting: text)
        #expect(token.name == name)
        #expect(token.role == role)
        #expect([token].matching(Self.secret) == token)
    }

    private static let digest = SHA256.hash(Array(secret.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()

    @Test(arguments: [
        "", ":", "clerk", "clerk:", "boss:\(secret)", "clerk@:\(secret)", "clerk@a b:\(secret)", "@alice:\(secret)", "clerk@\(secret)",
        "clerk@\(String(repeating: "x", count: 65)):\(secret)", "clerk:\(secret) ", "clerk:\(secret)é", "clerk:sha256:", "clerk:sha256:00",
        "clerk:sha256:\(digest)0", "clerk:sha256:\(digest)00", "clerk:sha256:g\(digest.dropFirst())",
        "clerk:\(String(repeating: secret, count: 17))",
    ])
    func `an invalid token setting is rejected without repeating the secret`(text: String) {
        let error = #expect(throws: ServerSettingsError.self) { try AccessToken(setting: text) }
        #expect(error.map { !$0.description.contains(Self.secret) } == true)
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 64), 0), ("abababababababababababababababababababab", 0),
            (String(repeating: "abcdefg", count: 9), 32), ("0123456789abcdef0123456789abcdef", 64), ("clerk-secret-0123456789", 124),
            ("8c1f0e2a9b7d463588e1cf02a4d6b97e", 128), ("8C1F0E2A9B7D463588E1CF02A4D6B97E", 128), ("kQ3v9ZbT1mXw7RfLc2Hn5Y", 129),
            ("314159265358979323846264338327950288419", 128),
        ] as [(String, Int)]
    )
    func `the strength of a secret is estimated`(secret: String, bits: Int) { #expect(SecretStrength.bits(of: Array(secret.utf8)) == bits) }

    @Test func `two tokens with the same secret are rejected`() throws {
        var settings = ServerSettings()
        settings.access.tokens = [
            try AccessToken(role: .clerk, name: "alice", secret: Self.secret),
            try AccessToken(role: .admin, name: "bob", secret: Self.secret),
        ]
        #expect(throws: ServerSettingsError.self) { try settings.check() }
    }

    @Test(
        arguments: [
            (TestService.viewer, [200, 200, 200, 403, 403, 403]), (TestService.scraper, [403, 403, 403, 200, 403, 403]),
            (TestService.partner, [404, 403, 403, 403, 403, 403]), (TestService.clerk, [200, 200, 200, 403, 422, 403]),
            (TestService.admin, [200, 200, 200, 200, 422, 422]), (TestService.service, [200, 200, 200, 200, 422, 422]),
        ] as [(String, [Int])]
    )
    func `each role has its permissions only`(token: String, statuses: [Int]) async throws {
        try await TestService.run { service in
            try await service.prepare()
            let seen = try await [
                service.send("GET", token == TestService.partner ? "/v1/cargos/NONE99/tracking" : "/v1/locations/SESTO", as: token).status,
                service.send("GET", "/v1/cargos", as: token).status, service.send("GET", "/v2/events", as: token).status,
                service.send("GET", "/metrics", as: token).status, service.send("POST", "/v1/cargos", "{}", as: token).status,
                service.send("PUT", "/v1/locations/SESTO", "{}", as: token).status,
            ]
            #expect(seen == statuses)
        }
    }
}
