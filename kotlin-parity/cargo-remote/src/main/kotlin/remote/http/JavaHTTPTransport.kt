package io.github.cargokit.remote.http

import io.github.cargokit.remote.RemoteTimeouts
import java.io.IOException
import java.net.ConnectException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import java.net.http.HttpTimeoutException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import javax.net.ssl.SSLException
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds
import kotlin.time.toJavaDuration
import kotlinx.coroutines.suspendCancellableCoroutine
import kotlinx.coroutines.withTimeoutOrNull

/** Sends requests with the HTTP client of the Java platform, whose threads don't keep a program running. */
internal class JavaHTTPTransport(private val timeouts: RemoteTimeouts, private val maximumBytes: Int) : HTTPTransport {
    private val client = lazy {
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).followRedirects(HttpClient.Redirect.NEVER).build()
    }

    override suspend fun send(request: RemoteRequest): Sent = try {
        withTimeoutOrNull(timeouts.total) {
            answer(client.value.sendAsync(prepared(request)) { LimitedBody(maximumBytes) }.await())
        }
            ?: Sent.Failed(Sent.Kind.LATE, "the response did not end in time")
    } catch (failure: IOException) {
        failed(failure)
    } catch (failure: CompletionException) {
        failed(failure.cause ?: failure)
    } catch (failure: IllegalArgumentException) {
        failed(failure)
    }

    private fun prepared(request: RemoteRequest): HttpRequest {
        val body = request.body?.let(HttpRequest.BodyPublishers::ofByteArray) ?: HttpRequest.BodyPublishers.noBody()
        val builder = HttpRequest.newBuilder(URI.create(request.url)).method(request.method, body)
        for ((name, value) in request.headers) builder.header(name, value)
        return builder.timeout(maxOf(timeouts.response, LEAST).toJavaDuration()).build()
    }

    private fun answer(response: HttpResponse<ByteArray>) = Sent.Answer(
        response.statusCode(),
        response.headers().map().entries.associate { (name, values) -> name.lowercase() to values.joinToString() },
        response.body(),
    )

    private fun failed(failure: Throwable): Sent {
        val cause = failure.toString()
        return when (failure) {
            is ResponseTooLong -> Sent.Failed(Sent.Kind.TOO_LONG, "the response has more than $maximumBytes bytes")
            is ConnectException, is HttpConnectTimeoutException -> Sent.Failed(Sent.Kind.UNREACHED, cause)
            is HttpTimeoutException -> Sent.Failed(Sent.Kind.LATE, "no response started in time")
            is SSLException -> Sent.Failed(Sent.Kind.UNTRUSTED, cause)
            else -> Sent.Failed(Sent.Kind.BROKEN, cause)
        }
    }

    private companion object {
        /** The client refuses a timeout of zero. */
        val LEAST: Duration = 1.milliseconds
    }
}

/** Waits for a future, and cancels it if the coroutine is cancelled. */
private suspend fun <T> CompletableFuture<T>.await(): T = suspendCancellableCoroutine { continuation ->
    whenComplete { value, failure ->
        if (failure == null) continuation.resume(value)
        else continuation.resumeWithException((failure as? CompletionException)?.cause ?: failure)
    }
    continuation.invokeOnCancellation { cancel(true) }
}
