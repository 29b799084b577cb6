public import CargoApplication
extension ServerSettings {
    /// The company's identity provider, whose tokens the service accepts (OpenID Connect).
    public struct Identity: Sendable {
        /// The issuer, exactly as its tokens name it, such as `https://login.example.com/realms/company`.
        public var issuer: String
        /// The audience that a bearer token must name: this service.
        public var audience: String
        /// The roles of the service by the values of the claim that names a person's roles.
        public var roles: [String: Role]
        /// The claim with the roles of a person or a program: its name, or a JSON pointer such as `/realm_access/roles`.
        public var rolesClaim = "roles"
        /// The claim with the customer code of one whose role is `customer`.
        public var customerClaim = "customer"
        /// The claim with the name for the log.
        ///
        /// The subject is logged as well, because it alone is unique.
        public var nameClaim = "sub"
        /// How people sign in on the pages; nil if only programs have tokens of the provider.
        public var client: Client?

        /// Creates settings for bearer tokens.
        public init(issuer: String, audience: String, roles: [String: Role]) {
            self.issuer = issuer
            self.audience = audience
            self.roles = roles
        }

        /// The service as a client of the provider.
        public struct Client: Sendable, CustomStringConvertible {
            /// The client's id.
            public var id: String
            /// The client's secret; nil for a public client.
            public var secret: String?
            /// The address at which browsers reach this service, such as `https://cargo.example.com`.
            public var address: String
            /// For how many minutes someone stays signed in before the provider is asked again.
            public var sessionMinutes = 60

            /// Creates a client.
            public init(id: String, secret: String? = nil, address: String) {
                self.id = id
                self.secret = secret
                self.address = address
            }

            /// The id and the address, but never the secret, so no log can expose it.
            public var description: String { "\(id) at \(address)" }

            /// The address to which the provider sends people back, which has to be registered there.
            var callback: String { address + "/sign-in/callback" }
        }
    }
}

extension ServerSettings.Identity {
    /// Rejects settings that keep everyone from signing in, or that send tokens over an unencrypted network.
    /// - Throws: `ServerSettingsError`.
    func check() throws(ServerSettingsError) {
        guard ProviderMetadata.isUsable(issuer) else {
            throw .invalid(key: "oidc.issuer", reason: "expected an https address; http only for a provider on this machine")
        }
        guard !audience.isEmpty else { throw .invalid(key: "oidc.audience", reason: "expected the audience of the service's tokens") }
        guard !roles.isEmpty else {
            throw .invalid(key: "oidc.roles", reason: #"expected the roles of people, such as {"freight-desk": "clerk"}"#)
        }
        guard let client else { return }
        guard ProviderMetadata.isUsable(client.address), !client.address.hasSuffix("/"), !client.address.contains("?") else {
            throw .invalid(
                key: "oidc.address",
                reason: "expected the address of this service without a slash at its end, such as https://cargo.example.com"
            )
        }
    }
}
