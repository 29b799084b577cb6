package io.github.cargokit.remotetool

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.application.environment.environment
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.InMemoryCargoCache
import io.github.cargokit.infrastructure.cache.wrapping
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
       cargo-remote run URL cached  the same, with a cache before the cargos

The environment: CARGO_TOKEN."""

/** Works with a cargo-server, to prove that both languages share one service. */
fun main(arguments: Array<String>) {
    val words = arguments.toList()
    when {
        words == listOf("contract") -> contract()
        words.size == 2 && words[0] == "operations" -> runBlocking {
            Operations(words[1], System.getenv("CARGO_TOKEN")) { name, result -> println("$name\n$result") }.run()
        }
        words.size in 2..3 && words[0] == "run" && words.drop(2).all { it == "cached" } -> run(
            words[1],
            isCached = words.size == 3,
        )
        else -> {
            System.err.println(USAGE)
            exitProcess(64)
        }
    }
}

private fun contract() {
    for (check in RepositoryContract.checks) {
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

private fun run(url: String, isCached: Boolean) {
    val remote = store(url)
    val store = if (isCached) cached(remote) else remote
    val answers = Answers(store.environment(VoyageRoutingService(store.voyages), SystemClock))
    while (true) {
        val line = readlnOrNull() ?: return
        println(runBlocking { answers.answer(line) })
    }
}

private fun cached(remote: CargoStore): CargoStore {
    val cargos = CachedCargoRepository(remote.cargos, InMemoryCargoCache(), CachePolicy.REMOTE_FIRST)
    return cargos.wrapping(remote)
}

private fun store(url: String): RemoteStore =
    RemoteStore.create(url, System.getenv("CARGO_TOKEN"), retry = RemoteRetry(initialBackoff = 10.milliseconds))
        .orElse { stop(it) }

private fun stop(failure: Result.Failure): Nothing {
    System.err.println(JSONWriter().apply { failure(failure.error) })
    exitProcess(64)
}
