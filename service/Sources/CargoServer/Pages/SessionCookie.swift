/// A part of the pages with sessions of its own.
enum PageArea: String, Sendable {
    /// For the operator's people.
    case clerk
    /// For customers.
    case customer

    /// The path that all its pages begin with.
    var root: String { "/" + rawValue }
}

/// The cookie that stores a session's name.
enum SessionCookie {
    /// For TLS: bound to this host, so that other hosts of the domain can't set it (`__Host-`, RFC 6265bis).
    case secure
    /// For plain HTTP on this machine, where browsers don't accept `__Host-` cookies.
    case plain

    private func name(_ area: PageArea) -> String { name(area == .clerk ? "cargo-session" : "cargo-customer") }

    private func name(_ plain: String) -> String {
        switch self {
        case .secure: "__Host-" + plain
        case .plain: plain
        }
    }

    /// The `Set-Cookie` value that sets the cookie.
    func field(_ value: String, seconds: Int, area: PageArea = .clerk) -> String {
        switch self {
        case .secure: "\(name(area))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict; Secure"
        case .plain: "\(name(area))=\(value); Path=\(area.root); Max-Age=\(seconds); HttpOnly; SameSite=Strict"
        }
    }

    /// The `Set-Cookie` value for a sign-in at the identity provider that has begun.
    ///
    /// `SameSite=Lax`, because the browser comes back from another site.
    func flowField(_ value: String, seconds: Int) -> String {
        switch self {
        case .secure: "\(name(Self.flow))=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Lax; Secure"
        case .plain: "\(name(Self.flow))=\(value); Path=\(SignInFlow.path); Max-Age=\(seconds); HttpOnly; SameSite=Lax"
        }
    }

    private static let flow = "cargo-sign-in"

    /// The values of the cookie of sign-ins at the identity provider.
    func flowValues(in fields: [String]) -> [String] { values(in: fields, named: name(Self.flow)) }

    /// The values of this cookie in `Cookie` fields.
    func values(in fields: [String], area: PageArea = .clerk) -> [String] { values(in: fields, named: name(area)) }

    private func values(in fields: [String], named name: String) -> [String] {
        // By bytes: the character U+0600 before a semicolon would join it.
        fields.flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.compactMap { pair in
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false).map { Substring($0) }
            guard sides.count == 2, let left = sides.first, let right = sides.last, left.trimmingSpaces == name else { return nil }
            return String(right.trimmingSpaces)
        }
    }
}
