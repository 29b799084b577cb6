import Foundation

/// A bound port without a listener, so that every connection to it is refused.
struct HeldPort {
    let port: Int
    private let descriptor: Int32

    /// - Parameter port: the port to hold; any free one if it is 0.
    init(_ port: Int = 0) throws {
        #if canImport(Darwin)
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #else
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #endif
        var isOn: Int32 = 1
        // Closed connections keep the port in use for a while.
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(UInt16(port)).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = descriptor
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
            }
        }
        guard isBound else {
            let number = errno
            close(descriptor)
            throw SocketFailure(text: "bind: \(number)")
        }
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

    func letGo() { close(descriptor) }
}
