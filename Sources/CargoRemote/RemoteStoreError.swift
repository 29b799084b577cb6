/// Why there is no remote store with these settings.
public enum RemoteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address cannot be that of a service.
    case addressInvalid(reason: String)
    /// The token holds what no token can hold, such as a space or a line break.
    case tokenInvalid

    /// What is wrong, for people; never the token itself.
    public var description: String {
        switch self {
        case .addressInvalid(let reason): "The address of the service: \(reason)."
        case .tokenInvalid: "The token is empty, or holds a space, a line break or something else that no token has."
        }
    }
}
