package io.github.cargokit.infrastructure.jsonfile

import java.io.ByteArrayOutputStream

/**
 * Encodes and decodes a record as one line of JSON, as described in `spec/files/README.md`.
 *
 *     {"~crc":"9ae0daaf","s":182734,"t":"cargo","id":"ABC123","v":5,"d":1,"cu":"ACME","tx":[0,2],"n":1432,"e":[17,2],
 *      "doc":{…},"ev":[{…},{…}]}
 */
internal object RecordLine {
    /**
     * The beginning of every line.
     *
     * It can't occur inside a JSON string, and no document has a key `~crc`.
     */
    const val MARK = "{\"~crc\":\""

    /** The number of bytes before the part that the checksum covers. */
    const val PREFIX_LENGTH = 19

    /** The maximum length of an id, a kind or a customer. */
    const val GREATEST_TEXT = 1023

    const val NEW_LINE = '\n'.code.toByte()

    private const val DIGITS_END = 17

    /** Returns whether a byte is allowed in an id, a kind or a customer: printable ASCII except `"` and `\`. */
    fun isPlain(byte: Byte): Boolean = byte in 0x20..0x7E && byte.toInt() != '"'.code && byte.toInt() != '\\'.code

    /** Encodes the line of a record. Fills in the positions of `document` and `events` in the header. */
    fun of(header: RecordHeader, document: ByteArray, events: List<ByteArray>): ByteArray {
        val rest = ByteArrayOutputStream(document.size + 256)
        rest.ascii("\"s\":${header.watermark},\"t\":\"${header.kind}\"")
        rest.ascii(",\"id\":\"${header.id}\",\"v\":${header.version},\"d\":${header.schema}")
        header.customer?.let { rest.ascii(",\"cu\":\"$it\"") }
        header.cargoIndex.voyages?.let { rest.ascii(",\"vo\":${quoted(it)}") }
        header.cargoIndex.needs?.let { rest.ascii(",\"ne\":${quoted(it)}") }
        header.cargoIndex.places?.let { rest.ascii(",\"at\":${quoted(it)}") }
        header.cargoIndex.references?.let { rest.ascii(",\"re\":${quoted(it)}") }
        header.cargoIndex.overdueFrom?.let { rest.ascii(",\"du\":$it") }
        header.batch?.let { rest.ascii(",\"tx\":[${it.index},${it.count}]") }
        rest.ascii(",\"n\":${document.size}")
        if (events.isNotEmpty()) rest.ascii(",\"e\":[${header.firstSequence},${events.size}]")
        rest.ascii(",\"doc\":")
        rest.writeBytes(document)
        events.forEachIndexed { place, event ->
            rest.ascii(if (place == 0) ",\"ev\":[" else ",")
            rest.writeBytes(event)
        }
        rest.ascii(if (events.isEmpty()) "}\n" else "]}\n")
        return sealed(rest.toByteArray())
    }

    /** Encodes a mark: everything before `watermark` is on disk. */
    fun mark(watermark: Long): ByteArray =
        sealed("\"s\":$watermark,\"t\":\"${RecordHeader.MARK_KIND}\"}\n".toByteArray())

    /** Prefixes the part covered by the checksum with its checksum. */
    fun sealed(rest: ByteArray): ByteArray = prefix(Checksum.of(rest, 0, rest.size)) + rest

    /** Returns the part of a line before the one covered by the checksum. */
    fun prefix(checksum: Int): ByteArray = "$MARK${Checksum.digits(checksum)}\",".toByteArray()

    /** Returns whether a line, including its newline, has the fixed bytes in place and a correct checksum. */
    fun isIntact(bytes: ByteArray, start: Int, end: Int): Boolean {
        if (end - start <= PREFIX_LENGTH) return false
        val stored = storedChecksum(bytes, start, end) ?: return false
        return stored == Checksum.of(bytes, start + PREFIX_LENGTH, end)
    }

    /** Returns the checksum stored in a line, or null if its digits or the bytes around them are wrong. */
    fun storedChecksum(bytes: ByteArray, start: Int, end: Int): Int? {
        if (end - start < PREFIX_LENGTH) return null
        if (MARK.indices.any { bytes[start + it].toInt() != MARK[it].code }) return null
        if (bytes[start + DIGITS_END].toInt() != '"'.code || bytes[start + DIGITS_END + 1].toInt() != ','.code) {
            return null
        }
        var checksum = 0
        for (index in start + MARK.length until start + DIGITS_END) {
            val digit = when (val byte = bytes[index].toInt()) {
                in '0'.code..'9'.code -> byte - '0'.code
                in 'a'.code..'f'.code -> byte - 'a'.code + 10
                else -> return null
            }
            checksum = checksum shl 4 or digit
        }
        return checksum
    }

    /** Decodes the header of an intact line; null if its fields aren't those of a record. */
    fun header(bytes: ByteArray, start: Int, end: Int): RecordHeader? {
        val line = LineReader(bytes, start + PREFIX_LENGTH, end)
        if (!line.skip("\"s\":")) return null
        val watermark = line.integer() ?: return null
        if (!line.skip(",\"t\":\"")) return null
        val kind = line.text() ?: return null
        val header = RecordHeader(watermark, kind)
        if (header.isMark) return header.takeIf { line.skip("}\n") && line.isAtEnd }
        if (!line.skip(",\"id\":\"")) return null
        val id = line.text() ?: return null
        if (!line.skip(",\"v\":")) return null
        val version = line.integer()?.takeIf { it >= 1 } ?: return null
        if (!line.skip(",\"d\":")) return null
        val schema = line.integer() ?: return null
        return body(line, start, header.copy(id = id, version = version, schema = schema))
    }

    /** Reads the fields from the customer on. */
    private fun body(line: LineReader, start: Int, begun: RecordHeader): RecordHeader? {
        var header = begun
        if (line.skip(",\"cu\":\"")) header = header.copy(customer = line.text() ?: return null)
        header = header.copy(cargoIndex = cargoIndex(line) ?: return null)
        if (line.skip(",\"tx\":[")) {
            val (index, count) = line.pair() ?: return null
            if (index >= count || count < 2) return null
            header = header.copy(batch = RecordHeader.Batch(index, count))
        }
        if (!line.skip(",\"n\":")) return null
        val length = line.integer() ?: return null
        if (line.skip(",\"e\":[")) {
            val (first, count) = line.pair() ?: return null
            if (first < 1 || count < 1) return null
            header = header.copy(firstSequence = first, eventCount = count)
        }
        if (!line.skip(",\"doc\":") || length < 2) return null
        val document = line.position - start
        if (!line.advance(length)) return null
        header = header.copy(document = RecordHeader.Span(document, line.position - start))
        if (header.eventCount > 0) {
            if (!line.skip(",\"ev\":") || line.rest <= 2) return null
            val events = line.position - start
            if (!line.advance(line.rest - 2L)) return null
            header = header.copy(events = RecordHeader.Span(events, line.position - start))
        }
        return header.takeIf { line.skip("}\n") && line.isAtEnd }
    }

    /** Reads the fields by which a cargo is indexed; null if one of them is malformed. */
    private fun cargoIndex(line: LineReader): CargoIndexEntry? {
        val voyages = if (line.skip(",\"vo\":[")) line.texts() ?: return null else null
        val needs = if (line.skip(",\"ne\":[")) line.texts() ?: return null else null
        val places = if (line.skip(",\"at\":[")) line.texts() ?: return null else null
        val references = if (line.skip(",\"re\":[")) line.texts() ?: return null else null
        val overdueFrom = if (line.skip(",\"du\":")) line.integer() ?: return null else null
        return CargoIndexEntry(voyages, needs, places, references, overdueFrom)
    }

    /** Reads strings and the bracket after them. */
    private fun LineReader.texts(): List<String>? {
        val texts = ArrayList<String>()
        if (skip("]")) return texts
        do {
            if (!skip("\"")) return null
            texts += text() ?: return null
        } while (skip(","))
        return texts.takeIf { skip("]") }
    }

    private fun quoted(texts: List<String>): String = texts.joinToString(",", "[", "]") { "\"$it\"" }

    /** Reads two numbers and the bracket after them. */
    private fun LineReader.pair(): Pair<Long, Long>? {
        val first = integer() ?: return null
        if (!skip(",")) return null
        val second = integer() ?: return null
        return if (skip("]")) first to second else null
    }

    private fun ByteArrayOutputStream.ascii(text: String) = writeBytes(text.toByteArray(Charsets.ISO_8859_1))
}
