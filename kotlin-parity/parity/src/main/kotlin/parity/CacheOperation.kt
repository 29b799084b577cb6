package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.application.input.valueIfPresent
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.cargo.CargoQuery
import io.github.cargokit.domain.cargo.CustomerId
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.shared.DomainClock
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.ErrorTier
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Page
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.cache.CachePolicy
import io.github.cargokit.infrastructure.cache.CachedCargo
import io.github.cargokit.infrastructure.cache.CachedCargoRepository
import io.github.cargokit.infrastructure.cache.Fetched
import io.github.cargokit.infrastructure.cache.InMemoryCargoCache
import io.github.cargokit.infrastructure.cache.TimeToLive
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.StoredRecord
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.failure

/** `cache.run`: calls the world's repository through a cache. */
internal object CacheOperation {
    val run: Operation = Operation.members(
        Shape.required("calls", Shape.Elements(Call.shape)),
        Shape.required(
            "entries",
            Shape.Elements(
                Shape.Members(
                    Shape.required("asOf", Shape.Text),
                    Shape.required("cargo", Shape.Any),
                    Shape.required("isInDoubt", Shape.Truth),
                ),
            ),
        ),
        Shape.required("policy", Shape.Text),
        Shape.required("timeToLive", Shape.Integer),
    ) { args ->
        val calls = args.elements("calls").mapIndexed { place, call ->
            Call.read(call, "calls[$place]").orElse { return@members it }
        }
        val entries = args.elements("entries").map { entry(it).orElse { failure -> return@members failure } }
        val policy = policy(args.text("policy"), "policy").orElse { return@members it }
        val timeToLive = args.value("timeToLive", Readings.integer).orElse { return@members it }
        val cache = InMemoryCargoCache(entries)
        val faults = RemoteFaults()
        val cargos = CachedCargoRepository(
            FaultyRemote(store.cargos, faults),
            FaultyCache(cache, faults),
            policy,
            TimeToLive.of(timeToLive).orElse { return@members it },
            DomainClock { now },
        )
        val answers = calls.map { call ->
            call.at?.let { now = it }
            faults.begin(call.remoteFails, call.cacheFails)
            val result = call.ask(cargos, this)
            faults.remoteCalls.toList() to result
        }
        Result.Success(Answer { run(cache.all, answers) })
    }

    private fun entry(input: Input.Members): Result<CachedCargo> {
        val asOf = input.value("asOf", Readings.instant).orElse { return it }
        val cargo = StoredRecord.cargo(input["cargo"] ?: error("The shape asks for it")).orElse { return it }
        return input.value("isInDoubt", Readings.truth).map { CachedCargo(cargo, asOf, it) }
    }

    private fun policy(text: String, path: String): Result<CachePolicy> =
        CachePolicy.entries.find { it.text == text }?.let { Result.Success(it) } ?: Result.Failure(
            DomainError.shapeInvalid(path),
        )

    private fun Input.Members.elements(name: String): List<Input.Members> =
        (this[name] as Input.Elements).elements.map { it as Input.Members }

    private fun Input.Members.text(name: String): String = (this[name] as Input.Text).text

    private fun JSONWriter.run(
        cache: List<CachedCargo>,
        calls: List<Pair<List<String>, Result<JSONWriter.() -> Unit>>>,
    ) = members {
        name("cache").elements(cache) { entry ->
            members {
                name("asOf").instant(entry.asOf)
                name("cargo").cargo(entry.cargo)
                name("isInDoubt").truth(entry.isInDoubt)
            }
        }
        name("calls").elements(calls) { (remote, result) ->
            members {
                name("answer").members {
                    when (result) {
                        is Result.Success -> name("ok").let { result.value(it) }
                        is Result.Failure -> name("err").failure(result.error)
                    }
                }
                name("remote").elements(remote) { text(it) }
            }
        }
    }

    private fun <T> fetched(
        answer: Result<Fetched<T>>,
        write: JSONWriter.(T) -> Unit,
    ): Result<JSONWriter.() -> Unit> = answer.map { fetched ->
        {
            members {
                name("asOf").instant(fetched.asOf)
                name("isStale").truth(fetched.isStale)
                name("source").text(fetched.source.text)
                name("value").write(fetched.value)
            }
        }
    }

    private fun <T> plain(answer: Result<T>, write: JSONWriter.(T) -> Unit): Result<JSONWriter.() -> Unit> =
        answer.map { value -> { write(value) } }

    private fun JSONWriter.cargos(list: List<Cargo>) = elements(list) { cargo(it) }

    private fun JSONWriter.page(page: Page<Cargo, TrackingId>) = members {
        name("items").cargos(page.items)
        page.next?.let { name("next").text(it.text) }
    }

    /** The call to make on the cached repository. */
    private sealed interface Question {
        class Find(val id: TrackingId) : Question

        class FindForCustomer(val id: CustomerId) : Question

        class FindPage(val after: TrackingId?, val limit: Int) : Question

        class Save(val cargo: Cargo) : Question

        /** A save at the remote by another writer. */
        class SaveElsewhere(val cargo: Cargo) : Question
    }

    /** A call, and the faults that occur during it. */
    private class Call(
        val at: Instant?,
        val cacheFails: Boolean,
        val isPlain: Boolean,
        val policy: CachePolicy?,
        val remoteFails: DomainError?,
        val question: Question,
    ) {
        suspend fun ask(cargos: CachedCargoRepository, world: RunnerWorld): Result<JSONWriter.() -> Unit> {
            val policy = policy ?: cargos.policy
            return when (question) {
                is Question.Find ->
                    if (isPlain) plain(cargos.findByTrackingId(question.id)) { cargo(it) }
                    else fetched(cargos.fetch(question.id, policy)) { cargo(it) }
                is Question.FindForCustomer ->
                    if (isPlain) plain(cargos.findForCustomer(question.id)) { cargos(it) }
                    else fetched(cargos.fetchForCustomer(question.id, policy)) { cargos(it) }
                is Question.FindPage ->
                    if (isPlain) plain(cargos.find(CargoQuery(), question.after, question.limit)) { page(it) }
                    else fetched(cargos.fetchPage(question.after, question.limit, policy)) { page(it) }
                is Question.Save -> plain(cargos.save(question.cargo)) { members {} }
                is Question.SaveElsewhere -> plain(world.store.cargos.save(question.cargo)) { members {} }
            }
        }

        companion object {
            private val limits = Readings.integer(1..1000L)

            val shape = Shape.Members(
                Shape.optional("at", Shape.Text),
                Shape.optional("cacheFails", Shape.Truth),
                Shape.optional("find", Shape.Text),
                Shape.optional("findForCustomer", Shape.Text),
                Shape.optional(
                    "findPage",
                    Shape.Members(Shape.optional("after", Shape.Text), Shape.required("limit", Shape.Integer)),
                ),
                Shape.optional("isPlain", Shape.Truth),
                Shape.optional("policy", Shape.Text),
                Shape.optional("remoteFails", Shape.Text),
                Shape.optional("save", Shape.Any),
                Shape.optional("saveElsewhere", Shape.Any),
            )

            /**
             * Reads a call that has the right shape: its members in the order of their names, then checks that it has
             * exactly one question.
             */
            fun read(input: Input.Members, path: String): Result<Call> {
                val at = input.valueIfPresent("at", Readings.instant).orElse { return it }
                val cacheFails = input.valueIfPresent("cacheFails", Readings.truth).orElse { return it } ?: false
                val questions = ArrayList<Question>()
                input.valueIfPresent(
                    "find",
                    Readings.trackingId,
                ).orElse { return it }?.let { questions += Question.Find(it) }
                input.valueIfPresent(
                    "findForCustomer",
                    Readings.customerId,
                ).orElse { return it }?.let { questions += Question.FindForCustomer(it) }
                (input["findPage"] as Input.Members?)?.let { page ->
                    val after = page.valueIfPresent("after", Readings.trackingId).orElse { return it }
                    val limit = page.value("limit", limits).orElse { return it }
                    questions += Question.FindPage(after, limit.toInt())
                }
                val isPlain = input.valueIfPresent("isPlain", Readings.truth).orElse { return it } ?: false
                val policy = (input["policy"] as Input.Text?)?.let { text ->
                    policy(text.text, "$path.policy").orElse { return it }
                }
                val remoteFails = (input["remoteFails"] as Input.Text?)?.let { code ->
                    fault(code.text, "$path.remoteFails").orElse { return it }
                }
                input["save"]?.let { cargo ->
                    questions += Question.Save(StoredRecord.cargo(cargo).orElse { return it })
                }
                input["saveElsewhere"]?.let { cargo ->
                    questions += Question.SaveElsewhere(StoredRecord.cargo(cargo).orElse { return it })
                }
                val question = questions.singleOrNull() ?: return Result.Failure(DomainError.shapeInvalid(path))
                return Result.Success(Call(at, cacheFails, isPlain, policy, remoteFails, question))
            }

            /** Reads the code of a technical failure without parameters. */
            private fun fault(text: String, path: String): Result<DomainError> =
                DomainError.Code.entries.find {
                    it.text == text && it.tier == ErrorTier.TECHNICAL && it != DomainError.Code.CORRUPT_RECORD
                }
                    ?.let { Result.Success(DomainError.technical(it)) }
                    ?: Result.Failure(DomainError.shapeInvalid(path))
        }
    }
}
