import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.handling.HandlingType
import io.github.cargokit.domain.location.LocationName
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.CarrierMovement
import io.github.cargokit.domain.voyage.Schedule
import io.github.cargokit.domain.voyage.VoyageNumber
import io.github.cargokit.infrastructure.CargoKit
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import java.nio.file.Path
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/** Books a cargo in a store in a directory, routes it, and hands it to the carrier. */
private suspend fun story(directory: Path): Result<List<String>> {
    val store = JSONFileStore.open(directory).orElse { return it }
    val kit = CargoKit(store)
    val (hongKong, stockholm) = listOf("HKHKG", "SESTO").mapUntilFailure(UnLocode::parse).orElse { return it }
    val (departure, arrival, deadline) = listOf("2100-01-02T00:00:00Z", "2100-01-30T00:00:00Z", "2100-02-01T00:00:00Z")
        .mapUntilFailure(Instant::parse).orElse { return it }
    for ((code, name) in listOf(hongKong to "Hong Kong", stockholm to "Stockholm")) {
        kit.registerLocation(code, LocationName.parse(name).orElse { return it }).orElse { return it }
    }
    val sailing = CarrierMovement.create(hongKong, stockholm, departure, arrival).orElse { return it }
    val voyage = VoyageNumber.parse("V100").orElse { return it }
    kit.registerVoyage(voyage, Schedule.create(listOf(sailing)).orElse { return it }).orElse { return it }

    val customer = CustomerId.parse("ACME").orElse { return it }
    val cargo = kit.book(from = hongKong, to = stockholm, by = deadline, customer).orElse { return it }
    val route = kit.routes(cargo).orElse { return it }.first()
    kit.assign(route, cargo).orElse { return it }
    kit.handle(HandlingType.RECEIVE, cargo, at = hongKong).orElse { return it }

    val view = kit.track(cargo).orElse { return it }
    val stored = kit.cargosOf(customer).orElse { return it }.cargos.size
    store.close().orElse { return it }
    return Result.Success(listOf(view.statusText, "Next: ${view.nextExpectedText}", "Cargos in the store: $stored"))
}

fun main(arguments: Array<String>): Unit = when (val result = runBlocking { story(Path.of(arguments.single())) }) {
    is Result.Success -> result.value.forEach(::println)
    is Result.Failure -> {
        System.err.println(result.error)
        exitProcess(1)
    }
}
