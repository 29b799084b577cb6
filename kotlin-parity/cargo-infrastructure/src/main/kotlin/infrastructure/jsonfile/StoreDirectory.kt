package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.FileAlreadyExistsException
import java.nio.file.Files
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.StandardOpenOption
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.CREATE_NEW
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.TRUNCATE_EXISTING
import java.nio.file.StandardOpenOption.WRITE

/** The files of a store: their names, and the order of writes and syncs for each change to the set of files. */
internal class StoreDirectory(path: Path, private val medium: Medium) {
    /** The absolute path of the directory. */
    val path: Path = path.toAbsolutePath().normalize()

    private val manifestPath = this.path.resolve(MANIFEST)

    /**
     * The manifest in force, with its bytes and the identity of its file. If two values are equal, the manifest wasn't
     * replaced in between.
     */
    class CurrentManifest(val manifest: JournalManifest, private val bytes: ByteArray, private val fileKey: Any?) {
        override fun equals(other: Any?): Boolean =
            other is CurrentManifest && bytes.contentEquals(other.bytes) && fileKey == other.fileKey

        override fun hashCode(): Int = bytes.contentHashCode()
    }

    // Looking

    /** Refuses a path that is a file, and a network file system, on which locks and syncs may not be reliable. */
    fun check(allowsNetworkFileSystem: Boolean) {
        if (Files.exists(path) && !Files.isDirectory(path)) throw unavailable("$path is not a directory")
        if (allowsNetworkFileSystem) return
        var place = path
        while (!Files.exists(place)) place = place.parent ?: return
        if (Files.getFileStore(place).type() in REMOTE_TYPES) {
            throw unavailable("$path is on a network file system, whose locks and syncs are unreliable")
        }
    }

    /** Reads the manifest; null if the store doesn't exist yet. */
    fun readManifest(): CurrentManifest? {
        val bytes = try {
            Files.readAllBytes(manifestPath)
        } catch (_: NoSuchFileException) {
            refuseLostManifest()
            return null
        }
        return CurrentManifest(
            JournalManifest.parse(bytes, manifestPath.toString()),
            bytes,
            StoreLocks.keyOf(manifestPath),
        )
    }

    /** A directory with records but without a manifest is a damaged store, not an empty one. */
    private fun refuseLostManifest() {
        if (!Files.isDirectory(path)) return
        val hasRecords = Files.newDirectoryStream(path, "seg-*.jsonl").use { files -> files.any { Files.size(it) > 0 } }
        // A store that is being created writes its manifest before its first record, so check again before reporting it
        // as lost.
        if (hasRecords && !Files.exists(manifestPath)) {
            val cause = "$manifestPath is missing, though the directory holds records"
            throw StoreFailure(DomainError.corruptRecord(rule = "manifest", cause = cause))
        }
    }

    /** Returns the path of a segment. */
    fun segmentPath(number: Long): Path = path.resolve(JournalManifest.segmentName(number))

    /** Opens a segment, for reading unless `options` say otherwise. */
    fun openSegment(number: Long, vararg options: StandardOpenOption = arrayOf(READ)): FileChannel = try {
        FileChannel.open(segmentPath(number), *options)
    } catch (_: NoSuchFileException) {
        val cause = "${segmentPath(number)} is missing, though the manifest names it"
        throw StoreFailure(DomainError.corruptRecord(rule = "manifest", cause = cause))
    }

    // Changing

    /** Creates the directory and its missing parents. */
    fun create() = createDirectories(path)

    private fun createDirectories(directory: Path) {
        if (Files.isDirectory(directory)) return
        directory.parent?.let(::createDirectories)
        try {
            StoreAccess.createDirectory(directory)
        } catch (failure: FileAlreadyExistsException) {
            if (!Files.isDirectory(directory)) throw failure
        }
        directory.parent?.let(::syncDirectory)
    }

    /** Creates the first, empty segment and the manifest that names it. No other process may have the store open. */
    fun createFirstManifest(): JournalManifest {
        createSegment(JournalManifest.FIRST.active)
        syncDirectory(path)
        replaceManifest(JournalManifest.FIRST)
        return JournalManifest.FIRST
    }

    /**
     * Creates an empty segment. An existing file is left over from a crash and not part of the store, since no manifest
     * names it.
     */
    fun createSegment(number: Long) =
        StoreAccess.open(segmentPath(number), CREATE, TRUNCATE_EXISTING, WRITE).use { medium.sync(it, withName = true) }

    /** Replaces the manifest. The new one is on disk when this returns. */
    fun replaceManifest(manifest: JournalManifest) {
        val temporary = path.resolve("$MANIFEST.tmp")
        StoreAccess.open(temporary, CREATE, TRUNCATE_EXISTING, WRITE).use { file ->
            medium.write(file, manifest.bytes(), 0)
            medium.sync(file, withName = true)
        }
        Files.move(temporary, manifestPath, ATOMIC_MOVE, REPLACE_EXISTING)
        syncDirectory(path)
    }

    /** Copies a torn tail to `quarantine/`. Returns the path of the copy, which is on disk. */
    fun quarantine(torn: LongRange, file: FileChannel, segment: Long): Path {
        val folder = path.resolve("quarantine")
        if (!Files.exists(folder)) {
            StoreAccess.createSubdirectory(folder)
            syncDirectory(path)
        }
        val bytes = read(file, torn.first, torn.last + 1)
        var number = 0
        while (true) {
            val copy = folder.resolve("${JournalManifest.segmentName(segment)}-${torn.first}-${number++}")
            try {
                StoreAccess.open(copy, CREATE_NEW, WRITE).use {
                    medium.write(it, bytes, 0)
                    medium.sync(it, withName = true)
                }
            } catch (_: FileAlreadyExistsException) {
                continue
            }
            syncDirectory(folder)
            return copy
        }
    }

    /** Rewrites a range of a file with the same bytes, because a failed sync may have left their pages marked clean. */
    fun rewrite(file: FileChannel, start: Long, end: Long) {
        var position = start
        while (position < end) {
            val bytes = read(file, position, minOf(end, position + PIECE))
            if (bytes.isEmpty()) throw IOException("$path: a segment has become shorter")
            medium.write(file, bytes, position)
            position += bytes.size
        }
    }

    private fun syncDirectory(directory: Path) =
        FileChannel.open(directory, READ).use { medium.sync(it, withName = true) }

    private fun unavailable(cause: String) = StoreFailure.technical(Code.STORE_UNAVAILABLE, cause)

    companion object {
        /** The manifest's name in the store. */
        const val MANIFEST = "MANIFEST.json"

        /**
         * File systems to which other machines, or a virtual machine and its host, can write. Locks and syncs on them
         * may not reach the disk, or other machines may see them too late.
         */
        private val REMOTE_TYPES = setOf(
            // Network protocols.
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncp", "ncpfs", "afs", "coda", "9p",
            // Cluster file systems
            "ceph", "lustre", "gpfs", "glusterfs", "beegfs", "orangefs", "pvfs2", "panfs", "wekafs",
            // Disks mounted by several machines.
            "ocfs2", "gfs2", "acfs", "cvfs",
            // Directories that a virtual machine shares with its host.
            "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "fakeowner",
            // The same, through FUSE.
            "fuse.afpfs", "fuse.beegfs", "fuse.blobfuse", "fuse.blobfuse2", "fuse.ceph-fuse", "fuse.cephfs",
            "fuse.curlftpfs", "fuse.davfs",
            "fuse.gcsfuse", "fuse.glusterfs", "fuse.goofys", "fuse.grpcfuse", "fuse.hdfs", "fuse.juicefs",
            "fuse.moosefs", "fuse.mfs",
            "fuse.mount-s3", "fuse.osxfs", "fuse.prl_fsd", "fuse.rclone", "fuse.s3fs", "fuse.seaweedfs",
            "fuse.smbnetfs", "fuse.sshfs",
            "fuse.vmhgfs-fuse",
        )

        private const val PIECE = 1L shl 20

        /** Reads the bytes from `start` up to `end`, or fewer if the file is shorter. */
        fun read(file: FileChannel, start: Long, end: Long): ByteArray {
            val room = minOf(end, file.size()) - start
            if (room <= 0) return ByteArray(0)
            if (room > Int.MAX_VALUE - 8) {
                throw StoreFailure.technical(Code.STORE_UNAVAILABLE, "a stretch of $room bytes is too long")
            }
            val buffer = ByteBuffer.allocate(room.toInt())
            while (buffer.hasRemaining()) if (file.read(buffer, start + buffer.position()) < 0) break
            return if (buffer.hasRemaining()) buffer.array().copyOf(buffer.position()) else buffer.array()
        }
    }
}
