import CargoApplication
import CargoDomain
import CargoWire

/// What a token says of its holder (RFC 7519, 4).
struct TokenClaims: Sendable {
    private let object: Input

    /// - Parameter object: the token's payload, a JSON object.
    init(_ object: Input) { self.object = object }

    /// How far the issuer's clock may differ from this machine's.
    static let clockSkew = Duration.seconds(60)

    /// Checks who issued a token, for whom, and when.
    /// - Throws: `issuerForeign`, `audienceForeign`, `expired`, `notYetValid`, `claimInvalid`.
    func check(issuer: String, audience: String, now: Instant) throws(TokenFault) {
        guard object["iss"]?.asText == issuer else { throw .issuerForeign }
        guard let audiences = object["aud"]?.asTexts, audiences.contains(audience) else { throw .audienceForeign }
        guard let end = try time("exp") else { throw .claimInvalid("exp") }
        let now = Double(now.epochMilliseconds) / 1000
        let skew = Double(Self.clockSkew.components.seconds)
        guard end > now - skew else { throw .expired }
        for name in ["nbf", "iat"] {
            if let begin = try time(name), begin > now + skew { throw .notYetValid }
        }
    }

    /// Checks what else an ID token has to say (OpenID Connect Core, 3.1.3.7).
    /// - Throws: `nonceForeign`, `audienceForeign`.
    func check(nonce: String, client: String) throws(TokenFault) {
        guard object["nonce"]?.asText == nonce else { throw .nonceForeign }
        let audiences = object["aud"]?.asTexts ?? []
        let party = object["azp"]?.asText
        guard party == nil ? audiences.count == 1 : party == client else { throw .audienceForeign }
    }

    /// The time at which the token expires.
    var end: Instant { instant("exp") ?? .earliest }

    /// The time at which the token was issued; nil if it doesn't say.
    var begin: Instant? { instant("iat") }

    private func instant(_ name: String) -> Instant? {
        guard let seconds = try? time(name) else { return nil }
        // safe: a number of milliseconds within the range of instants
        let milliseconds = Int64(min(max(0, seconds), Double(Instant.latest.epochMilliseconds) / 1000) * 1000)
        return (try? Instant(epochMilliseconds: milliseconds)) ?? .latest
    }

    /// A time in seconds since 1970, perhaps with a fraction; nil if the claim is absent.
    private func time(_ name: String) throws(TokenFault) -> Double? {
        // safe: an Input, whose subscript by name is optional
        switch object[name] {
        case nil: return nil
        case .integer(let seconds)?: return Double(seconds)
        case .hugeInteger(let spelling)?:
            guard let seconds = Double(spelling), seconds.isFinite else { throw .claimInvalid(name) }
            return seconds
        default: throw .claimInvalid(name)
        }
    }

    /// The value of a claim.
    /// - Parameter name: the name of the claim, or a JSON pointer into the claims if it begins with a slash (RFC 6901): Keycloak has roles
    ///   at `/realm_access/roles`.
    func value(_ name: String) -> Input? {
        // safe: an Input, whose subscript by name is optional
        guard name.hasPrefix("/") else { return object[name] }
        var value: Input? = object
        for step in name.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
            // safe: an Input, whose subscript by name is optional
            value = value?[String(step).replacing("~1", with: "/").replacing("~0", with: "~")]
        }
        return value
    }
}

/// A person or program as the company's identity provider knows it.
struct Identity: Sendable {
    let caller: Caller
    /// When the token was issued that it was read from; nil if it doesn't say.
    let begin: Instant?
    /// When the token expires that it was read from.
    let end: Instant
}

extension ServerSettings.Identity {
    /// Reads who holds a token that was verified.
    ///
    /// Among the roles that the mapping names, the one with the most permissions counts. A customer's role needs a valid customer code.
    /// - Throws: `claimInvalid`.
    func identity(_ claims: TokenClaims) throws(TokenFault) -> Identity {
        // At most 255 ASCII characters (OpenID Connect Core, 2).
        guard let subject = claims.value("sub")?.asText, (1...255).contains(subject.utf8.count),
            subject.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F })
        else { throw .claimInvalid("sub") }
        let name = claims.value(nameClaim)?.asText.flatMap(Self.name) ?? subject
        // safe: a dictionary
        let mapped = (claims.value(rolesClaim)?.asTexts ?? []).compactMap { roles[$0] }
        let role = mapped.filter { $0 != .customer }.max { $0.permissions.count < $1.permissions.count }
        var caller = Caller(name: name, role: role, isAnonymous: false, subject: subject)
        if role == nil, mapped.contains(.customer) {
            guard let code = claims.value(customerClaim)?.asText, let customer = try? CustomerId(code) else {
                throw .claimInvalid(customerClaim)
            }
            caller = Caller(name: name, role: .customer, isAnonymous: false, customer: customer, subject: subject)
        }
        return Identity(caller: caller, begin: claims.begin, end: claims.end)
    }

    /// A name that may stand in logs: at most 200 bytes without control characters; nil for other texts.
    private static func name(_ text: String) -> String? {
        let scalars = text.unicodeScalars
        let isPlain = scalars.allSatisfy { $0.properties.generalCategory != .control && $0.properties.generalCategory != .format }
        return (1...200).contains(text.utf8.count) && isPlain ? text : nil
    }
}
