#if Server
import NIOCore
import Synchronization

/// The connection that carries a request.
final class Connection: Sendable {
    /// The connection that the current task serves.
    @TaskLocal static var current: Connection?

    /// The peer's address, which is a proxy's if one stands in front of the service.
    let address: AddressPrefix
    private let channel: any Channel
    private let hasClosed = Atomic(false)
    private let admitted = Mutex<Admission?>(nil)

    init(_ channel: any Channel) {
        self.channel = channel
        address = channel.remoteAddress.map { AddressPrefix($0) } ?? .none
        channel.closeFuture.whenComplete { [weak self] _ in self?.hasClosed.store(true, ordering: .relaxed) }
    }

    /// Whether the connection has ended.
    var isClosed: Bool { hasClosed.load(ordering: .relaxed) }

    /// Hands over the request that was admitted on the event loop to the task of the connection.
    ///
    /// A connection has one request at a time (`RequestQueue`).
    func leave(_ admission: Admission) { admitted.withLock { $0 = admission } }

    /// Takes the request that was admitted on the event loop; nil if the checks are still to be made.
    func takeAdmission() -> Admission? {
        admitted.withLock { admission in
            defer { admission = nil }
            return admission
        }
    }

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
