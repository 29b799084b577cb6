package io.github.cargokit.infrastructure.jsonfile

import java.nio.ByteBuffer
import java.nio.channels.FileChannel

/** Writes bytes to disk. Tests replace it to simulate failures. */
internal open class Medium {
    /** Writes all bytes, looping over short writes. */
    open fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) file.write(buffer, offset + buffer.position())
    }

    /** Writes to the state file, which other processes see at once and which needs no additional space. */
    open fun publish(file: FileChannel, bytes: ByteArray, offset: Long) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) file.write(buffer, offset + buffer.position())
    }

    /** Truncates a file. */
    open fun truncate(file: FileChannel, length: Long) {
        file.truncate(length)
    }

    /** Syncs a file's bytes and length to disk; with `withName`, also the name of a new file. */
    open fun sync(file: FileChannel, withName: Boolean = false) = file.force(withName)
}
