package io.github.cargokit.remotetool

import io.github.cargokit.application.environment.environment
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.failure
import io.github.cargokit.infrastructure.routing.VoyageRoutingService
import io.github.cargokit.infrastructure.system.SystemClock
import io.github.cargokit.remote.RemoteRetry
import io.github.cargokit.remote.RemoteStore
import io.github.cargokit.testing.RepositoryContract
import kotlin.system.exitProcess
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.runBlocking

private const val USAGE = """usage: cargo-remote contract        names each promise of the repositories, reads the
                                    address of an empty service, and tells what came of it
       cargo-remote operations URL  performs the operations at an empty service with tokens
                                    ROLE-CARGO_TOKEN, and tells what came of each
       cargo-remote run URL         answers requests on standard input, one a line: the name of a
                                    use case, a space, and its JSON

The environment: CARGO_TOKEN."""

/** Works with a cargo-server, to prove that both languages share one service. */
fun main(arguments: Array<String>) {
    val words = arguments.toList()
    when {
        words == listOf("contract") -> contract()
        words.size == 2 && words[0] == "operations" -> runBlocking {
            Operations(words[1], System.getenv("CARGO_TOKEN")) { name, result -> println("$name\n$result") }.run()
        }
        words.size == 2 && words[0] == "run" -> run(words[1])
        else -> {
            System.err.println(USAGE)
            exitProcess(64)
        }
    }
}

private fun contract() {
    val anywhere = store("http://localhost")
    for (check in RepositoryContract.checks.filter { it.isSupported(anywhere) }) {
        println(check)
        val url = readlnOrNull() ?: exitProcess(64)
        val result = try {
            runBlocking { check.run(store(url)) }
            "ok"
        } catch (broken: AssertionError) {
            broken.message.orEmpty().replace('\n', ' ')
        }
        println(result)
    }
}

private fun run(url: String) {
    val store = store(url)
    val answers = Answers(store.environment(VoyageRoutingService(store.voyages), SystemClock))
    while (true) {
        val line = readlnOrNull() ?: return
        println(runBlocking { answers.answer(line) })
    }
}

private fun store(url: String): RemoteStore =
    RemoteStore.create(url, System.getenv("CARGO_TOKEN"), retry = RemoteRetry(initialBackoff = 10.milliseconds))
        .orElse { stop(it) }

private fun stop(failure: Result.Failure): Nothing {
    System.err.println(JSONWriter().apply { failure(failure.error) })
    exitProcess(64)
}
