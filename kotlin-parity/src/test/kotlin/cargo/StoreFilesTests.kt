package cargo

import cargo.application.input.Input
import cargo.infrastructure.jsoncodec.CanonicalJSON
import cargo.infrastructure.jsoncodec.JSONParser
import cargo.infrastructure.jsoncodec.JSONWriter
import cargo.store.Questions
import cargo.store.awaiting
import cargo.store.verdict
import java.nio.file.Path
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.name
import kotlin.io.path.readText

/** Checks the stores of `spec/files/`, intact and damaged, against their expected answers. Swift runs the same checks. */
internal fun storeFilesTests(suite: Suite) = with(suite) {
    val folder = Path.of("../spec/files/v1")
    val cases = folder.listDirectoryEntries().sortedBy { it.name }
    test("spec/files isn't empty") { expect(cases.size >= 30, true) }
    for (case in cases) test("REP-4, REP-5: the store ${case.name} answers as its verdict says") {
        val file = JSONParser.parse(case.resolve("case.json").readText()).value as Input.Members
        val questions = Questions.read(checkNotNull(file["ask"])).value
        inTemporaryDirectory { directory ->
            val copy = directory.resolve("store")
            case.resolve("store").toFile().copyRecursively(copy.toFile())
            val verdict = awaiting { JSONWriter().apply { verdict(copy, questions) }.toString() }
            expect(CanonicalJSON.canonicalize(verdict).value, verdict)
            expect(verdict, CanonicalJSON.text(checkNotNull(file["verdict"])))
        }
    }
}
