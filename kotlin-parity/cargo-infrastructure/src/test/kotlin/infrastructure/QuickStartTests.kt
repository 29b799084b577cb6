package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.infrastructure.inmemory.InMemoryStore
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.value
import java.io.File
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

private suspend fun story(): Result<String> {
    val kit = CargoKit(InMemoryStore()) // or: JSONFileStore.open(Path.of("cargo-data")).orElse { return it }
    val (hongKong, stockholm) = listOf("HKHKG", "SESTO").mapUntilFailure(UnLocode::parse).orElse { return it }
    kit.registerLocation(hongKong, LocationName.parse("Hong Kong").orElse { return it }).orElse { return it }
    kit.registerLocation(stockholm, LocationName.parse("Stockholm").orElse { return it }).orElse { return it }
    val (departure, arrival, deadline) = listOf("2100-01-02T00:00:00Z", "2100-01-30T00:00:00Z", "2100-02-01T00:00:00Z")
        .mapUntilFailure(Instant::parse).orElse { return it }
    val sailing = CarrierMovement.create(hongKong, stockholm, departure, arrival).orElse { return it }
    val schedule = Schedule.create(listOf(sailing)).orElse { return it }
    kit.registerVoyage(VoyageNumber.parse("V100").orElse { return it }, schedule).orElse { return it }

    val customer = CustomerId.parse("ACME").orElse { return it }
    val cargo = kit.book(from = hongKong, to = stockholm, by = deadline, customer).orElse { return it }
    val routes = kit.routes(cargo).orElse { return it }
    kit.assign(routes.first(), cargo).orElse { return it }
    kit.handle(HandlingType.RECEIVE, cargo, at = hongKong).orElse { return it }
    return kit.track(cargo).map { it.statusText } // "In port Hong Kong"
}

internal class QuickStartTests {
    @Test
    fun `the quick start books, routes, handles and tracks a cargo`() =
        expect(runBlocking { story() }.value, "In port Hong Kong")

    @Test
    fun `the README shows the quick start as it is compiled here`() {
        val source = File("../cargo-infrastructure/src/test/kotlin/infrastructure/QuickStartTests.kt").readText()
        val compiled = source.substringAfter("story(): Result<String> {\n").substringBefore("\n}\n").trimIndent()
        expect(File("../README.md").readText().substringAfter("```kotlin\n").substringBefore("\n```"), compiled)
    }
}
