package cargo.infrastructure.jsonfile

import cargo.domain.shared.DomainError
import cargo.domain.shared.DomainError.Code
import java.nio.channels.FileChannel
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE

/** The open file `STATE`; never synced, since after a crash of the machine the first to open works out what it says anew. */
internal class StateFile private constructor(private val path: Path, private val file: FileChannel, private val medium: Medium) {
    /** Both slots. */
    fun read(): StoreState = reading { bytes -> StoreState.append(bytes)?.let { append -> StoreState.sync(bytes)?.let { StoreState(append, it) } } }

    /** Slot S alone, which all that is shown depends on. */
    fun readSync(): StoreState.Sync = reading { StoreState.sync(it) }

    /** The bytes of both slots as they are, intact or not. */
    fun bytes(): ByteArray = StoreDirectory.read(file, 0, StoreState.LENGTH.toLong())

    /** Where neither copy of a slot is intact, a write is under way: read again. */
    private fun <T> reading(slots: (ByteArray) -> T?): T {
        repeat(ATTEMPTS) {
            slots(bytes())?.let { return it }
            Thread.onSpinWait()
        }
        val cause = "$path is damaged; close the store in every process, then open it again"
        throw StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, cause))
    }

    /** Writes slot A as the successor of the one given; the caller holds [StoreLocks.Place.APPEND]. */
    fun write(slot: StoreState.Append) = write(slot.copy(sequence = slot.sequence + 1).copy)

    /** Writes slot S as the successor of the one given, and gives it back; the caller holds [StoreLocks.Place.SYNC]. */
    fun write(slot: StoreState.Sync): StoreState.Sync = slot.copy(sequence = slot.sequence + 1).also { write(it.copy) }

    private fun write(copy: Pair<Long, ByteArray>) = medium.publish(file, copy.second, copy.first)

    /** Writes all of the file, whatever it said before; for a process that is alone with the store. */
    fun reset(append: StoreState.Append, sync: StoreState.Sync) {
        val old = bytes()
        val bytes = ByteArray(StoreState.FILE_LENGTH)
        val slots = listOf(
            append.copy(sequence = successor(StoreState.append(old)?.sequence)).copy,
            sync.copy(sequence = successor(StoreState.sync(old)?.sequence)).copy,
        )
        for ((offset, slot) in slots) slot.copyInto(bytes, offset.toInt())
        medium.publish(file, bytes, 0)
    }

    /** Other processes may tell by the sequence that the slot is another; one near the end of the numbers was not counted up to. */
    private fun successor(sequence: Long?): Long = if (sequence == null || sequence > Long.MAX_VALUE / 2) 1 else sequence + 1

    fun close() = file.close()

    companion object {
        /** The file's name in the store. */
        const val NAME = "STATE"

        private const val ATTEMPTS = 1_000

        /** Opens the file of a store that others have open. */
        fun open(directory: StoreDirectory, medium: Medium, isWritable: Boolean = true): StateFile {
            val path = directory.path.resolve(NAME)
            try {
                return StateFile(path, if (isWritable) FileChannel.open(path, READ, WRITE) else FileChannel.open(path, READ), medium)
            } catch (_: NoSuchFileException) {
                throw StoreFailure(DomainError.technical(Code.STORE_UNAVAILABLE, "$path is missing, though other processes have the store open"))
            }
        }

        /** Opens the file, or creates it for [reset]. */
        fun create(directory: StoreDirectory, medium: Medium): StateFile {
            val path = directory.path.resolve(NAME)
            return StateFile(path, FileChannel.open(path, READ, WRITE, CREATE), medium)
        }
    }
}
