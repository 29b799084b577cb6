package io.github.cargokit.infrastructure

import io.github.cargokit.application.CargoKit
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.FaultInjection
import io.github.cargokit.testing.FaultInjection.Operation
import io.github.cargokit.testing.FixedClock
import io.github.cargokit.testing.RecordedCall
import io.github.cargokit.testing.RepositoryContract
import io.github.cargokit.testing.booked
import io.github.cargokit.testing.code
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import kotlin.time.Duration.Companion.days
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.DynamicTest
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestFactory

internal class FaultInjectionTests {
    private val store = InMemoryStore({ day(1) })
    private val faults = FaultInjection()
    private val kit = CargoKit(faults.wrapping(store), clock = { day(1) })

    @TestFactory
    fun `a store without faults keeps every promise`() = RepositoryContract.checks.map { check ->
        DynamicTest.dynamicTest("$check") { runBlocking { check.run(FaultInjection().wrapping(InMemoryStore())) } }
    }

    @Test
    fun `REP-4 - a call that fails reaches nothing, as often as it is told to`() = runBlocking {
        faults.fail(Operation.SAVE_CARGO, DomainError.technical(Code.STORE_FULL), after = 1, times = 2)
        expect(kit.store.cargos.save(booked()).code, null)
        val stored = store.cargos.findByTrackingId(trackingId).value
        repeat(2) { expect(kit.store.cargos.save(stored).code, "store_full") }
        expect(store.cargos.findByTrackingId(trackingId).value, stored)
        expect(kit.store.cargos.save(stored).code, null)
        expect(faults.calls(Operation.SAVE_CARGO), 4)
        expect(faults.recordedCalls.first(), RecordedCall(Operation.SAVE_CARGO, listOf(booked())))
    }

    @Test
    fun `a call whose answer is lost is made`() = runBlocking {
        faults.loseResponse(Operation.SAVE_CARGO, DomainError.technical(Code.STORE_OUTCOME_UNKNOWN))
        expect(kit.store.cargos.save(booked()).code, "store_outcome_unknown")
        expect(store.cargos.findByTrackingId(trackingId).value.version, 1L)
        faults.removeFault(Operation.SAVE_CARGO)
        expect(kit.store.cargos.save(store.cargos.findByTrackingId(trackingId).value).code, null)
    }

    @Test
    fun `a fixed clock stands still until it is set`() {
        val clock = FixedClock()
        expect(clock.now(), day(1))
        clock.advance(2.days).value
        expect(clock.now(), day(3))
        clock.set(Instant.LATEST)
        expect(clock.advance(1.days).error.code, Code.INSTANT_OUT_OF_RANGE)
        expect(clock.now(), Instant.LATEST)
    }
}
