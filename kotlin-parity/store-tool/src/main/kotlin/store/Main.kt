package io.github.cargokit.store

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.records.failure
import java.io.FileDescriptor
import java.io.FileOutputStream
import java.nio.file.Path
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

private const val USAGE = """usage: cargo-store view DIR            every cargo's tracking view, one a line
       cargo-store handle DIR          registers the handling events on standard input, one a line, and answers each
       cargo-store verify DIR          what is wrong with the files, one finding a line
       cargo-store remove DIR          removes the closed cargos on standard input, one id a line, and answers each
       cargo-store return DIR          removes them and brings them back at once
       cargo-store judge DIR           what the store answers to what standard input asks (spec/files/README.md)"""

/** Reads a JSON-file store and changes it, to prove that both languages use the same files. */
fun main(arguments: Array<String>) {
    val (command, directory) = arguments.takeIf { it.size == 2 } ?: usage()
    val steps: suspend (JSONFileStore, Printer) -> Result<Boolean> = when (command) {
        "view" -> ::view
        "handle" -> ::handle
        "verify" -> ::verify
        "remove" -> { store, printer -> remove(store, printer, isRestored = false) }
        "return" -> { store, printer -> remove(store, printer, isRestored = true) }
        "judge" -> exit(runBlocking { judge(Path.of(directory), Printer()) })
        else -> usage()
    }
    exit(runBlocking { withStore(Path.of(directory)) { steps(it, Printer()) } })
}

/** Opens a store, runs some steps, and always closes it. */
internal suspend fun <T> withStore(path: Path, steps: suspend (JSONFileStore) -> Result<T>): Result<T> {
    val store = JSONFileStore.open(path).orElse { return it }
    try {
        return steps(store)
    } finally {
        store.close()
    }
}

/** Prints lines of canonical JSON, each without delay. */
internal class Printer {
    private val output = FileOutputStream(FileDescriptor.out)

    fun line(write: JSONWriter.() -> Unit) {
        val writer = JSONWriter()
        writer.write()
        writer.newLine()
        output.write(writer.toBytes())
    }
}

private fun exit(result: Result<Boolean>): Nothing = when (result) {
    is Result.Success -> exitProcess(if (result.value) 0 else 1)
    is Result.Failure -> {
        System.err.println(JSONWriter().apply { failure(result.error) }.toString() + cause(result.error))
        exitProcess(1)
    }
}

private fun cause(error: DomainError) = error.cause?.let { " $it" }.orEmpty()

private fun usage(): Nothing {
    System.err.println(USAGE)
    exitProcess(64)
}
