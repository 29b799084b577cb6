package io.github.cargokit.testing

import io.github.cargokit.application.environment.CargoStore
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result

/**
 * Makes repositories fail on demand, and records every call.
 *
 * Wrap a store, then choose which operation fails and how:
 *
 * ```
 * val faults = FaultInjection()
 * val kit = CargoKit(faults.wrapping(store))
 * faults.fail(FaultInjection.Operation.SAVE_CARGO, DomainError.technical(Code.STORE_FULL))
 * ```
 *
 * A call that fails never reaches the wrapped repository, so a failed save has no visible effect (REP-4). A call whose
 * answer is lost does reach it: the save is stored, and the caller can't know.
 */
public class FaultInjection {
    /** An operation that can be made to fail. */
    public enum class Operation {
        FIND_CARGO, SAVE_CARGO, NEXT_TRACKING_ID, FIND_FOR_CUSTOMER, FIND_CARGOS,
        FIND_HISTORY, FIND_RETRACTED, SAVE_HANDLING_EVENT, RETRACT_HANDLING_EVENT,
        FIND_VOYAGE, FIND_VOYAGES, SAVE_VOYAGE, FIND_VOYAGE_PAGE, FIND_VOYAGE_CHANGES,
        FIND_LOCATION, FIND_LOCATIONS, SAVE_LOCATIONS, FIND_LOCATION_PAGE,
        READ_EVENTS, FIND_BOOKING_KEY, RESERVE_BOOKING_KEY,
    }

    /**
     * A fault: whether the call is forwarded and only its answer is replaced, and how many calls it spares and
     * concerns.
     */
    private class Fault(val error: DomainError, val isMade: Boolean, var skips: Int, var times: Int)

    private val faults = HashMap<Operation, Fault>()
    private val calls = ArrayList<RecordedCall>()

    /** Every call with its arguments, including failed calls, in the order in which they began. */
    public val recordedCalls: List<RecordedCall> get() = synchronized(calls) { calls.toList() }

    /** Returns how many times an operation was called, including failed calls. */
    public fun calls(operation: Operation): Int = recordedCalls.count { it.operation == operation }

    /**
     * Makes calls of an operation fail without forwarding them. Replaces any earlier fault of the same operation.
     *
     * `after` calls are forwarded first, then `times` calls fail. Later calls are forwarded.
     */
    public fun fail(operation: Operation, error: DomainError, after: Int = 0, times: Int = Int.MAX_VALUE): Unit =
        set(operation, Fault(error, isMade = false, after, times))

    /**
     * Forwards calls of an operation, then returns an error in place of the answer, such as `store_outcome_unknown` or
     * `remote_timeout`. Replaces any earlier fault of the same operation.
     *
     * `after` calls are answered normally first, then `times` answers are replaced. Later calls are answered normally.
     */
    public fun loseResponse(
        operation: Operation,
        error: DomainError,
        after: Int = 0,
        times: Int = Int.MAX_VALUE,
    ): Unit = set(operation, Fault(error, isMade = true, after, times))

    /** Removes the fault of an operation. */
    public fun removeFault(operation: Operation) {
        synchronized(calls) { faults -= operation }
    }

    /** Returns the store with this fault injection before every repository, but not before its retention. */
    public fun wrapping(store: CargoStore): CargoStore = store.replacing(
        FailingCargoRepository(store.cargos, this),
        FailingHandlingUnitOfWork(store.handlingUnitOfWork, this),
        FailingHandlingEventRepository(store.handlingEvents, this),
        FailingVoyageRepository(store.voyages, this),
        FailingLocationRepository(store.locations, this),
        FailingIdempotencyKeyRepository(store.idempotencyKeys, this),
        FailingDomainEventFeed(store.events, this),
        store.retention,
    )

    /** Records a call, then forwards it or fails. */
    internal suspend fun <T> run(
        operation: Operation,
        vararg arguments: Any?,
        make: suspend () -> Result<T>,
    ): Result<T> {
        val fault = synchronized(calls) {
            calls += RecordedCall(operation, arguments.toList())
            due(operation)
        }
        if (fault == null) return make()
        if (fault.isMade) make()
        return Result.Failure(fault.error)
    }

    private fun set(operation: Operation, fault: Fault) = synchronized(calls) { faults[operation] = fault }

    private fun due(operation: Operation): Fault? {
        val fault = faults[operation] ?: return null
        return when {
            fault.skips > 0 -> null.also { fault.skips-- }
            fault.times > 0 -> fault.also { fault.times-- }
            else -> null
        }
    }
}

/**
 * A call of a repository behind a [FaultInjection], with its arguments.
 *
 * Calls are equal if their arguments are, so a cargo's raised facts and an event's registration time aren't compared.
 */
public data class RecordedCall(public val operation: FaultInjection.Operation, public val arguments: List<Any?>)
