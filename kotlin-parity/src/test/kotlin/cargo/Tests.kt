package cargo

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result
import kotlin.system.exitProcess

/** A list of tests, each named by a sentence. There is no test framework, because the compiler's distribution includes none. */
internal class Suite {
    private val tests = ArrayList<Pair<String, () -> Unit>>()

    fun test(name: String, body: () -> Unit) {
        tests += name to body
    }

    /** Runs all tests. Returns how many passed and how many failed. */
    fun run(): Pair<Int, Int> {
        var failed = 0
        for ((name, body) in tests) {
            try {
                body()
            } catch (failure: Throwable) {
                failed++
                println("FAILED $name: $failure")
                failure.stackTrace.filter { it.className.startsWith("cargo") }.take(3).forEach { println("    at $it") }
            }
        }
        return tests.size - failed to failed
    }
}

internal fun <T> expect(actual: T, expected: T) {
    if (actual != expected) throw AssertionError("expected <$expected>, got <$actual>")
}

/** The value of a success. */
internal val <T> Result<T>.value: T
    get() = when (this) {
        is Result.Success -> value
        is Result.Failure -> throw AssertionError("failed with $error")
    }

/** The error of a failure. */
internal val Result<*>.error: DomainError
    get() = when (this) {
        is Result.Success -> throw AssertionError("succeeded with $value")
        is Result.Failure -> error
    }

/** The code of a failure; null for a success. */
internal val Result<*>.code: String? get() = (this as? Result.Failure)?.error?.code?.text

fun main() {
    val suite = Suite()
    errorTableTests(suite)
    valueTests(suite)
    codecTests(suite)
    routeTests(suite)
    handlingTests(suite)
    cargoTests(suite)
    estimateTests(suite)
    recordTests(suite)
    routingTests(suite)
    repositoryTests(suite)
    cacheTests(suite)
    journalDamageTests(suite)
    jsonFileStoreTests(suite)
    commitProtocolTests(suite)
    storeFilesTests(suite)
    useCaseTests(suite)
    storyTests(suite)
    runnerTests(suite)
    val (passed, failed) = suite.run()
    println("$passed passed, $failed failed")
    if (failed > 0) exitProcess(1)
}
