import io.github.cargokit.domain.cargo.CustomerId
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
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.InMemoryCargoCache
import io.github.cargokit.infrastructure.cache.wrapping
import io.github.cargokit.remote.RemoteStore
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/** Books and tracks a cargo in the store of a `cargo-server`. */
private suspend fun story(url: String, token: String): Result<List<String>> {
    val store = RemoteStore.create(url, token).orElse { return it }
    val cargos = CachedCargoRepository(store.cargos, InMemoryCargoCache(), CachePolicy.REMOTE_FIRST)
    val kit = CargoKit(cargos.wrapping(store))
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
    kit.assign(kit.routes(cargo).orElse { return it }.first(), cargo).orElse { return it }
    val view = kit.track(cargo).orElse { return it }
    val known = cargos.fetch(cargo, CachePolicy.LOCAL_FIRST).orElse { return it }
    return Result.Success(
        listOf("$cargo", view.statusText, "Next: ${view.nextExpectedText}", "Found again in: ${known.source}"),
    )
}

fun main(): Unit = when (val result = runBlocking { story(System.getenv("CARGO_URL"), System.getenv("CARGO_TOKEN")) }) {
    is Result.Success -> result.value.forEach(::println)
    is Result.Failure -> {
        System.err.println(result.error)
        exitProcess(1)
    }
}
