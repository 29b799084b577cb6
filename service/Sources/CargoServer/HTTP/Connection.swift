import NIOCore
import Synchronization

/// The connection that carries a request.
final class Connection: Sendable {
    /// The connection that the current task serves.
    @TaskLocal static var current: Connection?

    /// The peer's address, which is a proxy's if one stands in front of the service.
    let address: AddressPrefix
    private let channel: any Channel
    private let valve: NIOLoopBound<InputValve>?
    private let hasClosed = Atomic(false)
    private let admitted = Mutex<Admission?>(nil)

    /// - Parameter valve: the channel's; nil if nothing is read from it.
    init(_ channel: any Channel, _ valve: InputValve? = nil) {
        self.channel = channel
        self.valve = valve.map { NIOLoopBound($0, eventLoop: channel.eventLoop) }
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

    /// Closes the connection, even if a request is in progress.
    func close() { channel.close(promise: nil) }

    /// Drops what still arrives, and closes the connection once its client has had the time to read the response.
    func end() {
        let (channel, valve) = (channel, valve)
        channel.eventLoop.execute {
            valve?.value.isShut = true
            _ = channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
        }
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
