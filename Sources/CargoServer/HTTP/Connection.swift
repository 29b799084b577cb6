#if Server
import Hummingbird

/// The connection that carried a request.
struct Connection: Sendable {
    /// The peer's address, which is a proxy's if one stands in front of the service.
    let address: AddressPrefix
    private let closing: @Sendable (Int) -> Void

    init(source: ApplicationRequestContextSource) {
        let channel = source.channel
        address = channel.remoteAddress?.ipAddress.flatMap { AddressPrefix($0) } ?? .none
        closing = { seconds in
            _ = channel.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
        }
    }

    /// Closes the connection after a number of seconds, even if a request is in progress.
    func close(in seconds: Int) { closing(seconds) }
}
#endif
