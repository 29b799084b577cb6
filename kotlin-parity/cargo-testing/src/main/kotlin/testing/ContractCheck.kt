package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore

/**
 * A test of one promise of the repositories, which runs on any backend.
 *
 * ```
 * @TestFactory
 * fun promises() = RepositoryContract.checks.map { check ->
 *     DynamicTest.dynamicTest("$check") { runBlocking { check.run(MyStore()) } }
 * }
 * ```
 */
public class ContractCheck internal constructor(
    /** The ids of the rules that this check tests, such as `REP-2`. */
    public val rules: List<String>,
    /** The promise as a sentence. */
    public val name: String,
    private val needsRetention: Boolean,
    private val body: suspend (CargoStore) -> Unit,
) {
    /**
     * Runs the check. Pass a new, empty store each time.
     *
     * Throws a [ContractFailure] if the store breaks the promise or doesn't support the check.
     */
    public suspend fun run(store: CargoStore): Unit = try {
        body(store)
    } catch (broken: AssertionError) {
        throw ContractFailure(this, broken)
    }

    /**
     * Returns whether a store has what the check needs: `retention`, for a check of what is archived and trimmed.
     *
     * Without it, the store says `removal_unsupported`, and has nothing to promise.
     */
    public fun isSupported(store: CargoStore): Boolean = !needsRetention || store.retention != null

    /** The rule ids and the promise. */
    override fun toString(): String = "${rules.joinToString()}: $name"
}

/** A promise of the contract that a backend doesn't keep. */
public class ContractFailure internal constructor(
    /** The check that failed. */
    public val check: ContractCheck,
    cause: AssertionError,
) : AssertionError("$check: ${cause.message}", cause)
