import Dispatch
import Testing

@testable import cargo_cli

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("The command line's main thread")
struct MainThreadTests {
    /// The calling thread.
    private static var thread: Int { Int(bitPattern: pthread_self()) }

    @concurrent
    private static func concurrentThread() async -> Int { thread }

    /// Waits for another thread.
    private static func threadAfterWaiting() async -> Int {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume() }
        }
        return thread
    }

    @Test func `a program and what it waits for run on the thread that runs it`() {
        let caller = Self.thread
        let status = MainThread().run {
            let (own, concurrent, later) = (Self.thread, await Self.concurrentThread(), await Self.threadAfterWaiting())
            return [own, concurrent, later].allSatisfy { $0 == caller } ? .done : .bug
        }
        #expect(status == .done)
    }

    @Test func `the status of the program is returned`() {
        #expect(MainThread().run { .interrupted } == .interrupted)
    }
}
