/// Why a remote store can't be created with these settings.
public enum RemoteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address can't be that of a service.
    case addressInvalid(reason: String)
    /// The token is empty or contains a character that no token has, such as a space or a line break.
    case tokenInvalid

    /// What is wrong, for people to read.
    ///
    /// It never contains the token.
    public var description: String {
        switch self {
        case .addressInvalid(let reason): "The address of the service: \(reason)."
        case .tokenInvalid: "The token is empty, or holds a space, a line break or something else that no token has."
        }
    }
}
