#if Server
import CargoLocalization
import Hummingbird
import Synchronization

/// Counts the open event streams, in total and per address.
final class StreamCounter: Sendable {
    private struct State {
        var count = 0
        var publicCount = 0
        var byAddress: [AddressPrefix: Int] = [:]
    }

    private let limits: ServerSettings.Limits
    private let state = Mutex(State())

    init(_ limits: ServerSettings.Limits) { self.limits = limits }

    /// The place of an open stream, which counts until nothing refers to it.
    ///
    /// The body of a response refers to it, and so frees it even if the connection breaks before the body begins.
    final class Place: Sendable {
        private let counter: StreamCounter
        private let address: AddressPrefix
        private let isPublic: Bool

        fileprivate init(_ counter: StreamCounter, _ address: AddressPrefix, _ isPublic: Bool) {
            self.counter = counter
            self.address = address
            self.isPublic = isPublic
        }

        deinit { counter.close(from: address, isPublic: isPublic) }
    }

    /// Counts a new stream.
    ///
    /// Streams that are open to everyone may use only half of the total.
    /// - Throws: `streams_exhausted`; `rate_limited` if the address is at its limit.
    func open(from address: AddressPrefix, isPublic: Bool = false) throws(Problem) -> Place {
        let most = limits.eventStreams
        let mostOfAddress = limits.eventStreamsPerAddress
        let problem: Problem? = state.withLock { state in
            guard state.count < most, !isPublic || state.publicCount < most / 2 else {
                return Problem(.streamsExhausted, headers: [.retryAfter: "5"])
            }
            let ofAddress = state.byAddress[address, default: 0]
            guard mostOfAddress == 0 || ofAddress < mostOfAddress else {
                return Problem(.rateLimited, detail: "At most \(mostOfAddress) event streams per address.", headers: [.retryAfter: "5"])
            }
            state.count += 1
            if isPublic { state.publicCount += 1 }
            state.byAddress[address] = ofAddress + 1
            return nil
        }
        if let problem { throw problem }
        return Place(self, address, isPublic)
    }

    private func close(from address: AddressPrefix, isPublic: Bool = false) {
        state.withLock { state in
            state.count -= 1
            if isPublic { state.publicCount -= 1 }
            let left = state.byAddress[address, default: 1] - 1
            state.byAddress[address] = left > 0 ? left : nil
        }
    }
}
#endif
