import Dispatch
import Synchronization

/// Runs the program's task, and the tasks that it waits for, on the main thread.
///
/// Most commands read or save something and end. Starting threads for that takes longer than the work itself.
final class MainThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrival = DispatchSemaphore(value: 0)
    private let status = Mutex<ExitStatus?>(nil)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrival.signal()
    }

    /// Runs the program to its end, and returns its exit status.
    func run(_ program: @escaping @Sendable () async -> ExitStatus) -> ExitStatus {
        Task(executorPreference: self) {
            let status = await program()
            self.status.withLock { $0 = status }
        }
        while true {
            if let status = status.withLock({ $0 }) { return status }
            arrival.wait()
            let job = jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
