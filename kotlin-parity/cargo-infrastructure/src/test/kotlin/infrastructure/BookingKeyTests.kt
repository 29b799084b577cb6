package io.github.cargokit.infrastructure

import io.github.cargokit.application.CargoKit
import io.github.cargokit.application.environment.BookingReservation
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.application.environment.IdempotencyKeyRepository
import io.github.cargokit.application.environment.Repositories
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoRepository
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.port
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

internal class BookingKeyTests {
    private val store = InMemoryStore({ day(1) })
    private val kit = CargoKit(store, clock = { day(1) })
    private val key = IdempotencyKey.parse("order-1").value

    private suspend fun book(
        by: Int = 60,
        customer: CustomerId = customerId,
        id: TrackingId? = null,
        key: IdempotencyKey? = this.key,
        kit: CargoKit = this.kit,
    ): Result<TrackingId> = kit.book(port("HKHKG"), port("SESTO"), day(by), customer, id, key)

    private suspend fun registerPorts(kit: CargoKit = this.kit) {
        for (code in listOf("HKHKG", "USNYC", "SESTO")) {
            kit.registerLocation(port(code), LocationName.parse(code).value).value
        }
    }

    @Test
    fun `a key has 1 to 255 printable ASCII characters without spaces`() {
        for (text in listOf("!", "~", "\"\\%", "k".repeat(255))) expect(IdempotencyKey.parse(text).value.text, text)
        for (text in listOf("", " ", "a b", "k".repeat(256), "\u00E9", "\u007F", "a\n")) {
            expect(IdempotencyKey.parse(text).code, "idempotency_key_invalid")
        }
    }

    @Test
    fun `UC-1 - a booking that is repeated with its key returns the same id and books nothing twice`() = runBlocking {
        registerPorts()
        val first = book().value
        expect(book().value, first)
        expect(book(id = first).value, first)
        expect(book(key = IdempotencyKey.parse("order-2").value).value == first, false)
        expect(kit.cargos().value.cargos.size, 2)
    }

    @Test
    fun `UC-1 - a key that was used for another booking names the reserved id`() = runBlocking {
        registerPorts()
        val first = book().value
        val others = listOf(
            book(by = 61),
            book(customer = CustomerId.parse("C-2").value),
            book(id = trackingId),
            kit.book(port("HKHKG"), port("USNYC"), day(60), customerId, idempotencyKey = key),
        )
        for (other in others) {
            expect(other.error.code.text, "idempotency_key_reused")
            expect(other.error.params, listOf(DomainError.Parameter.Text("trackingId", first.text)))
        }
        expect(kit.cargos().value.cargos.size, 1)
    }

    @Test
    fun `UC-1 - a booking that was interrupted after its reservation is completed by repeating it`() = runBlocking {
        registerPorts()
        store.idempotencyKeys.reserve(key, BookingReservation(trackingId, customerId, specification())).value
        expect(book().value, trackingId)
        expect(kit.cargo(trackingId).value.version, 1L)
    }

    @Test
    fun `UC-1 - a reserved id that another booking took is in use`() = runBlocking {
        registerPorts()
        store.idempotencyKeys.reserve(key, BookingReservation(trackingId, customerId, specification())).value
        book(id = trackingId, customer = CustomerId.parse("C-2").value, key = null).value
        expect(book().code, "tracking_id_in_use")
    }

    @Test
    fun `UC-1 - of two bookings with one key that save at once, both return the cargo`() = runBlocking {
        registerPorts()
        // Another request with the key saves just before.
        val racing = object : CargoRepository by store.cargos {
            override suspend fun save(cargo: Cargo): Result<Unit> {
                store.cargos.save(cargo)
                return store.cargos.save(cargo)
            }
        }
        expect(book(id = trackingId, kit = CargoKit(store.replacing(racing), clock = { day(1) })).value, trackingId)
    }

    @Test
    fun `UC-1 - what is invalid is refused before a key is reserved`() = runBlocking {
        expect(book().code, "location_not_found")
        registerPorts()
        expect(book(by = 1).code, "deadline_not_in_future")
        expect(store.idempotencyKeys.find(key).value, null)
    }

    @Test
    fun `a backend without keys keeps them as long as the process runs`() = runBlocking {
        val keys: IdempotencyKeyRepository = store.run {
            Repositories(cargos, handlingEvents, handlingUnitOfWork, voyages, locations).idempotencyKeys
        }
        val first = BookingReservation(trackingId, customerId, specification())
        expect(keys.find(key).value, null)
        expect(keys.reserve(key, first).value, first)
        expect(keys.reserve(key, first.copy(customerId = CustomerId.parse("C-2").value)).value, first)
        expect(keys.find(key).value, first)
    }
}
