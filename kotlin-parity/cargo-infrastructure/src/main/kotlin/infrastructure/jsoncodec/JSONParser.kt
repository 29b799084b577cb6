package io.github.cargokit.infrastructure.jsoncodec

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Result

/**
 * Parses the kit's subset of JSON: RFC 8259 without floating-point numbers, `null`, duplicate names, lone surrogates,
 * or nesting deeper than 64 (JSON-2, JSON-3).
 *
 * Makes one pass over the bytes, in linear time. The stack grows only with the nesting, which is bounded.
 */
public class JSONParser private constructor(
    private val bytes: ByteArray,
    private val end: Int,
    private var position: Int,
) {
    /** How to handle a whole number beyond ±(2^53−1). */
    public enum class HugeIntegers {
        /** Fails with `integer_out_of_range`, with the first such number. */
        REJECTED,

        /** Keeps the digits in the tree, for the code that reads the field. */
        KEPT,
    }

    /** Thrown and caught only in this file. There is only one, so throwing it takes no stack trace and is cheap. */
    private object Malformed : Exception("Malformed") {
        private fun readResolve(): Any = Malformed
    }

    private var depth = 0
    private var firstHugeInteger: String? = null
    private val unescaped = StringBuilder()

    private fun document(): Input {
        val value = value()
        skipWhiteSpace()
        if (position != end) throw Malformed
        return value
    }

    private fun value(): Input {
        skipWhiteSpace()
        return when (peek()) {
            '{'.code -> nested { members() }
            '['.code -> nested { elements() }
            '"'.code -> Input.Text(string())
            't'.code -> word("true", TRUE)
            'f'.code -> word("false", FALSE)
            '-'.code, in DIGITS -> integer()
            else -> throw Malformed
        }
    }

    /** Skips the opening bracket and reads what it opens. */
    private inline fun nested(read: () -> Input): Input {
        if (depth == GREATEST_DEPTH) throw Malformed
        depth++
        position++
        val value = read()
        depth--
        return value
    }

    private fun members(): Input {
        val members = ArrayList<Input.Member>()
        if (skip('}')) return Input.Members(members)
        var isSorted = true
        do {
            skipWhiteSpace()
            if (peek() != '"'.code) throw Malformed
            val name = string()
            if (!skip(':')) throw Malformed
            if (isSorted && members.isNotEmpty()) isSorted = members.last().name < name
            members += Input.Member(name, value())
        } while (skip(','))
        if (!skip('}')) throw Malformed
        if (!isSorted) {
            members.sortWith(Input.Member.Order)
            for (index in 1 until members.size) if (members[index].name == members[index - 1].name) throw Malformed
        }
        return Input.Members(members)
    }

    private fun elements(): Input {
        val elements = ArrayList<Input>()
        if (skip(']')) return Input.Elements(elements)
        do elements += value() while (skip(','))
        if (!skip(']')) throw Malformed
        return Input.Elements(elements)
    }

    private fun word(word: String, meaning: Input): Input {
        for (letter in word) {
            if (peek() != letter.code) throw Malformed
            position++
        }
        return meaning
    }

    private fun integer(): Input {
        val start = position
        val isNegative = peek() == '-'.code
        if (isNegative) position++
        val firstDigit = position
        var magnitude = 0L
        while (peek() in DIGITS) {
            if (magnitude <= GREATEST_INTEGER) magnitude = magnitude * 10 + (bytes[position] - '0'.code)
            position++
        }
        val digits = position - firstDigit
        if (digits == 0 || (digits > 1 && bytes[firstDigit].toInt() == '0'.code)) throw Malformed
        // If a fraction or an exponent follows, the next step refuses it, because it expects a comma, a bracket or the
        // end.
        if (magnitude <= GREATEST_INTEGER) return Input.Integer(if (isNegative) -magnitude else magnitude)
        val text = bytes.decodeToString(start, position)
        if (firstHugeInteger == null) firstHugeInteger = text
        return Input.HugeInteger(text)
    }

    /** Reads a string from its opening to its closing quote. */
    private fun string(): String {
        val start = ++position
        var isAscii = true
        while (position < end) {
            val byte = bytes[position].toInt()
            when {
                byte == '"'.code -> return text(start, position++, isAscii)
                byte == '\\'.code -> return stringWithEscapes(start, isAscii)
                byte in 0..0x1F -> throw Malformed
                byte < 0 -> isAscii = false
            }
            position++
        }
        throw Malformed
    }

    /** Continues a string at its first backslash. `from` is the position after the opening quote. */
    private fun stringWithEscapes(from: Int, startsAscii: Boolean): String {
        unescaped.setLength(0)
        var start = from
        var isAscii = startsAscii
        while (position < end) {
            val byte = bytes[position].toInt()
            if (byte == '"'.code || byte == '\\'.code) {
                unescaped.append(text(start, position, isAscii))
                position++
                if (byte == '"'.code) return unescaped.toString()
                escape()
                start = position
                isAscii = true
            } else {
                if (byte in 0..0x1F) throw Malformed
                if (byte < 0) isAscii = false
                position++
            }
        }
        throw Malformed
    }

    private fun escape() {
        val letter = peek()
        position++
        when (letter) {
            '"'.code, '\\'.code, '/'.code -> unescaped.append(letter.toChar())
            'b'.code -> unescaped.append('\b')
            't'.code -> unescaped.append('\t')
            'n'.code -> unescaped.append('\n')
            'f'.code -> unescaped.append('\u000C')
            'r'.code -> unescaped.append('\r')
            'u'.code -> escapedScalar()
            else -> throw Malformed
        }
    }

    /** Reads the digits after `\u`, and the second half of a surrogate pair. */
    private fun escapedScalar() {
        val unit = codeUnit()
        if (unit.isLowSurrogate()) throw Malformed
        unescaped.append(unit)
        if (unit.isHighSurrogate()) {
            if (peek() != '\\'.code) throw Malformed
            position++
            if (peek() != 'u'.code) throw Malformed
            position++
            val second = codeUnit()
            if (!second.isLowSurrogate()) throw Malformed
            unescaped.append(second)
        }
    }

    private fun codeUnit(): Char {
        var unit = 0
        repeat(4) {
            val digit = when (val byte = peek()) {
                in DIGITS -> byte - '0'.code
                in 'a'.code..'f'.code -> byte - 'a'.code + 10
                in 'A'.code..'F'.code -> byte - 'A'.code + 10
                else -> throw Malformed
            }
            unit = unit shl 4 or digit
            position++
        }
        return unit.toChar()
    }

    private fun text(start: Int, end: Int, isAscii: Boolean): String {
        if (isAscii) return bytes.decodeToString(start, end)
        return try {
            bytes.decodeToString(start, end, throwOnInvalidSequence = true)
        } catch (_: CharacterCodingException) {
            throw Malformed
        }
    }

    /** Returns the current byte as 0 to 255; −1 at the end. */
    private fun peek(): Int = if (position < end) bytes[position].toInt() and 0xFF else -1

    private fun skipWhiteSpace() {
        while (position < end) {
            val byte = bytes[position].toInt()
            if (byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09) return
            position++
        }
    }

    /** Skips white space, then `mark` if it comes next. */
    private fun skip(mark: Char): Boolean {
        skipWhiteSpace()
        if (peek() != mark.code) return false
        position++
        return true
    }

    public companion object {
        /** The maximum nesting depth of objects and lists. */
        public const val GREATEST_DEPTH: Int = 64

        private const val GREATEST_INTEGER = 9_007_199_254_740_991L
        private val DIGITS = '0'.code..'9'.code
        private val TRUE = Input.Truth(true)
        private val FALSE = Input.Truth(false)

        /**
         * Parses a text that consists of one JSON value and white space. Fails with `json_invalid`,
         * `integer_out_of_range`.
         */
        public fun parse(text: String, hugeIntegers: HugeIntegers = HugeIntegers.REJECTED): Result<Input> {
            // A lone surrogate has no UTF-8 form, and `encodeToByteArray` would replace it silently.
            val isWellFormed = text.indices.all { index ->
                val unit = text[index]
                when {
                    unit.isHighSurrogate() -> index + 1 < text.length && text[index + 1].isLowSurrogate()
                    unit.isLowSurrogate() -> index > 0 && text[index - 1].isHighSurrogate()
                    else -> true
                }
            }
            if (!isWellFormed) return Result.Failure(DomainError.invalid(Code.JSON_INVALID, text))
            val bytes = text.encodeToByteArray()
            return parse(bytes, 0, bytes.size, hugeIntegers)
        }

        /**
         * Parses the bytes from `start` up to `end`, which must be one JSON value and white space. Fails with
         * `json_invalid`, `integer_out_of_range`.
         */
        public fun parse(
            bytes: ByteArray,
            start: Int,
            end: Int,
            hugeIntegers: HugeIntegers = HugeIntegers.REJECTED,
        ): Result<Input> {
            val parser = JSONParser(bytes, end, start)
            val value = try {
                parser.document()
            } catch (_: Malformed) {
                return Result.Failure(DomainError.invalid(Code.JSON_INVALID, bytes.decodeToString(start, end)))
            }
            val digits = parser.firstHugeInteger
            return if (hugeIntegers == HugeIntegers.REJECTED && digits != null) {
                Result.Failure(DomainError.invalid(Code.INTEGER_OUT_OF_RANGE, digits))
            } else {
                Result.Success(value)
            }
        }
    }
}
