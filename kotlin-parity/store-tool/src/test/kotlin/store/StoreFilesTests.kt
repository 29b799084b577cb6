package io.github.cargokit.store

import io.github.cargokit.application.input.Input
import io.github.cargokit.infrastructure.jsoncodec.CanonicalJSON
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.value
import java.nio.file.Path
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readText
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.DynamicTest.dynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory
import org.junit.jupiter.api.io.TempDir

/**
 * Checks the stores of `spec/files/`, intact and damaged, against their expected answers. Swift runs the same checks.
 */
internal class StoreFilesTests {
    private val cases = Path.of("../../spec/files/v1").listDirectoryEntries().sortedBy { it.name }

    @Test
    fun `The specification has stores`() {
        expect(cases.size >= 30, true)
    }

    @TestFactory
    fun `REP-4, REP-5 - a store answers as its verdict says`(
        @TempDir directory: Path,
    ): List<DynamicTest> = cases.map { case ->
        dynamicTest(case.name) {
            val file = JSONParser.parse(case.resolve("case.json").readText()).value as Input.Members
            val questions = Questions.reading.read(checkNotNull(file["ask"])).value
            val copy = directory.resolve(case.name)
            case.resolve("store").toFile().copyRecursively(copy.toFile())
            val verdict = runBlocking { JSONWriter().apply { verdict(copy, questions) }.toString() }
            expect(CanonicalJSON.canonicalize(verdict).value, verdict)
            expect(verdict, CanonicalJSON.text(checkNotNull(file["verdict"])))
        }
    }
}
