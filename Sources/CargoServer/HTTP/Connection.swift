#if Server
import Hummingbird

/// The connection that a request came by.
struct Connection: Sendable {
    /// The address at its other end; a proxy's, where one stands before the service.
    let address: AddressPrefix
    private let closing: @Sendable (Int) -> Void

    init(source: ApplicationRequestContextSource) {
        let channel = source.channel
        address = channel.remoteAddress?.ipAddress.flatMap { AddressPrefix($0) } ?? .none
        closing = { seconds in
            _ = channel.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { channel.close(promise: nil) }
        }
    }

    /// Closes it after some seconds, whatever is under way.
    func close(in seconds: Int) { closing(seconds) }
}
#endif
