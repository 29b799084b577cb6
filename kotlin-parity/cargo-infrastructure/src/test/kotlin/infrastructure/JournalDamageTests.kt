package io.github.cargokit.infrastructure

import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.Journal
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.infrastructure.jsonfile.RecordKind
import io.github.cargokit.infrastructure.jsonfile.StoreFailure
import io.github.cargokit.infrastructure.jsonfile.StoreVerification
import io.github.cargokit.testing.code
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.value
import java.nio.channels.FileChannel
import java.nio.file.Files
import java.nio.file.Path
import org.junit.jupiter.api.Test

/** Runs a test in a temporary directory, which is deleted afterwards. */
internal fun <T> inTemporaryDirectory(body: (Path) -> T): T {
    val directory = Files.createTempDirectory("cargo-kit")
    try {
        return body(directory)
    } finally {
        directory.toFile().deleteRecursively()
    }
}

/** A medium that never syncs, for tests that open a store thousands of times. */
internal object NoSync : Medium() {
    override fun sync(file: FileChannel, withName: Boolean) = Unit
}

internal fun openJournal(path: Path, medium: Medium = NoSync): Journal =
    Journal.open(path, lockTimeout = 20_000, allowsNetworkFileSystem = false, medium)

internal fun write(
    kind: RecordKind,
    id: String,
    expected: Long,
    text: String,
    customer: String? = null,
    vararg events: String,
) =
    Journal.Write(
        kind,
        id,
        expected,
        "{\"text\":\"$text\"}".toByteArray(),
        customer = customer,
        events = events.map { "{\"type\":\"$it\"}".toByteArray() },
    )

/** Returns the code of a step's failure; null if it succeeds. */
internal fun failureCode(step: () -> Unit): String? =
    (StoreFailure.catching(step) as? Result.Failure)?.error?.code?.text

private val ids = listOf(
    RecordKind.CARGO to "ABC", RecordKind.CARGO to "DEF", RecordKind.VOYAGE to "V1", RecordKind.VOYAGE to "V2",
    RecordKind.HANDLING to "ABC", RecordKind.CARGO to "ZZZ",
)

/** Returns the result of reading each id of the sample, and one that isn't in it. */
private fun states(journal: Journal): List<String> = ids.map { (kind, id) ->
    val read = StoreFailure.catching {
        if (kind.isChained) journal.chain(kind, id).records else listOfNotNull(journal.read(kind, id))
    }
    when (read) {
        is Result.Success -> read.value.joinToString("") {
            "${it.header.version}" + String(
                it.line,
                it.header.document.start,
                it.header.document.end - it.header.document.start,
            )
        }
        is Result.Failure -> read.error.code.text
    }
}

/** A journal with every kind of record, and the expected result of reading each id. */
private class Sample(isClosed: Boolean) {
    val bytes: ByteArray
    val states: List<String>
    val manifest: ByteArray

    init {
        val (journal, files) = inTemporaryDirectory { directory ->
            val journal = openJournal(directory)
            val commits = listOf(
                listOf(write(RecordKind.CARGO, "ABC", 0, "a", "ACME", "Booked")),
                listOf(write(RecordKind.HANDLING, "ABC", 0, "r")),
                listOf(
                    write(RecordKind.CARGO, "DEF", 0, "d"), write(RecordKind.VOYAGE, "V1", 0, "v"),
                    write(RecordKind.VOYAGE, "V2", 0, "w"),
                ),
                listOf(write(RecordKind.CARGO, "ABC", 1, "b", "ACME", "Routed", "Handled")),
                listOf(write(RecordKind.HANDLING, "ABC", 1, "l")),
            )
            for (commit in commits) expect(journal.commit(commit), Journal.Outcome.Committed)
            val states = states(journal)
            if (isClosed) journal.close()
            val files =
                Files.readAllBytes(directory.resolve(SEGMENT)) to Files.readAllBytes(directory.resolve("MANIFEST.json"))
            journal.close()
            states to files
        }
        states = journal
        bytes = files.first
        manifest = files.second
        expect(
            states,
            listOf(
                "2{\"text\":\"b\"}",
                "1{\"text\":\"d\"}",
                "1{\"text\":\"v\"}",
                "1{\"text\":\"w\"}",
                "1{\"text\":\"r\"}2{\"text\":\"l\"}",
                "",
            ),
        )
    }

    /** The offsets at which the lines start, followed by the end. */
    val starts = listOf(0) + bytes.indices.filter { bytes[it].toInt() == '\n'.code }.map { it + 1 }

    /** Opens the sample with different bytes in its segment. */
    fun <T> with(directory: Path, segment: ByteArray, body: (Journal) -> T): T {
        Files.write(directory.resolve(SEGMENT), segment)
        if (!Files.exists(directory.resolve("LOCK"))) {
            Files.write(directory.resolve("MANIFEST.json"), manifest)
            Files.createFile(directory.resolve("LOCK"))
        }
        val journal = openJournal(directory)
        try {
            return body(journal)
        } finally {
            journal.close()
        }
    }
}

internal class JournalDamageTests {
    @Test
    fun `REP-5 - every flipped bit of a closed journal is detected, located, and affects its own id alone`() {
        val sample = Sample(isClosed = true)
        val dataEnd = sample.starts[sample.starts.size - 2]
        val wrong = ArrayList<String>()
        inTemporaryDirectory { directory ->
            for (bit in 0 until dataEnd * 8) {
                val bytes = sample.bytes.copyOf()
                bytes[bit / 8] = (bytes[bit / 8].toInt() xor (1 shl bit % 8)).toByte()
                sample.with(directory, bytes) { journal ->
                    val states = states(journal)
                    states.zip(sample.states).filter { (state, right) ->
                        state != right && state != "corrupt_record"
                    }.forEach { wrong += "$bit: $it" }
                    if (states.count { it == "corrupt_record" } > 1) wrong += "$bit: $states"
                    val start = sample.starts.last { it <= bit / 8 }
                    val refusal =
                        StoreFailure.catching { journal.commit(listOf(write(RecordKind.CARGO, "NEW", 0, "n"))) }
                    val cause = (refusal as? Result.Failure)?.error?.cause.orEmpty()
                    if ("$SEGMENT at offset $start:" !in cause) wrong += "$bit: $cause"
                }
            }
        }
        expect(wrong.take(5), emptyList())
    }

    @Test
    fun `REP-4 - a journal cut at any byte opens with the complete commits before the cut and quarantines the rest`() {
        val sample = Sample(isClosed = false)
        // The third commit has three records. It counts only if the last of them is complete.
        val commitEnds = listOf(0, 1, 2, 5, 6, 7).map { sample.starts[it] }
        for (padding in listOf(0, 3000)) inTemporaryDirectory { directory ->
            for (cut in 0..sample.bytes.size) {
                // A newline of the padding can stand in for the record's own.
                val length = if (padding > 0 && cut + 1 in sample.starts) cut + 1 else cut
                directory.resolve("quarantine").toFile().deleteRecursively()
                val end = commitEnds.last { it <= length }
                val commits = commitEnds.indexOf(end)
                sample.with(
                    directory,
                    sample.bytes.copyOf(length) + ByteArray(padding) { '\n'.code.toByte() },
                ) { journal ->
                    val states = states(journal)
                    expect(states[0].take(1), if (commits >= 4) "2" else if (commits >= 1) "1" else "")
                    expect(states[1] != "", commits >= 3)
                    expect(states[3] != "", commits >= 3)
                    expect(states[4].count { it == '{' }, if (commits >= 5) 2 else if (commits >= 2) 1 else 0)
                    expect(
                        journal.commit(listOf(write(RecordKind.CARGO, "NEW", 0, "n", null, "E"))),
                        Journal.Outcome.Committed,
                    )
                    expect(
                        journal.recoveredTails.map { it.range.first.toInt() },
                        if (end == length) emptyList() else listOf(end),
                    )
                    for (tail in journal.recoveredTails) {
                        val kept = Files.readAllBytes(tail.quarantineFile).copyOf(length - end).toList()
                        expect(kept, sample.bytes.toList().subList(end, length))
                    }
                    expect(journal.index.nextSequence, 2L + if (commits >= 4) 3 else if (commits >= 1) 1 else 0)
                }
                val again = openJournal(directory)
                val states = states(again)
                expect(StoreVerification(again).brokenFiles(), emptyList())
                again.close()
                expect(states, sample.with(directory, sample.bytes.copyOf(end)) { states(it) })
            }
        }
    }

    @Test
    fun `A journal rejects a repeated version and a gap in versions`() {
        val cases = listOf(
            listOf(1L, 1L) to "order", listOf(1L, 3L) to "order", listOf(2L) to "order", listOf(1L, 2L) to null,
        )
        for ((versions, problem) in cases) {
            val sample = Sample(isClosed = false)
            inTemporaryDirectory { directory ->
                val lines = versions.map { recordLine(version = it) }
                sample.with(directory, lines.reduce { one, other -> one + other }) { journal ->
                    expect(StoreVerification(journal).brokenFiles().map { it.problem.text }, listOfNotNull(problem))
                    expect(
                        failureCode { journal.commit(listOf(write(RecordKind.CARGO, "NEW", 0, "n"))) },
                        problem?.let { "corrupt_record" },
                    )
                }
            }
        }
    }

    @Test
    fun `A document with a newer schema is neither read nor overwritten`() {
        val sample = Sample(isClosed = false)
        inTemporaryDirectory { directory ->
            sample.with(directory, recordLine(version = 1, schema = 6)) { journal ->
                expect(failureCode { journal.read(RecordKind.CARGO, "ABC") }, "store_schema_unsupported")
                expect(
                    failureCode { journal.commit(listOf(write(RecordKind.CARGO, "ABC", 1, "n"))) },
                    "store_schema_unsupported",
                )
                expect(failureCode { journal.commit(listOf(write(RecordKind.CARGO, "DEF", 0, "n"))) }, null)
            }
        }
    }
}

private fun recordLine(
    version: Long,
    schema: Long = 1,
): ByteArray = io.github.cargokit.infrastructure.jsonfile.RecordLine.of(
    io.github.cargokit.infrastructure.jsonfile.RecordHeader(
        watermark = 0,
        kind = "cargo",
        id = "ABC",
        version = version,
        schema = schema,
    ),
    "{}".toByteArray(),
    emptyList(),
)
