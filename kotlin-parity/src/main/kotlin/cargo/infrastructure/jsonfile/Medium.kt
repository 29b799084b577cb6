package cargo.infrastructure.jsonfile

import java.nio.ByteBuffer
import java.nio.channels.FileChannel

/** How bytes reach the medium: a seam, so that tests can make it fail. */
internal open class Medium {
    /** Writes all the bytes, however often the system stops short. */
    open fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) file.write(buffer, offset + buffer.position())
    }

    /** Writes to the state file, which other processes read at once and which needs no space. */
    open fun publish(file: FileChannel, bytes: ByteArray, offset: Long) {
        val buffer = ByteBuffer.wrap(bytes)
        while (buffer.hasRemaining()) file.write(buffer, offset + buffer.position())
    }

    /** Cuts a file off. */
    open fun truncate(file: FileChannel, length: Long) {
        file.truncate(length)
    }

    /** Brings a file's bytes and length to the medium; a directory's or a new file's name too. */
    open fun sync(file: FileChannel, withName: Boolean = false) = file.force(withName)
}
