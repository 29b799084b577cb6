package io.github.cargokit.infrastructure.jsonfile

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code

/**
 * MANIFEST.json: the list of a store's segments. It is replaced as a whole whenever the list changes.
 *
 * All segments except the last are sealed: their length never changes again.
 */
internal data class JournalManifest(
    /** The manifest's generation: the number of changes to the list of segments so far. */
    val generation: Long,
    /** The lowest writer version that may append. */
    val minWriter: Long,
    /**
     * The sequence number up to which compactions have dropped domain events, perhaps 0; null in format 1.
     *
     * If it isn't null, they may have dropped the first records of an id, too.
     */
    val trimmed: Long? = null,
    val sealed: List<Sealed>,
    /** The number of the active segment, to which records are appended. */
    val active: Long,
) {
    /** A segment that is never appended to again. */
    data class Sealed(
        val number: Long,
        val length: Long,
        /** The CRC-32C of all its bytes. */
        val checksum: Int,
        /** The number of records, including marks. */
        val count: Long,
    )

    /** Returns the same segments as the next generation. */
    fun renewed(): JournalManifest = copy(generation = generation + 1, minWriter = maxOf(minWriter, WRITER))

    /** Returns the manifest with the active segment sealed at a length, and a new active segment after it. */
    fun sealing(length: Long, checksum: Int, count: Long): JournalManifest =
        renewed().copy(sealed = sealed + Sealed(active, length, checksum, count), active = active + 1)

    /** Returns the contents of the file. */
    fun bytes(): ByteArray {
        val segments = sealed.map {
            val digits = Checksum.digits(it.checksum)
            "{\"name\":\"${segmentName(it.number)}\",\"length\":${it.length},\"crc\":\"$digits\",\"count\":${it.count}}"
        } + "{\"name\":\"${segmentName(active)}\"}"
        val format = if (trimmed == null) 1 else 2
        val dropped = trimmed?.let { ",\"trimmed\":$it" }.orEmpty()
        val head = "\"format\":$format,\"minWriter\":$minWriter,\"generation\":$generation$dropped"
        val list = segments.joinToString(",")
        val rest = "$head,\"segments\":[$list]}\n"
        return RecordLine.sealed(rest.toByteArray())
    }

    companion object {
        /**
         * The newest format that this program reads. A new store has format 1; this program keeps the format of others.
         */
        const val FORMAT = 2L

        /**
         * The version of this program as a writer. A store may require a newer one. Writer 2 maintains `STATE` and
         * three locks.
         */
        const val WRITER = 2L

        /** The manifest of a new store. */
        val FIRST = JournalManifest(generation = 1, minWriter = WRITER, sealed = emptyList(), active = 1)

        /** Returns the file name of a segment. */
        fun segmentName(number: Long): String = "seg-${number.toString().padStart(6, '0')}.jsonl"

        /**
         * Parses a manifest. Fails with `corrupt_record`, or with `store_schema_unsupported` if its format is newer
         * than [FORMAT].
         */
        fun parse(bytes: ByteArray, path: String): JournalManifest {
            if (!RecordLine.isIntact(bytes, 0, bytes.size)) throw corrupt(path, "its checksum is wrong")
            val line = LineReader(bytes, RecordLine.PREFIX_LENGTH, bytes.size)
            val format =
                (if (line.skip("\"format\":")) line.integer() else null) ?: throw corrupt(path, "it has no format")
            if (format !in 1..FORMAT) {
                val cause = "$path: the store has format $format; this program reads up to format $FORMAT"
                throw StoreFailure.technical(Code.STORE_SCHEMA_UNSUPPORTED, cause)
            }
            return rest(line, format) ?: throw corrupt(path, "it is incomplete")
        }

        private fun rest(line: LineReader, format: Long): JournalManifest? {
            if (!line.skip(",\"minWriter\":")) return null
            val minWriter = line.integer() ?: return null
            if (!line.skip(",\"generation\":")) return null
            val generation = line.integer() ?: return null
            var trimmed: Long? = null
            if (format > 1) {
                if (!line.skip(",\"trimmed\":")) return null
                trimmed = line.integer() ?: return null
            }
            if (!line.skip(",\"segments\":[")) return null
            val sealed = ArrayList<Sealed>()
            while (true) {
                if (!line.skip("{\"name\":\"")) return null
                val number =
                    line.text()?.let(::segmentNumber)?.takeIf { it > (sealed.lastOrNull()?.number ?: 0) } ?: return null
                if (line.skip("}]}\n")) {
                    return if (line.isAtEnd) JournalManifest(generation, minWriter, trimmed, sealed, number) else null
                }
                if (!line.skip(",\"length\":")) return null
                val length = line.integer() ?: return null
                if (!line.skip(",\"crc\":\"")) return null
                val checksum = line.text()?.toUIntOrNull(16)?.toInt() ?: return null
                if (!line.skip(",\"count\":")) return null
                val count = line.integer() ?: return null
                if (!line.skip("},")) return null
                sealed += Sealed(number, length, checksum, count)
            }
        }

        private fun segmentNumber(name: String): Long? =
            name.drop(4).substringBefore('.').toLongOrNull()?.takeIf {
                it in 1..UInt.MAX_VALUE.toLong() && segmentName(it) == name
            }

        private fun corrupt(path: String, what: String) =
            StoreFailure(DomainError.corruptRecord(rule = "manifest", cause = "$path: $what"))
    }
}
