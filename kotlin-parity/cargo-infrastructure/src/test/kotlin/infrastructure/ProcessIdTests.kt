package io.github.cargokit.infrastructure

import io.github.cargokit.infrastructure.jsonfile.ProcessId
import io.github.cargokit.testing.expect
import java.nio.file.Files
import java.nio.file.Path
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.io.TempDir

internal class ProcessIdTests {
    private fun withoutHandle(link: Path) =
        ProcessId.of({ throw NoClassDefFoundError("java/lang/ProcessHandle") }, link)

    @Test
    fun `Without ProcessHandle, as on Android, the system's link to the process has its id`(@TempDir folder: Path) {
        val process = Files.createDirectory(folder.resolve("4711"))
        expect(withoutHandle(Files.createSymbolicLink(folder.resolve("self"), process)), "4711")
    }

    @Test
    fun `A process whose system doesn't tell its id has none`(@TempDir folder: Path) {
        expect(withoutHandle(folder.resolve("self")), "unknown")
        expect(withoutHandle(Files.createDirectory(folder.resolve("name"))), "unknown")
    }

    @Test
    fun `Java tells the id`() {
        expect(ProcessId.current, ProcessHandle.current().pid().toString())
    }
}
