/// Why a remote store can't be created with these settings.
public enum RemoteStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The address can't be that of a service.
    case addressInvalid(reason: String)
    /// The token is empty or contains a character other than printable ASCII, such as a space or a line break.
    case tokenInvalid

    /// What is wrong, for people to read.
    ///
    /// It never contains the token.
    public var description: String {
        switch self {
        case .addressInvalid(let reason): "Invalid address: \(reason)."
        case .tokenInvalid: "Invalid token: it must be printable ASCII without spaces."
        }
    }
}
