import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Testing

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

@Suite("A process that is stopped while it holds the store's lock", .waitsForProcesses)
struct StoppedHolderTests {
    /// Takes the store's append lock, reports it, and holds it until its input ends.
    private static let holder = """
        import fcntl, os, struct, sys
        lock = os.open(sys.argv[1], os.O_RDWR)
        if sys.platform == "darwin":
            fcntl.flock(lock, fcntl.LOCK_EX)
        else:
            fcntl.fcntl(lock, 37, struct.pack("hhqqi", fcntl.F_WRLCK, os.SEEK_SET, 0, 1, 0))
        os.ftruncate(lock, 0)
        os.pwrite(lock, b"%d\\n" % os.getpid(), 0)
        print("held", flush=True)
        sys.stdin.read()
        """

    @Test(
        "is named by store_locked when the time limit is over; reading and opening go on; nothing is lost when it goes on, and saving works again"
    )
    func stopped() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cargo-kit-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: directory) } catch { Issue.record(error) } }
        let store = try await JSONFileStore.open(directory.path, lockTimeout: .milliseconds(300))
        try await store.cargos.save(.stub()).get()

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-c", Self.holder, directory.appendingPathComponent("LOCK").path]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        #expect(String(decoding: try output.fileHandleForReading.read(upToCount: 5) ?? Data(), as: UTF8.self) == "held\n")
        kill(process.processIdentifier, SIGSTOP)

        let changed = try await store.cargos.findByTrackingId(.stub()).get().changingDeadline(to: .stub(day: 90), at: .stub())
        let start = ContinuousClock.now
        guard case .failure(let error) = await store.cargos.save(changed) else {
            Issue.record("saved under another's lock")
            return
        }
        #expect(error.code == .storeLocked)
        #expect(error.cause?.contains("held by process \(process.processIdentifier)") == true)
        #expect(ContinuousClock.now - start >= .milliseconds(300))
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 1)
        // The store can be opened and read meanwhile. The different time limit gives it a separate engine.
        let opened = try await JSONFileStore.open(directory.path, lockTimeout: .milliseconds(301))
        #expect(try await opened.cargos.findByTrackingId(.stub()).get().version == 1)
        await opened.close()

        kill(process.processIdentifier, SIGCONT)
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        try await store.cargos.save(changed).get()
        #expect(try await store.verify().get() == [])
        #expect(try await store.cargos.findByTrackingId(.stub()).get().version == 2)
        await store.close()
    }
}
