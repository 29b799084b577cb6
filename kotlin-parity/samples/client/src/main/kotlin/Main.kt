import io.github.cargokit.application.CargoOperations
import io.github.cargokit.application.environment.IdempotencyKey
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.location.UnLocode
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.mapUntilFailure
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.remote.CargoClient
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/** Books a cargo once, however often an order is sent, and gives it the best route. */
private suspend fun place(order: String, desk: CargoOperations): Result<TrackingId> {
    val (hongKong, stockholm) = listOf("HKHKG", "SESTO").mapUntilFailure(UnLocode::parse).orElse { return it }
    val deadline = Instant.parse("2100-02-01T00:00:00Z").orElse { return it }
    val customer = CustomerId.parse("ACME").orElse { return it }
    val key = IdempotencyKey.parse(order).orElse { return it }
    val cargo = desk.book(from = hongKong, to = stockholm, by = deadline, customer, idempotencyKey = key)
        .orElse { return it }
    val version = desk.cargo(cargo).orElse { return it }.version
    val route = desk.routes(cargo).orElse { return it }.firstOrNull() ?: return Result.Success(cargo)
    // Fails with `concurrency_conflict` if someone else changed the cargo since its version was read.
    desk.assign(route, cargo, expectedVersion = version).orElse { return it }
    return Result.Success(cargo)
}

/** What a clerk and a viewer may do at a `cargo-server`. */
private suspend fun story(url: String, clerk: String, viewer: String): Result<List<String>> {
    val desk = CargoClient.create(url, clerk).orElse { return it }
    val cargo = place("order-1", desk).orElse { return it }
    val again = place("order-1", desk).orElse { return it }
    val window = CargoClient.create(url, viewer).orElse { return it }
    val status = window.track(cargo).orElse { return it }.statusText
    val refused = place("order-2", window)
    val isRefused = refused is Result.Failure && refused.error.code == Code.REMOTE_REJECTED
    return Result.Success(
        listOf("$cargo", status, "The same cargo: ${cargo == again}", "A viewer is refused: $isRefused"),
    )
}

fun main() {
    val (url, clerk, viewer) = listOf("CARGO_URL", "CARGO_CLERK", "CARGO_VIEWER").map { System.getenv(it) }
    when (val result = runBlocking { story(url, clerk, viewer) }) {
        is Result.Success -> result.value.forEach(::println)
        is Result.Failure -> {
            System.err.println(result.error)
            exitProcess(1)
        }
    }
}
