package io.github.cargokit.remote.http

import java.io.ByteArrayOutputStream
import java.io.IOException
import java.net.http.HttpResponse
import java.nio.ByteBuffer
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionStage
import java.util.concurrent.Flow

/** The response has more bytes than are allowed. */
internal class ResponseTooLong : IOException("the response is too long")

/** Collects the body of a response, and gives up with [ResponseTooLong] as soon as it is longer than the limit. */
internal class LimitedBody(private val maximumBytes: Int) : HttpResponse.BodySubscriber<ByteArray> {
    private val collected = ByteArrayOutputStream()
    private val body = CompletableFuture<ByteArray>()
    private var subscription: Flow.Subscription? = null

    override fun getBody(): CompletionStage<ByteArray> = body

    override fun onSubscribe(subscription: Flow.Subscription) {
        this.subscription = subscription
        subscription.request(Long.MAX_VALUE)
    }

    override fun onNext(buffers: List<ByteBuffer>) {
        for (buffer in buffers) {
            if (body.isDone) return
            if (buffer.remaining() > maximumBytes - collected.size()) {
                subscription?.cancel()
                body.completeExceptionally(ResponseTooLong())
                return
            }
            val bytes = ByteArray(buffer.remaining())
            buffer.get(bytes)
            collected.write(bytes)
        }
    }

    override fun onError(failure: Throwable) {
        body.completeExceptionally(failure)
    }

    override fun onComplete() {
        body.complete(collected.toByteArray())
    }
}
