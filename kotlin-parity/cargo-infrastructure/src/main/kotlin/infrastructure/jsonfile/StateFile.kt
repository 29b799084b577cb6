package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError.Code
import java.nio.channels.FileChannel
import java.nio.file.NoSuchFileException
import java.nio.file.Path
import java.nio.file.StandardOpenOption.CREATE
import java.nio.file.StandardOpenOption.READ
import java.nio.file.StandardOpenOption.WRITE

/**
 * The open file `STATE`. It is never synced: after a system crash, the first process to open the store recomputes it.
 */
internal class StateFile private constructor(
    private val path: Path,
    private val file: FileChannel,
    private val medium: Medium,
) {
    /** Reads both slots. */
    fun read(): StoreState = reading { bytes ->
        StoreState.append(bytes)?.let { append -> StoreState.sync(bytes)?.let { StoreState(append, it) } }
    }

    /** Reads only slot S, which determines what is published. */
    fun readSync(): StoreState.Sync = reading { StoreState.sync(it) }

    /** Returns the bytes of both slots as they are, intact or not. */
    fun bytes(): ByteArray = StoreDirectory.read(file, 0, StoreState.LENGTH.toLong())

    /** If neither copy of a slot is intact, another process is writing it: read again. */
    private fun <T> reading(slots: (ByteArray) -> T?): T {
        repeat(ATTEMPTS) {
            slots(bytes())?.let { return it }
            Thread.onSpinWait()
        }
        val cause = "$path is damaged; close the store in every process, then open it again"
        throw StoreFailure.technical(Code.STORE_UNAVAILABLE, cause)
    }

    /** Writes slot A as the successor of the given one. The caller holds [StoreLocks.Place.APPEND]. */
    fun write(slot: StoreState.Append) = write(slot.copy(sequence = slot.sequence + 1).copy)

    /** Writes slot S as the successor of the given one, and returns it. The caller holds [StoreLocks.Place.SYNC]. */
    fun write(slot: StoreState.Sync): StoreState.Sync = slot.copy(sequence = slot.sequence + 1).also { write(it.copy) }

    private fun write(copy: Pair<Long, ByteArray>) = medium.publish(file, copy.second, copy.first)

    /** Overwrites the whole file. Use it only while no other process has the store open. */
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

    /**
     * A new sequence number shows other processes that the slot has changed. A number close to the maximum can't have
     * been reached by counting, so start again.
     */
    private fun successor(sequence: Long?): Long =
        if (sequence == null || sequence > Long.MAX_VALUE / 2) 1 else sequence + 1

    fun close() = file.close()

    companion object {
        /** The file's name in the store. */
        const val NAME = "STATE"

        private const val ATTEMPTS = 1_000

        /** Opens the file of a store that another process may have open. */
        fun open(directory: StoreDirectory, medium: Medium, isWritable: Boolean = true): StateFile {
            val path = directory.path.resolve(NAME)
            try {
                return StateFile(
                    path,
                    if (isWritable) FileChannel.open(path, READ, WRITE) else FileChannel.open(path, READ),
                    medium,
                )
            } catch (_: NoSuchFileException) {
                val cause = "$path is missing, though other processes have the store open"
                throw StoreFailure.technical(Code.STORE_UNAVAILABLE, cause)
            }
        }

        /** Opens or creates the file, for [reset]. */
        fun create(directory: StoreDirectory, medium: Medium): StateFile {
            val path = directory.path.resolve(NAME)
            return StateFile(path, StoreAccess.open(path, READ, WRITE, CREATE), medium)
        }
    }
}
