package io.github.cargokit.infrastructure

import io.github.cargokit.infrastructure.jsoncodec.CanonicalJSON
import io.github.cargokit.testing.code
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.value
import org.junit.jupiter.api.Test

internal class CodecTests {
    @Test
    fun `JSON-1 - canonical JSON sorts names by UTF-16 units, drops white space and escapes as in RFC 8785`() {
        val spellings = mapOf(
            " { \"b\" : 1 , \"a\" : [ true , false ] } " to """{"a":[true,false],"b":1}""",
            "{\"\uFF5E\":1,\"\uD83D\uDE00\":2}" to "{\"\uD83D\uDE00\":2,\"\uFF5E\":1}",
            """"\u0041\/\u00e9\ud83d\ude00\b\f\n\r\t\u0000\u001f\u007f\"\\"""" to "\"A/\u00e9\uD83D\uDE00\\b\\f\\n\\r\\t\\u0000\\u001f\u007f\\\"\\\\\"",
            "-0" to "0",
            "9007199254740991" to "9007199254740991",
            "-9007199254740991" to "-9007199254740991",
            "{\"\":{}}" to "{\"\":{}}",
            "[".repeat(64) + "]".repeat(64) to "[".repeat(64) + "]".repeat(64),
        )
        for ((given, canonical) in spellings) expect(CanonicalJSON.canonicalize(given).value, canonical)
    }

    @Test
    fun `JSON-2 - text that isn't JSON of the supported subset is json_invalid`() {
        val bad = listOf(
            "", " ", "null", "[null]", "1.0", "1e3", "01", "-", "-01", "+1", ".5", "tru", "truee", "[1,]", "[,1]",
            "{\"a\":1,}", "{a:1}", "{\"a\":1,\"a\":1}",
            "{\"a\":1,\"\\u0061\":1}", "{\"b\":1,\"a\":1,\"b\":2}", "\uFEFF{}", "'a'", "\"\\x\"", "\"\\u12\"",
            "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\n\"",
            "\"\t\"", "\"a", "{} {}", "[1 2]", "{\"a\" 1}", "//", "NaN", "Infinity", "\u00A01",
            "[".repeat(65) + "]".repeat(65), "\u000C1", "\uD800", "\"\uDC00\"",
        )
        for (text in bad) expect(CanonicalJSON.canonicalize(text).code to text, "json_invalid" to text)
    }

    @Test
    fun `VAL-INT-1, JSON-3 - an integer beyond 2^53-1 is integer_out_of_range, and the error has the first one`() {
        for (digits in listOf("9007199254740992", "-9007199254740992", "1" + "0".repeat(400))) {
            expect(
                CanonicalJSON.canonicalize("[1,$digits,99999999999999999999]").error.params.toString(),
                "[Text(name=text, text=$digits)]",
            )
        }
        expect(CanonicalJSON.canonicalize("[9007199254740992,").code, "json_invalid")
    }

    @Test
    fun `JSON-2 - bytes that aren't UTF-8 are json_invalid`() {
        val malformed = listOf(
            intArrayOf(0xC0, 0x80), intArrayOf(0xED, 0xA0, 0x80), intArrayOf(0xF4, 0x90, 0x80, 0x80), intArrayOf(0x80),
            intArrayOf(0xE2, 0x82),
        )
        for (bytes in malformed) {
            val text = byteArrayOf('"'.code.toByte()) + bytes.map { it.toByte() } + '"'.code.toByte()
            expect(
                io.github.cargokit.infrastructure.jsoncodec.JSONParser.parse(text, 0, text.size).code,
                "json_invalid",
            )
        }
    }
}
