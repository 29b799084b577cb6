package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
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
import io.github.cargokit.domain.shared.mapUntilFailure
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
    private val limits = Readings.integer(1..1000L)
    private val storedCargo = Reading(Shape.Any, StoredRecord::cargo)

    private val entries = Reading.members {
        val asOf by required(Readings.instant)
        val cargo by required(storedCargo)
        val isInDoubt by required(Readings.truth)
        build { Result.Success(CachedCargo(cargo, asOf, isInDoubt)) }
    }.list()

    private val page = Reading.members {
        val after by optional(Readings.trackingId)
        val limit by required(limits)
        build { Result.Success(Question.FindPage(after, limit.toInt())) }
    }

    /** Reads a call. The path is that of the call, and is named if the call breaks a rule of this operation. */
    private fun call(path: String): Reading<Call> {
        val policies = policy("$path.policy")
        val faults = fault("$path.remoteFails")
        return Reading.members {
            val at by optional(Readings.instant)
            val cacheFails by optional(Readings.truth)
            val find by optional(Readings.trackingId)
            val findForCustomer by optional(Readings.customerId)
            val findPage by optional(page)
            val isPlain by optional(Readings.truth)
            val policy by optional(policies)
            val remoteFails by optional(faults)
            val save by optional(storedCargo)
            val saveElsewhere by optional(storedCargo)
            build {
                val questions = listOfNotNull(
                    find?.let { Question.Find(it) }, findForCustomer?.let { Question.FindForCustomer(it) }, findPage,
                    save?.let { Question.Save(it) }, saveElsewhere?.let { Question.SaveElsewhere(it) },
                )
                val question = questions.singleOrNull() ?: return@build Result.Failure(DomainError.shapeInvalid(path))
                Result.Success(Call(at, cacheFails ?: false, isPlain ?: false, policy, remoteFails, question))
            }
        }
    }

    private val calls = Reading(Shape.Elements(call(path = "").shape)) { input ->
        (input as Input.Elements).elements.withIndex().mapUntilFailure { (place, given) ->
            call("calls[$place]").interpret(given)
        }
    }

    val run: Operation = Operation.members {
        val calls by required(CacheOperation.calls)
        val entries by required(CacheOperation.entries)
        val policy by required(policy("policy"))
        val timeToLive by required(Readings.integer)
        answer {
            val cache = InMemoryCargoCache(entries)
            val faults = RemoteFaults()
            val cargos = CachedCargoRepository(
                FaultyRemote(store.cargos, faults),
                FaultyCache(cache, faults),
                policy,
                TimeToLive.of(timeToLive).orElse { return@answer it },
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
    }

    private fun policy(path: String): Reading<CachePolicy> = Readings.word(CachePolicy.entries, path) { it.text }

    /** Reads the code of a technical failure without parameters. */
    private fun fault(path: String): Reading<DomainError> {
        val codes = DomainError.Code.entries.filter {
            it.tier == ErrorTier.TECHNICAL && it != DomainError.Code.CORRUPT_RECORD
        }
        return Readings.word(codes.map(DomainError::technical), path) { it.code.text }
    }

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
    }
}
