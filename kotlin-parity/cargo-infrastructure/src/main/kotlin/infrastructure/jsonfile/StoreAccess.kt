package io.github.cargokit.infrastructure.jsonfile

import java.nio.channels.FileChannel
import java.nio.file.FileSystems
import java.nio.file.Files
import java.nio.file.OpenOption
import java.nio.file.Path
import java.nio.file.attribute.FileAttribute
import java.nio.file.attribute.PosixFilePermission
import java.nio.file.attribute.PosixFilePermission.GROUP_EXECUTE
import java.nio.file.attribute.PosixFilePermission.GROUP_READ
import java.nio.file.attribute.PosixFilePermission.GROUP_WRITE
import java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE
import java.nio.file.attribute.PosixFilePermission.OWNER_READ
import java.nio.file.attribute.PosixFilePermission.OWNER_WRITE
import java.nio.file.attribute.PosixFilePermissions

/**
 * Creates a store's files for its user alone, or as far as its directory allows it, for the directory's group, too. The
 * files hold the secrets of subscriptions.
 */
internal object StoreAccess {
    private val isPosix = "posix" in FileSystems.getDefault().supportedFileAttributeViews()

    /** Opens a file of a store, which may create it. */
    fun open(path: Path, vararg options: OpenOption): FileChannel = FileChannel.open(
        path,
        options.toSet(),
        *attributes(setOf(OWNER_READ, OWNER_WRITE), groupOf(path.parent) - GROUP_EXECUTE),
    )

    /** Creates a directory for its user alone. */
    fun createDirectory(path: Path) {
        Files.createDirectory(path, *attributes(OWNER, emptySet()))
    }

    /** Creates a directory in a store. */
    fun createSubdirectory(path: Path) {
        Files.createDirectory(path, *attributes(OWNER, groupOf(path.parent)))
    }

    private val OWNER = setOf(OWNER_READ, OWNER_WRITE, OWNER_EXECUTE)
    private val GROUP = setOf(GROUP_READ, GROUP_WRITE, GROUP_EXECUTE)

    private fun groupOf(directory: Path): Set<PosixFilePermission> =
        if (isPosix) Files.getPosixFilePermissions(directory) intersect GROUP else emptySet()

    private fun attributes(owner: Set<PosixFilePermission>, group: Set<PosixFilePermission>): Array<FileAttribute<*>> =
        if (isPosix) arrayOf(PosixFilePermissions.asFileAttribute(owner + group)) else emptyArray()
}
