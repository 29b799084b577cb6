package io.github.cargokit.remote

import com.sun.net.httpserver.HttpServer
import io.github.cargokit.testing.code
import io.github.cargokit.testing.error
import io.github.cargokit.testing.expect
import io.github.cargokit.testing.trackingId
import io.github.cargokit.testing.value
import java.net.InetAddress
import java.net.InetSocketAddress
import java.net.ServerSocket
import java.util.concurrent.CountDownLatch
import kotlin.concurrent.thread
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import org.junit.jupiter.api.Test

/** The transport against sockets that don't behave. */
internal class JavaHTTPTransportTests {
    private val loopback: InetAddress = InetAddress.getLoopbackAddress()

    private fun find(port: Int, timeouts: RemoteTimeouts = RemoteTimeouts(), maximumBytes: Int = 1000) = runBlocking {
        RemoteStore.create(
            "http://127.0.0.1:$port",
            null,
            timeouts,
            RemoteRetry.NONE,
            maximumBytes,
        ).value.cargos.findByTrackingId(trackingId)
    }

    /**
     * Accepts connections, reads what comes, and answers with these bytes; without bytes, it waits until it is closed.
     * The platform's client connects again by itself if the answer to a GET is empty.
     */
    private fun <T> answering(text: String?, use: (Int) -> T): T = ServerSocket(0, 1, loopback).use { server ->
        thread(isDaemon = true) {
            runCatching {
                while (true) {
                    server.accept().use { socket ->
                        socket.getInputStream().read(ByteArray(4096))
                        if (text == null) socket.getInputStream().read()
                        else socket.getOutputStream().write(text.toByteArray())
                    }
                }
            }
        }
        use(server.localPort)
    }

    @Test
    fun `a service that isn't there is unavailable`() {
        val port = ServerSocket(0, 1, loopback).use { it.localPort }
        expect(find(port).code, "remote_unavailable")
    }

    @Test
    fun `a broken answer, a head that isn't HTTP and one that is cut short are unavailable`() {
        for (text in listOf("", "rubbish\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")) {
            expect(answering(text) { find(it) }.code, "remote_unavailable")
        }
    }

    @Test
    fun `a late answer and a late end are a timeout`() {
        // Long enough for the first connection of a client that has just started.
        expect(answering(null) { find(it, RemoteTimeouts(response = 800.milliseconds)) }.code, "remote_timeout")
        val error = answering(null) { find(it, RemoteTimeouts(total = 300.milliseconds)) }.error
        expect(error.code.text, "remote_timeout")
    }

    @Test
    fun `an answer that is too long is rejected before it ends`() {
        val server = HttpServer.create(InetSocketAddress(loopback, 0), 1)
        server.createContext("/") { exchange ->
            exchange.sendResponseHeaders(200, 0)
            exchange.responseBody.use { body -> repeat(1000) { body.write(ByteArray(1000)) } }
        }
        server.start()
        val error = find(server.address.port).error
        server.stop(0)
        expect(error.code.text to error.cause?.contains("more than 1000 bytes"), "remote_rejected" to true)
    }

    @Test
    fun `cancelling a call aborts its request`() {
        val isAsked = CountDownLatch(1)
        val isGone = CountDownLatch(1)
        ServerSocket(0, 1, loopback).use { server ->
            thread(isDaemon = true) {
                server.accept().use { socket ->
                    socket.getInputStream().read(ByteArray(4096))
                    isAsked.countDown()
                    // Ends when the client closes the connection.
                    runCatching { while (socket.getInputStream().read() >= 0) Unit }
                    isGone.countDown()
                }
            }
            val store = RemoteStore.create("http://127.0.0.1:${server.localPort}").value
            runBlocking {
                val job = launch(
                    Dispatchers.Default,
                    CoroutineStart.UNDISPATCHED,
                ) { store.cargos.findByTrackingId(trackingId) }
                isAsked.await()
                job.cancel()
                job.join()
                expect(job.isCancelled, true)
            }
            isGone.await()
        }
    }
}
