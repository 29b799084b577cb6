package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
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

/** The files of a store: their names, and the order of writes and syncs that each change to their set needs. */
internal class StoreDirectory(path: Path, private val medium: Medium) {
    /** The directory, absolute. */
    val path: Path = path.toAbsolutePath().normalize()

    private val manifestPath = this.path.resolve(MANIFEST)

    /** The manifest in force, its bytes and the file that they were read from; of two equal ones nothing has changed in between. */
    class CurrentManifest(val manifest: JournalManifest, private val bytes: ByteArray, private val fileKey: Any?) {
        override fun equals(other: Any?): Boolean =
            other is CurrentManifest && bytes.contentEquals(other.bytes) && fileKey == other.fileKey

        override fun hashCode(): Int = bytes.contentHashCode()
    }

    // Looking

    /** Refuses a path that is a file, and a store on another machine, where locks and syncs may not be what they say. */
    fun check(allowsNetworkFileSystem: Boolean) {
        if (Files.exists(path) && !Files.isDirectory(path)) throw unavailable("$path is no directory")
        if (allowsNetworkFileSystem) return
        var place = path
        while (!Files.exists(place)) place = place.parent ?: return
        if (Files.getFileStore(place).type() in REMOTE_TYPES) {
            throw unavailable("$path lies on a network file system; its locks and syncs cannot be relied on")
        }
    }

    /** The manifest; null where there is no store yet. */
    fun readManifest(): CurrentManifest? {
        val bytes = try {
            Files.readAllBytes(manifestPath)
        } catch (_: NoSuchFileException) {
            refuseLostManifest()
            return null
        }
        return CurrentManifest(JournalManifest.parse(bytes, manifestPath.toString()), bytes, StoreLocks.keyOf(manifestPath))
    }

    /** A directory with records but without a manifest is a damaged store, never an empty one. */
    private fun refuseLostManifest() {
        if (!Files.isDirectory(path)) return
        val hasRecords = Files.newDirectoryStream(path, "seg-*.jsonl").use { files -> files.any { Files.size(it) > 0 } }
        // A store being made writes its manifest before its first record: look again before calling it lost.
        if (hasRecords && !Files.exists(manifestPath)) {
            val cause = "$manifestPath is missing, though the directory holds records"
            throw StoreFailure(DomainError.corruptRecord(rule = "manifest", cause = cause))
        }
    }

    /** The file of a segment. */
    fun segmentPath(number: Long): Path = path.resolve(JournalManifest.segmentName(number))

    /** A segment to read. */
    fun openSegment(number: Long, vararg options: StandardOpenOption = arrayOf(READ)): FileChannel = try {
        FileChannel.open(segmentPath(number), *options)
    } catch (_: NoSuchFileException) {
        val cause = "${segmentPath(number)} is missing, though the manifest names it"
        throw StoreFailure(DomainError.corruptRecord(rule = "manifest", cause = cause))
    }

    // Changing

    /** Makes the directory, with those above it. */
    fun create() = createDirectories(path)

    private fun createDirectories(directory: Path) {
        if (Files.isDirectory(directory)) return
        directory.parent?.let(::createDirectories)
        try {
            Files.createDirectory(directory)
        } catch (failure: FileAlreadyExistsException) {
            if (!Files.isDirectory(directory)) throw failure
        }
        directory.parent?.let(::syncDirectory)
    }

    /** Creates the first, empty segment and the manifest that names it; the caller is alone with the store. */
    fun createFirstManifest(): JournalManifest {
        createSegment(JournalManifest.FIRST.active)
        syncDirectory(path)
        replaceManifest(JournalManifest.FIRST)
        return JournalManifest.FIRST
    }

    /** Creates an empty segment; one that a crash left behind is no part of the store, since no manifest names it. */
    fun createSegment(number: Long) =
        FileChannel.open(segmentPath(number), CREATE, TRUNCATE_EXISTING, WRITE).use { medium.sync(it, withName = true) }

    /** Puts another manifest in force; it is known to be on the medium once this returns. */
    fun replaceManifest(manifest: JournalManifest) {
        val temporary = path.resolve("$MANIFEST.tmp")
        FileChannel.open(temporary, CREATE, TRUNCATE_EXISTING, WRITE).use { file ->
            medium.write(file, manifest.bytes(), 0)
            medium.sync(file, withName = true)
        }
        Files.move(temporary, manifestPath, ATOMIC_MOVE, REPLACE_EXISTING)
        syncDirectory(path)
    }

    /** Copies a torn tail to `quarantine/`; gives the copy's path once it is on the medium. */
    fun quarantine(torn: LongRange, file: FileChannel, segment: Long): Path {
        val folder = path.resolve("quarantine")
        if (!Files.exists(folder)) {
            Files.createDirectory(folder)
            syncDirectory(path)
        }
        val bytes = read(file, torn.first, torn.last + 1)
        var number = 0
        while (true) {
            val copy = folder.resolve("${JournalManifest.segmentName(segment)}-${torn.first}-${number++}")
            try {
                FileChannel.open(copy, CREATE_NEW, WRITE).use {
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

    /** Writes bytes of a file once more: a sync that failed may have left their pages marked clean. */
    fun rewrite(file: FileChannel, start: Long, end: Long) {
        var position = start
        while (position < end) {
            val bytes = read(file, position, minOf(end, position + PIECE))
            if (bytes.isEmpty()) throw IOException("$path: a segment has become shorter")
            medium.write(file, bytes, position)
            position += bytes.size
        }
    }

    private fun syncDirectory(directory: Path) = FileChannel.open(directory, READ).use { medium.sync(it, withName = true) }

    private fun unavailable(cause: String) = StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, cause))

    companion object {
        /** The manifest's name in the store. */
        const val MANIFEST = "MANIFEST.json"

        /**
         * File systems that other machines, or a host and its guests, write to as well: locks and syncs on them may not reach the medium, or
         * not in time for the others.
         */
        private val REMOTE_TYPES = setOf(
            // Network protocols.
            "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncp", "ncpfs", "afs", "coda", "9p",
            // Cluster file systems.
            "ceph", "lustre", "gpfs", "glusterfs", "beegfs", "orangefs", "pvfs2", "panfs", "wekafs",
            // Disks that several machines have mounted.
            "ocfs2", "gfs2", "acfs", "cvfs",
            // Directories that a virtual machine shares with its host.
            "virtiofs", "vboxsf", "vmhgfs", "prl_fs", "fakeowner",
            // The same through FUSE.
            "fuse.afpfs", "fuse.beegfs", "fuse.blobfuse", "fuse.blobfuse2", "fuse.ceph-fuse", "fuse.cephfs", "fuse.curlftpfs", "fuse.davfs",
            "fuse.gcsfuse", "fuse.glusterfs", "fuse.goofys", "fuse.grpcfuse", "fuse.hdfs", "fuse.juicefs", "fuse.moosefs", "fuse.mfs",
            "fuse.mount-s3", "fuse.osxfs", "fuse.prl_fsd", "fuse.rclone", "fuse.s3fs", "fuse.seaweedfs", "fuse.smbnetfs", "fuse.sshfs",
            "fuse.vmhgfs-fuse",
        )

        private const val PIECE = 1L shl 20

        /** Reads the bytes from `start` to before `end`; fewer where the file ends before. */
        fun read(file: FileChannel, start: Long, end: Long): ByteArray {
            val room = minOf(end, file.size()) - start
            if (room <= 0) return ByteArray(0)
            if (room > Int.MAX_VALUE - 8) throw StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "a stretch of $room bytes is too long"))
            val buffer = ByteBuffer.allocate(room.toInt())
            while (buffer.hasRemaining()) if (file.read(buffer, start + buffer.position()) < 0) break
            return if (buffer.hasRemaining()) buffer.array().copyOf(buffer.position()) else buffer.array()
        }
    }
}
