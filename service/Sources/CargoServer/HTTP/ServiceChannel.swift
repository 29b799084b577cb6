import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Serves HTTP/1.1 connections: a `PromptResponder` answers what needs no waiting, and a task of each connection the rest.
struct ServiceChannel: ServerChildChannel {
    /// A connection and the channel through which its task reads requests and writes responses.
    struct Value: ServerChildChannelValue {
        let http: HTTP1Channel.Value
        let connection: Connection

        var channel: any Channel { http.channel }
    }

    private let http: HTTP1Channel
    private let gateway: Gateway

    init(_ http: HTTP1Channel, _ gateway: Gateway) {
        self.http = http
        self.gateway = gateway
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        let gateway = gateway
        return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let valve = InputValve()
            let connection = Connection(channel, valve)
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(valve, position: .before(decoder))
            try pipeline.addHandler(RequestIntake(), position: .after(decoder))
            let queue = try pipeline.handler(type: RequestQueue.self)
            // Behind the handler that watches for idle connections and shuts them down, which has to see every request.
            let watcher = try pipeline.handler(type: HTTPConnectionStateHandler.self)
            try pipeline.addHandler(PromptResponder(gateway, connection, queue), position: .after(watcher))
            return Value(http: value, connection: connection)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await Connection.$current.withValue(value.connection) { await http.handle(value: value.http, logger: logger) }
    }
}
