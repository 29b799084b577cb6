#if Server
import Hummingbird
import NIOCore

/// The connection that carried a request.
struct Connection: Sendable {
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) { channel = source.channel }

    /// The peer's address, which is a proxy's if one stands in front of the service.
    var address: AddressPrefix { channel.remoteAddress.map { AddressPrefix($0) } ?? .none }

    /// Closes the connection after a number of seconds, even if a request is in progress.
    func close(in seconds: Int) {
        let channel = channel
        _ = channel.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
    }
}

extension AddressPrefix {
    /// The prefix of a socket's address.
    init(_ address: SocketAddress) {
        // The offsets of sin_addr and sin6_addr, on Linux and on Apple's platforms.
        switch address {
        case .v4(let address):
            self = .v4(withUnsafeBytes(of: address.address) { UInt32(bigEndian: $0.load(fromByteOffset: 4, as: UInt32.self)) })
        case .v6(let address):
            self = withUnsafeBytes(of: address.address) { bytes in
                func half(_ offset: Int) -> UInt64 { UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) }
                return Self(high: half(8), low: half(16))
            }
        case .unixDomainSocket: self = .none
        }
    }
}
#endif
