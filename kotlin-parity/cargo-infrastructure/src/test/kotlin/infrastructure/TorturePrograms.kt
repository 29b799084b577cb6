package io.github.cargokit.infrastructure

import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsonfile.JSONFileStore
import io.github.cargokit.infrastructure.jsonfile.Medium
import io.github.cargokit.infrastructure.system.SystemTrackingIdGenerator
import io.github.cargokit.testing.code
import io.github.cargokit.testing.customerId
import io.github.cargokit.testing.day
import io.github.cargokit.testing.specification
import io.github.cargokit.testing.value
import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.Path
import kotlin.random.Random
import kotlin.system.exitProcess
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking

/** The programs that `./tool torture-languages` starts and kills, alongside programs in Swift. */

/** A medium that fails some writes and syncs. A failed one may have taken effect nevertheless. */
private class UnreliableMedium(seed: Int, private val perMille: Int) : Medium() {
    private val random = Random(seed)

    private fun fails() = random.nextInt(1000) < perMille

    override fun write(file: FileChannel, bytes: ByteArray, offset: Long) {
        if (!fails()) return super.write(file, bytes, offset)
        super.write(file, bytes.copyOf(random.nextInt(bytes.size + 1)), offset)
        throw IOException("No space left on device")
    }

    override fun publish(file: FileChannel, bytes: ByteArray, offset: Long) {
        if (fails() && random.nextInt(10) == 0) throw IOException("Input/output error")
        super.publish(file, bytes, offset)
    }

    override fun sync(file: FileChannel, withName: Boolean) {
        if (random.nextBoolean()) super.sync(file, withName)
        if (fails()) throw IOException("Input/output error")
    }
}

/**
 * Books cargos with the ids `<prefix><number>` until it is killed. Prints each id with its outcome: `stored`, or the
 * failure's code.
 */
internal object TortureWriter {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val (directory, prefix, seed, perMille) = arguments
        val store = openUnreliably(Path.of(directory), seed.toInt(), perMille.toInt())
        var number = 0
        while (true) {
            val id = prefix + (number++).toString().padStart(5, '0')
            println("$id begun")
            val cargo = Cargo.book(TrackingId.parse(id).value, customerId, specification(), at = day(1)).value
            println("$id ${runBlocking { store.cargos.save(cargo) }.code ?: "stored"}")
        }
    }

    /** Opens a store, and retries if that fails. */
    private fun openUnreliably(directory: Path, seed: Int, perMille: Int): JSONFileStore {
        var attempt = seed
        while (true) {
            val medium = UnreliableMedium(attempt++, perMille)
            val opened = runBlocking {
        val ids = SystemTrackingIdGenerator()
        JSONFileStore.open(directory, DomainClock { day(1) }, ids, 20_000, false, Dispatchers.IO, medium)
    }
    when (opened) {
                is Result.Success -> return opened.value
                is Result.Failure -> if (opened.error.code.text != "store_unavailable" || perMille == 0) error(
                    "cannot open: ${opened.error} ${opened.error.cause}",
                )
            }
        }
    }
}

/**
 * Lists all cargos repeatedly until its input ends, and finally prints them. Fails if a cargo that was listed once is
 * missing later.
 */
internal object TortureReader {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val store = runBlocking { JSONFileStore.open(Path.of(arguments[0])) }.value
        var shown = emptySet<String>()
        while (true) {
            val isLast = System.`in`.available() > 0
            val now = all(store)
            if (!now.containsAll(shown)) {
                println("gone: ${shown - now}")
                exitProcess(1)
            }
            shown = now
            if (!isLast) continue
            shown.forEach(::println)
            exitProcess(0)
        }
    }

    private fun all(store: JSONFileStore): Set<String> = runBlocking {
        buildSet {
            var after: TrackingId? = null
            do {
                val page = store.cargos.find(CargoQuery(), after, 1000).value
                page.items.forEach { add(it.trackingId.text) }
                after = page.next
            } while (after != null)
        }
    }
}
