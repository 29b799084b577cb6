package io.github.cargokit.parity

import java.io.InputStream

/** Reads lines of any length from a stream as ranges of a single buffer, without decoding them. */
internal class LineReader(private val stream: InputStream) {
    /** The buffer of the current line, which extends from [start] up to [end]. Valid until the next call of [next]. */
    var bytes = ByteArray(1 shl 16)
        private set
    var start = 0
        private set
    var end = 0
        private set
    private var position = 0
    private var limit = 0

    /**
     * Moves to the next line, without its newline. Returns false at the end of input. The last line may lack a newline.
     */
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

    /** Moves the current line to the start of the buffer, or enlarges the buffer. Returns how far the line moved. */
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
