package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.inmemory.TrackingIdSequence
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import java.nio.channels.FileChannel
import java.nio.file.Path
import java.util.concurrent.CountDownLatch
import java.util.concurrent.LinkedBlockingQueue
import kotlin.coroutines.CoroutineContext
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineDispatcher
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Runnable
import kotlinx.coroutines.TimeoutCancellationException
import kotlinx.coroutines.async
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.job
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import kotlinx.coroutines.withTimeoutOrNull
import org.junit.jupiter.api.Test

/** Runs what is dispatched step by step, on the test's own thread. */
private class Steps : CoroutineDispatcher() {
    private val waiting = LinkedBlockingQueue<Runnable>()

    override fun dispatch(context: CoroutineContext, block: Runnable) {
        waiting += block
    }

    /** Runs the next step; false if none waits. */
    fun next(): Boolean {
        val step = waiting.poll() ?: return false
        step.run()
        return true
    }
}

private suspend fun open(path: Path, dispatcher: CoroutineDispatcher, medium: Medium = Medium()): JSONFileStore =
    JSONFileStore.open(path, DomainClock { day(1) }, TrackingIdSequence(emptyList<TrackingId>()), 20_000, false, dispatcher, medium).value

internal class CancellationTests {
    @Test
    fun `REP-8 - a save that is cancelled at any of its steps stores all or nothing, and the store goes on`() {
        var stored = 0
        var cancelledAt = 0
        while (true) {
            var isOver = false
            inTemporaryDirectory { directory ->
                val steps = Steps()
                runBlocking {
                    // Opened on another dispatcher, since nothing here runs the steps yet.
                    open(directory, Dispatchers.IO).close().value
                    val store = async(steps) { open(directory, steps) }.also { while (steps.next()) Unit }.await()
                    val job = async(steps) { store.cargos.save(booked()) }
                    repeat(cancelledAt) { isOver = !steps.next() || isOver }
                    isOver = isOver || job.isCompleted
                    job.cancel()
                    while (steps.next()) Unit
                    job.cancelAndJoin()
                    async(steps) { store.close() }.also { while (steps.next()) Unit }.await().value

                    val again = open(directory, Dispatchers.IO)
                    val found = again.cargos.findByTrackingId(trackingId)
                    val events = again.events.events(0, 10).value
                    expect(events.size, if (found is Result.Success) 1 else 0)
                    if (isOver) expect(found is Result.Success, true)
                    if (found is Result.Success) stored++ else expect(again.cargos.save(booked()).code, null)
                    expect(again.verify().value, emptyList())
                    again.close().value
                }
            }
            if (isOver) break
            cancelledAt++
        }
        // Cancelled before the first step, a save stores nothing; it has several steps, and from some step on it is stored.
        expect(cancelledAt >= 2 && stored in 1..cancelledAt, true)
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
