package io.github.cargokit.infrastructure.jsoncodec

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.InstantText
import io.github.cargokit.domain.shared.scalarOf

/**
 * Writes canonical JSON (a subset of RFC 8785) directly as bytes.
 *
 * The caller must write an object's members in the order of their names, and leave out absent ones, since there is no
 * `null`.
 */
public class JSONWriter {
    private var bytes = ByteArray(1024)
    private var count = 0
    private var needsComma = false

    /** Discards everything written and keeps the buffer. */
    public fun clear() {
        if (bytes.size > LARGEST_KEPT) bytes = ByteArray(1024)
        count = 0
        needsComma = false
    }

    /** Writes an object whose members `content` writes. */
    public inline fun members(content: JSONWriter.() -> Unit) {
        open('{')
        content()
        close('}')
    }

    /** Writes a list. `element` writes each of its elements. */
    public inline fun <T> elements(values: Iterable<T>, element: JSONWriter.(T) -> Unit) {
        open('[')
        for (value in values) element(value)
        close(']')
    }

    /** Writes the name of a member; its value comes next. Names must be ASCII. */
    public fun name(name: String): JSONWriter {
        comma()
        byte('"'.code)
        ascii(name)
        byte('"'.code)
        byte(':'.code)
        needsComma = false
        return this
    }

    /** Writes a string. */
    public fun text(text: String) {
        comma()
        quoted(text)
    }

    /** Writes a whole number. */
    public fun integer(number: Long) {
        comma()
        ascii(number.toString())
    }

    /** Writes true or false. */
    public fun truth(value: Boolean) {
        comma()
        ascii(if (value) "true" else "false")
    }

    /** Writes an instant as canonical text. */
    public fun instant(instant: Instant) {
        comma()
        reserve(26)
        bytes[count] = '"'.code.toByte()
        InstantText.write(instant.epochMilliseconds, bytes, count + 1)
        bytes[count + 25] = '"'.code.toByte()
        count += 26
    }

    /** Writes a tree. */
    public fun input(value: Input) {
        when (value) {
            is Input.Text -> text(value.text)
            is Input.Integer -> integer(value.number)
            is Input.HugeInteger -> {
                comma()
                ascii(value.digits)
            }
            is Input.Truth -> truth(value.value)
            is Input.Elements -> elements(value.elements) { input(it) }
            is Input.Members -> members {
                for (member in value.members) {
                    text(member.name)
                    byte(':'.code)
                    needsComma = false
                    input(member.value)
                }
            }
        }
    }

    /** Writes a newline. */
    public fun newLine() {
        byte('\n'.code)
        needsComma = false
    }

    /** Returns the bytes written so far. */
    public fun toBytes(): ByteArray = bytes.copyOf(count)

    /** Returns the text written so far. */
    override fun toString(): String = bytes.decodeToString(0, count)

    /** Begins an object or a list. */
    public fun open(bracket: Char) {
        comma()
        byte(bracket.code)
        needsComma = false
    }

    /** Ends an object or a list. */
    public fun close(bracket: Char) {
        byte(bracket.code)
        needsComma = true
    }

    private fun comma() {
        if (needsComma) byte(','.code)
        needsComma = true
    }

    private fun quoted(text: String) {
        byte('"'.code)
        var index = 0
        while (index < text.length) {
            val unit = text[index++]
            when {
                unit == '"' || unit == '\\' -> {
                    byte('\\'.code)
                    byte(unit.code)
                }
                unit.code in 0x20..0x7F -> byte(unit.code)
                unit.code < 0x20 -> control(unit)
                unit.code < 0x800 -> {
                    byte(0xC0 or (unit.code shr 6))
                    byte(0x80 or (unit.code and 0x3F))
                }
                !unit.isSurrogate() -> {
                    byte(0xE0 or (unit.code shr 12))
                    byte(0x80 or (unit.code shr 6 and 0x3F))
                    byte(0x80 or (unit.code and 0x3F))
                }
                else -> {
                    check(unit.isHighSurrogate() && index < text.length && text[index].isLowSurrogate()) {
                        "A lone surrogate is not valid text"
                    }
                    val scalar = scalarOf(unit, text[index++])
                    byte(0xF0 or (scalar shr 18))
                    byte(0x80 or (scalar shr 12 and 0x3F))
                    byte(0x80 or (scalar shr 6 and 0x3F))
                    byte(0x80 or (scalar and 0x3F))
                }
            }
        }
        byte('"'.code)
    }

    /**
     * The escapes of RFC 8785: five short ones, and `\u00xx` with lower-case digits for the other control characters.
     */
    private fun control(unit: Char) = when (unit) {
        '\b' -> ascii("\\b")
        '\t' -> ascii("\\t")
        '\n' -> ascii("\\n")
        '\u000C' -> ascii("\\f")
        '\r' -> ascii("\\r")
        else -> {
            ascii("\\u00")
            byte(HEXADECIMAL[unit.code shr 4].code)
            byte(HEXADECIMAL[unit.code and 15].code)
        }
    }

    private fun ascii(text: String) {
        reserve(text.length)
        for (unit in text) bytes[count++] = unit.code.toByte()
    }

    private fun byte(value: Int) {
        if (count == bytes.size) reserve(1)
        bytes[count++] = value.toByte()
    }

    private fun reserve(room: Int) {
        if (bytes.size - count >= room) return
        val size = maxOf(bytes.size * 2L, count + room.toLong())
        check(size <= Int.MAX_VALUE) { "More than 2 GiB of JSON" }
        bytes = bytes.copyOf(size.toInt())
    }

    private companion object {
        const val HEXADECIMAL = "0123456789abcdef"
        const val LARGEST_KEPT = 1 shl 20
    }
}
