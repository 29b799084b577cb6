package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.testing.SequenceTrackingIdGenerator
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import java.nio.channels.FileChannel
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicReference
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.job
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import org.junit.jupiter.api.Test

/** Cancels a job when the step with a number is dispatched, counted from 0. */
private class CancellingDispatcher(private val step: Int) : CoroutineDispatcher() {
    private val count = AtomicInteger()
    val job = AtomicReference<Job>()

    /** Whether the step came. */
    val hasCancelled: Boolean get() = count.get() > step

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        if (job.get() != null && count.getAndIncrement() == step) job.get().cancel()
        Dispatchers.IO.dispatch(context, block)
    }
}

private suspend fun open(path: Path, dispatcher: CoroutineDispatcher, medium: Medium = Medium()): JSONFileStore =
    JSONFileStore.open(
        path,
        DomainClock { day(1) },
        SequenceTrackingIdGenerator(emptyList<TrackingId>()),
        20_000,
        false,
        dispatcher,
        medium,
    ).value

internal class CancellationTests {
    @Test
    fun `REP-8 - a save that is cancelled at any of its steps stores all or nothing, and the store goes on`() {
        var stored = 0
        var step = 0
        do {
            var hasCancelled = false
            inTemporaryDirectory { directory ->
                val dispatcher = CancellingDispatcher(step)
                runBlocking {
                    val store = open(directory, dispatcher)
                    val job =
                        CoroutineScope(dispatcher).launch(start = CoroutineStart.LAZY) { store.cargos.save(booked()) }
                    dispatcher.job.set(job)
                    job.start()
                    job.join()
                    hasCancelled = dispatcher.hasCancelled
                    store.close().value

                    val again = open(directory, Dispatchers.IO)
                    val isStored = again.cargos.findByTrackingId(trackingId) is Result.Success
                    expect(again.events.events(0, 10).value.size, if (isStored) 1 else 0)
                    expect(isStored || hasCancelled, true)
                    if (isStored) stored++ else expect(again.cargos.save(booked()).code, null)
                    expect(again.verify().value, emptyList())
                    again.close().value
                }
            }
            step++
        } while (hasCancelled)
        // Cancelled before its first step, a save stores nothing; later it does.
        expect(step > 2 && stored in 1..<step, true)
    }

    @Test
    fun `REP-8 - a save outlives a time limit around it, and what it stored is there`() {
        inTemporaryDirectory { directory ->
            val hasTimedOut = CountDownLatch(1)
            val medium = object : Medium() {
                override fun sync(file: FileChannel, withName: Boolean) {
                    hasTimedOut.await()
                    super.sync(file, withName)
                }
            }
            runBlocking(Dispatchers.Default) {
                val store = open(directory, Dispatchers.IO, medium)
                var isOver = false
                val saving = async {
                    runCatching {
                        withTimeout(50) {
                            store.cargos.save(booked()).also { isOver = true }
                        }
                    }
                }
                // The save is held in its sync, so only the time limit can end the wait, and it does not.
                expect(withTimeoutOrNull(150) { saving.await() }, null)
                hasTimedOut.countDown()
                expect(saving.await().exceptionOrNull() is TimeoutCancellationException, true)
                expect(isOver, true)
                expect(store.cargos.findByTrackingId(trackingId).value.version, 1L)
                expect(store.events.events(0, 10).value.size, 1)
                store.close().value
            }
        }
    }

    @Test
    fun `REP-8 - a cancelled caller's step isn't run`() {
        inTemporaryDirectory { directory ->
            runBlocking {
                val store = open(directory, Dispatchers.IO)
                val job = async(start = CoroutineStart.UNDISPATCHED) {
                    coroutineContext.job.cancel()
                    store.cargos.save(booked())
                }
                expect(runCatching { job.await() }.exceptionOrNull() is CancellationException, true)
                expect(store.cargos.findByTrackingId(trackingId).code, "cargo_not_found")
                store.close().value
            }
        }
    }
}
