#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The number of files and connections that the system allows the process to have open.
///
/// Without room for the store's files beside the connections, a client that opens connections would keep the store from working.
enum DescriptorLimit {
    /// How many descriptors connections leave to the store, the log and others.
    static let reserve = 512

    /// Raises the process's limit as far as these connections need it and the system allows.
    /// - Returns: the number of connections that fit under the limit.
    static func makeRoom(for connections: Int) -> Int {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(ConnectionCounter.held(at: connections) + reserve)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return fitting(connections, under: limit.rlim_cur >= wanted ? Int(wanted) : Int(limit.rlim_cur))
    }

    /// The number of connections that fit under a limit; half of a limit that is too small for the reserve.
    static func fitting(_ connections: Int, under limit: Int) -> Int {
        let room = max(limit - reserve, limit / 2)
        return ConnectionCounter.held(at: connections) <= room ? connections : max(1, room / 17 * 16)
    }

    #if canImport(Glibc) && !canImport(Darwin)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
    private static let resource = RLIMIT_NOFILE
    #endif
}
