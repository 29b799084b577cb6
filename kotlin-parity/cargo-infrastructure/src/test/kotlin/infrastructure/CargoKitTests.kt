package io.github.cargokit.infrastructure

import io.github.cargokit.application.CargoKit
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.shared.Reason
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.movement
import io.github.cargokit.testing.port
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import io.github.cargokit.testing.viaNewYork
import io.github.cargokit.testing.voyage
import io.github.cargokit.testing.voyageNumber
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

internal class CargoKitTests {
    private suspend fun kit(): CargoKit {
        val kit = CargoKit(InMemoryStore({ day(1) }), clock = { day(1) })
        for (code in listOf("HKHKG", "USNYC", "SESTO")) {
            kit.registerLocation(port(code), LocationName.parse("Port $code").value).value
        }
        val first = voyage("V100", movement("HKHKG", 10, "USNYC", 20))
        val second = voyage("V200", movement("USNYC", 22, "SESTO", 30))
        for (voyage in listOf(first, second)) kit.registerVoyage(voyage.number, voyage.schedule).value
        kit.book(port("HKHKG"), port("SESTO"), by = day(60), customerId, trackingId).value
        return kit
    }

    @Test
    fun `CRG-2, CRG-3, CRG-4, CRG-5 - a command for another version than the stored one changes nothing`() = runBlocking {
        val kit = kit()
        val commands: List<suspend (Long) -> Result<*>> = listOf(
            { kit.assign(viaNewYork, trackingId, it) },
            { kit.specifyRoute(trackingId, port("HKHKG"), port("SESTO"), by = day(70), it) },
            { kit.changeDestination(trackingId, port("USNYC"), it) },
            { kit.changeDeadline(trackingId, day(80), it) },
            { kit.cancelBooking(trackingId, Reason.parse("Sold").value, it) },
            { kit.reinstateBooking(trackingId, it) },
        )
        for ((index, command) in commands.withIndex()) {
            val version = index + 1L
            expect(command(version + 1).error.code.text, "concurrency_conflict")
            expect(kit.cargo(trackingId).value.version, version)
            command(version).value
            expect(kit.cargo(trackingId).value.version, version + 1)
        }
    }

    @Test
    fun `queries return what was registered, page by page`() = runBlocking {
        val kit = kit()
        expect(kit.location(port("SESTO")).value.name.text, "Port SESTO")
        expect(kit.voyage(voyageNumber("V100")).value.version, 1L)
        val first = kit.voyages(limit = 1).value
        expect(first.items.map { it.voyageNumber.text } to first.next?.text, listOf("V100") to "V100")
        expect(kit.voyages(after = first.next).value.items.map { it.voyageNumber.text }, listOf("V200"))
        expect(kit.cargos().value, kit.cargosOf(customerId).value)
        expect(kit.events().value.map { it.eventId }, listOf("Cargo:ABC123:1:0"))
        expect(kit.handlingEvents(trackingId).value, emptyList())
        for (limit in listOf(0, 1001)) {
            expect(kit.cargos(limit = limit).code, "integer_out_of_range")
            expect(kit.cargosOf(customerId, limit = limit).code, "integer_out_of_range")
            expect(kit.voyages(limit = limit).code, "integer_out_of_range")
            expect(kit.events(limit = limit).code, "integer_out_of_range")
        }
    }
}
