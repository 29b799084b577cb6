#if Server
import Synchronization

/// Counts the open connections per address and rejects those over a limit.
final class ConnectionCounter: Sendable {
    private let most: Int
    private let counts = Mutex<[AddressPrefix: Int]>([:])

    /// - Parameter most: the maximum number of open connections per address; 0 for no limit.
    init(most: Int) { self.most = most }

    /// Counts a new connection.
    ///
    /// Returns false, and counts nothing, if the address is at its limit.
    func open(_ address: AddressPrefix) -> Bool {
        counts.withLock { counts in
            let count = counts[address] ?? 0
            guard most == 0 || count < most else { return false }
            counts[address] = count + 1
            return true
        }
    }

    /// Removes a connection that `open` counted.
    func close(_ address: AddressPrefix) {
        counts.withLock { counts in
            guard let count = counts[address], count > 1 else {
                counts[address] = nil
                return
            }
            counts[address] = count - 1
        }
    }
}
#endif
