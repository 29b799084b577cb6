import Foundation
import Testing

/// Runs the tests of a suite on threads of their own, because they block while they wait for processes: on Swift's shared threads, of which there
/// is one for each processor, they would hold up every other test.
struct WaitingThreads: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(for test: Test, testCase: Test.Case?, performing body: @concurrent @Sendable () async throws -> Void) async throws {
        try await withTaskExecutorPreference(Threads.shared) { try await body() }
    }

    private final class Threads: TaskExecutor {
        static let shared = Threads()

        private let queue = OperationQueue()

        init() { queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}

extension Trait where Self == WaitingThreads {
    /// The tests wait for processes.
    static var waitsForProcesses: Self { Self() }
}
