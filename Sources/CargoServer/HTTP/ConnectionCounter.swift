#if Server
import Synchronization

/// Counts the open connections of each address, and refuses those beyond a bound.
final class ConnectionCounter: Sendable {
    private let most: Int
    private let counts = Mutex<[AddressPrefix: Int]>([:])

    /// - Parameter most: how many connections an address may have open; 0 for any number.
    init(most: Int) { self.most = most }

    /// Counts a connection in; false, and counts nothing, if the address has too many.
    func open(_ address: AddressPrefix) -> Bool {
        counts.withLock { counts in
            let count = counts[address] ?? 0
            guard most == 0 || count < most else { return false }
            counts[address] = count + 1
            return true
        }
    }

    /// Counts a connection out that was counted in.
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
