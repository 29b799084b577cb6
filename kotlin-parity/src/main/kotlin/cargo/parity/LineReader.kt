package cargo.parity

import java.io.InputStream

/** Hands out the lines of a stream as stretches of one buffer, whatever their length; nothing is decoded. */
internal class LineReader(private val stream: InputStream) {
    /** What the current line lies in, from [start] to before [end]; good until the next call of [next]. */
    var bytes = ByteArray(1 shl 16)
        private set
    var start = 0
        private set
    var end = 0
        private set
    private var position = 0
    private var limit = 0

    /** Goes to the next line, without its newline; false at the end of input. A last line needs no newline. */
    fun next(): Boolean {
        start = position
        var scanned = position
        while (true) {
            while (scanned < limit) {
                if (bytes[scanned] == NEW_LINE) {
                    end = scanned
                    position = scanned + 1
                    return true
                }
                scanned++
            }
            scanned -= makeRoom()
            val count = stream.read(bytes, limit, bytes.size - limit)
            if (count < 0) {
                end = limit
                position = limit
                return end > start
            }
            limit += count
        }
    }

    /** Moves the line begun to the front, or gets a larger buffer; tells by how much it moved. */
    private fun makeRoom(): Int {
        val moved = start
        if (limit < bytes.size && moved == 0) return 0
        if (limit - start == bytes.size) bytes = bytes.copyOf(Math.multiplyExact(bytes.size, 2))
        else bytes.copyInto(bytes, 0, start, limit)
        limit -= moved
        start = 0
        return moved
    }

    private companion object {
        const val NEW_LINE = '\n'.code.toByte()
    }
}
