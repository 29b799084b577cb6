#if !canImport(Darwin)
import CargoApplication
import CargoDomain
import Foundation
import Synchronization
import Testing

@testable import CargoRemote

/// Names that take long to resolve, and whom they delay.
@Suite("The resolver of endpoints' hosts")
struct HostResolverTests {
    fileprivate static let addresses = [IPAddress("192.0.2.1")].compactMap(\.self)

    /// Lookups of names that begin with `slow` block their thread until the test ends.
    private final class SlowNames: Sendable {
        private let end = DispatchSemaphore(value: 0)
        private let asked = Mutex<[String]>([])

        var hosts: [String] { asked.withLock { $0 } }

        func lookUp(_ host: String) async -> [IPAddress]? {
            asked.withLock { $0.append(host) }
            guard host.hasPrefix("slow") else { return HostResolverTests.addresses }
            return await HostResolver.onThread { [end] in
                end.wait()
                return nil
            }
        }

        func finish() { for _ in 0..<2000 { end.signal() } }
    }

    @Test("a hundred names that don't resolve delay no other name")
    func slowNames() async throws {
        let names = SlowNames()
        let resolver = HostResolver(lookUp: names.lookUp, patience: .seconds(3600))
        await withTaskGroup(of: Void.self) { group in
            for owner in ["A", "B", "C", "D"] {
                for number in 0..<25 {
                    group.addTask { _ = await resolver.addresses(of: "slow-\(owner)-\(number)", for: try? CustomerId(owner)) }
                }
            }
            while names.hosts.count < 100 { await Task.yield() }
            #expect(await resolver.addresses(of: "quick", for: try? CustomerId("E")) == Self.addresses)
            names.finish()
        }
    }

    @Test("everyone who asks for a name shares one lookup, and waits for it only so long")
    func sharing() async throws {
        let names = SlowNames()
        let resolver = HostResolver(lookUp: names.lookUp, patience: .milliseconds(50))
        await withTaskGroup(of: [IPAddress]?.self) { group in
            for _ in 0..<20 { group.addTask { await resolver.addresses(of: "slow", for: nil) } }
            for await addresses in group { #expect(addresses == nil) }
        }
        #expect(await resolver.addresses(of: "slow", for: nil) == nil)
        #expect(names.hosts == ["slow"])
        names.finish()
    }

    @Test("an owner with 32 lookups under way gets no more, and others do")
    func share() async throws {
        let names = SlowNames()
        let resolver = HostResolver(lookUp: names.lookUp, patience: .seconds(3600))
        let owner = try CustomerId("ACME")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<HostResolver.maximumPerOwner {
                group.addTask { _ = await resolver.addresses(of: "slow-\(number)", for: owner) }
            }
            while names.hosts.count < HostResolver.maximumPerOwner { await Task.yield() }
            #expect(await resolver.addresses(of: "quick", for: owner) == nil)
            #expect(await resolver.addresses(of: "quick", for: nil) == Self.addresses)
            // The address is known now.
            #expect(await resolver.addresses(of: "quick", for: owner) == Self.addresses)
            names.finish()
        }
    }

    @Test("the system resolves the local host")
    func system() async throws {
        let addresses = try #require(await HostResolver().addresses(of: "localhost", for: nil))
        #expect(addresses.contains { $0.description == "127.0.0.1" || $0.description == "::1" })
    }
}
#endif
