package io.github.cargokit.infrastructure

import io.github.cargokit.testing.expect
import java.nio.file.FileSystems
import java.nio.file.Files
import java.nio.file.Path
import java.nio.file.StandardOpenOption.APPEND
import java.nio.file.attribute.PosixFilePermissions
import org.junit.jupiter.api.Assumptions.assumeTrue
import org.junit.jupiter.api.Test

/** Who may use a store's files, whatever the process's umask allows. */
internal class StoreAccessTests {
    /** Creates a store with a quarantined tail, and returns the permissions of its directories and files. */
    private fun permissions(directory: Path): Pair<Set<String>, Set<String>> {
        openJournal(directory).run {
            commit(save("A"))
            close()
        }
        Files.writeString(directory.resolve(SEGMENT), "torn", APPEND)
        openJournal(directory).close()
        val paths = Files.walk(directory).use { it.toList() }
        expect(paths.count { it.parent.fileName.toString() == "quarantine" }, 1)
        val (directories, files) = paths.partition { Files.isDirectory(it) }
        fun of(paths: List<Path>) =
            paths.map { PosixFilePermissions.toString(Files.getPosixFilePermissions(it)) }.toSet()
        return of(directories) to of(files)
    }

    @Test
    fun `A new store is open to its user alone`() {
        assumeTrue("posix" in FileSystems.getDefault().supportedFileAttributeViews())
        inTemporaryDirectory { directory ->
            expect(permissions(directory.resolve("new/store")), setOf("rwx------") to setOf("rw-------"))
            val parent = Files.getPosixFilePermissions(directory.resolve("new"))
            expect(PosixFilePermissions.toString(parent), "rwx------")
        }
    }

    @Test
    fun `In a directory that is open to its group, a store's files are, too, and to no others`() {
        assumeTrue("posix" in FileSystems.getDefault().supportedFileAttributeViews())
        inTemporaryDirectory { directory ->
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x---"))
            expect(permissions(directory), setOf("rwxr-x---") to setOf("rw-r-----"))
        }
        inTemporaryDirectory { directory ->
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"))
            expect(permissions(directory), setOf("rwxr-xr-x", "rwxr-x---") to setOf("rw-r-----"))
        }
    }
}
