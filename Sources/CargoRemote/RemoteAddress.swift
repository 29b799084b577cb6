import Foundation

/// Checks the address and token of a service.
///
/// It is compiled even without the trait Remote.
enum RemoteAddress {
    /// Returns the address without trailing slashes.
    static func base(of url: URL) throws(RemoteStoreError) -> String {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme?.lowercased(),
            scheme == "http" || scheme == "https"
        else { throw .addressInvalid(reason: "it must begin with http:// or https://") }
        guard let host = parts.host, !host.isEmpty else { throw .addressInvalid(reason: "it has no host") }
        // A password in an address would end up in logs and shell histories.
        guard parts.user == nil, parts.password == nil else { throw .addressInvalid(reason: "it must not contain a user or a password") }
        guard parts.query == nil, parts.fragment == nil else { throw .addressInvalid(reason: "it must not contain a query or a fragment") }
        guard var text = parts.url?.absoluteString else { throw .addressInvalid(reason: "it is not a URL") }
        // safe: the text ends in a slash, so it isn't empty
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    /// Returns the token if it contains only characters allowed in a token.
    static func checked(token: String) throws(RemoteStoreError) -> String {
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .tokenInvalid }
        return token
    }
}
