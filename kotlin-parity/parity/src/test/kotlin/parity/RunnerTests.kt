package io.github.cargokit.parity

import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.testing.code
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.trackingId
import java.io.ByteArrayInputStream
import java.io.InputStream
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private fun answer(line: String): String? {
    val writer = JSONWriter()
    val bytes = line.toByteArray()
    return if (runBlocking { Runner().answer(bytes, 0, bytes.size, writer) }) writer.toString() else null
}

private const val MALFORMED = """{"err":{"code":"protocol_malformed","params":{},"tier":"technical"}"""

private fun run(steps: String, given: String = "{}") =
    answer("""{"clock":"2026-01-01T00:00:00.000Z","cmd":"run","given":$given,"ids":[],"seq":7,"when":[$steps]}""")

internal class RunnerTests {
    @Test
    fun `RUN-1 - a malformed line is answered, with its seq if that is readable`() {
        val lines = listOf(
            "", " ", "x", "[]", "{}", "null", "{\"cmd\":\"start\"}", "{\"cmd\":\"start\",\"protocol\":2}",
            "{\"cmd\":\"stop\",\"x\":1}",
        )
        for (line in lines) {
            expect(answer(line), "$MALFORMED}")
        }
        expect(answer("""{"cmd":"run","seq":3}"""), """$MALFORMED,"seq":3}""")
        expect(answer("""{"cmd":"run","seq":"3"}"""), "$MALFORMED}")
        expect(run("""{"op":"instant.parse"}"""), """$MALFORMED,"seq":7}""")
    }

    @Test
    fun `RUN-1 - stop ends the process`() { expect(answer("""{"cmd":"stop"}"""), null) }

    @Test
    fun `RUN-1 - an unknown op is unsupported, invalid arguments fail the step`() {
        val answer = run(
            """{"args":{},"op":"no.such"},{"args":1,"op":"instant.parse"},{"args":{"text":"x"},"op":"instant.parse"}""",
        )
        expect(
            answer,
            """{"finalState":{"cargos":[],"handlingEvents":[]},"seq":7,"steps":[{"events":[],"result":{"unsupported":true}},""" +
                """{"events":[],"result":{"err":{"code":"shape_invalid","params":{"path":""},"tier":"validation"}}},""" +
                """{"events":[],"result":{"err":{"code":"instant_invalid","params":{"text":"x"},"tier":"validation"}}}]}""",
        )
    }

    @Test
    fun `REP-5 - a corrupt stored cargo appears in the final state as given`() {
        val broken = """{"a":[99999999999999999999],"trackingId":"ZZZ"}"""
        expect(
            run("", """{"cargos":[$broken,1]}""")?.substringBefore(",\"seq\""),
            """{"finalState":{"cargos":[1,$broken],"handlingEvents":[]}""",
        )
    }

    @Test
    fun `All operations of the table exist`() { expect(Operations.byName.size, 73) }

    @Test
    fun `RUN-1 - lines of any length are read whole, whatever pieces they arrive in`() {
        val lines = listOf("", "a", "b".repeat(70_000), "", "c".repeat(10_000_000), "last")
        val text = lines.joinToString("\n").toByteArray()
        for (piece in listOf(1 shl 20, 65_536, 4093)) {
            val stream = object : InputStream() {
                private val all = ByteArrayInputStream(text)
                override fun read(): Int = all.read()
                override fun read(bytes: ByteArray, offset: Int, length: Int): Int =
                    all.read(bytes, offset, minOf(length, piece))
            }
            val reader = LineReader(stream)
            val read = ArrayList<String>()
            while (reader.next()) read += String(reader.bytes, reader.start, reader.end - reader.start)
            expect(read, lines)
        }
    }
}
