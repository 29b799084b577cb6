package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Shape
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.infrastructure.inmemory.StoreContents
import io.github.cargokit.infrastructure.jsoncodec.JSONParser
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.data
import io.github.cargokit.infrastructure.records.failure
import io.github.cargokit.infrastructure.records.handlingEvent
import io.github.cargokit.infrastructure.records.retraction

/** Answers lines of the runner protocol, version 1. */
internal class Runner {
    private val startShape = Shape.Members(Shape.required("cmd", Shape.Text), Shape.required("protocol", Shape.Integer))
    private val stopShape = Shape.Members(Shape.required("cmd", Shape.Text))

    /** Writes the answer to a line, without a newline. Returns false for the line that ends the process. */
    suspend fun answer(line: ByteArray, start: Int, end: Int, writer: JSONWriter): Boolean {
        val request = JSONParser.parse(line, start, end, JSONParser.HugeIntegers.KEPT).orElse {
            writer.malformed(seq = null)
            return true
        }
        when (((request as? Input.Members)?.get("cmd") as? Input.Text)?.text) {
            "start" -> {
                val isSound = startShape.firstBreach(request) == null && request["protocol"] == Input.Integer(PROTOCOL)
                if (isSound) writer.ready() else writer.malformed(request)
            }
            "run" -> when (val run = RunRequest.read(request)) {
                is Result.Success -> writer.run(run.value)
                is Result.Failure -> writer.malformed(request)
            }
            "stop" -> {
                if (stopShape.firstBreach(request) == null) return false
                writer.malformed(request)
            }
            else -> writer.malformed(request)
        }
        return true
    }

    private fun JSONWriter.ready() = members {
        name("errorCodes").elements(DomainError.Code.entries.map { it.text }.sorted()) { text(it) }
        name("implementation").members {
            name("language").text("kotlin")
            name("version").text(VERSION)
        }
        name("ops").elements(Operations.byName.keys) { text(it) }
        name("protocol").integer(PROTOCOL)
        name("ready").truth(true)
    }

    private suspend fun JSONWriter.run(request: RunRequest) {
        val world = RunnerWorld(request.clock, request.ids)
        request.given.locations.forEach(world.store::place)
        request.given.voyages.forEach(world.store::place)
        request.given.cargos.forEach(world.store::placeCargo)
        request.given.handlingEvents.forEach(world.store::place)
        val outcomes = request.steps.map { perform(it, world) }
        members {
            name("finalState").members {
                name("cargos").members(world)
                name("handlingEvents").elements(StoreContents.handlingEvents(world.store)) { handlingEvent(it) }
                val retractions = StoreContents.retractions(world.store)
                if (retractions.isNotEmpty()) name("retractedEvents").elements(retractions) { retraction(it) }
            }
            name("seq").integer(request.seq)
            name("steps").elements(outcomes) { outcome(it) }
        }
    }

    private fun JSONWriter.members(world: RunnerWorld) {
        val cargos = ArrayList<JSONWriter.() -> Unit>()
        StoreContents.forEachCargo(
            world.store,
            sound = { cargos += { cargo(it) } },
            broken = { cargos += { input(it) } },
        )
        elements(cargos) { it() }
    }

    /** The outcome of a step. The result is null for an unknown operation. */
    private class Outcome(val facts: List<DomainFact>, val result: Result<Answer>?)

    private suspend fun perform(step: RunRequest.Step, world: RunnerWorld): Outcome {
        step.at?.let { world.now = it }
        val operation = Operations[step.op] ?: return Outcome(emptyList(), null)
        val result = operation.perform(world, step.args)
        val raised = if (result is Result.Success) result.value.facts else emptyList()
        return Outcome(raised + world.newFacts(), result)
    }

    private fun JSONWriter.outcome(outcome: Outcome) = members {
        name("events").elements(outcome.facts) { fact ->
            members {
                name("data").data(fact)
                name("type").text(fact.type)
            }
        }
        name("result").members {
            when (val result = outcome.result) {
                null -> name("unsupported").truth(true)
                is Result.Success -> result.value.write(name("ok"))
                is Result.Failure -> name("err").failure(result.error)
            }
        }
    }

    private fun JSONWriter.malformed(request: Input) =
        malformed(((request as? Input.Members)?.get("seq") as? Input.Integer)?.number)

    private fun JSONWriter.malformed(seq: Long?) = members {
        name("err").failure(DomainError.technical(DomainError.Code.PROTOCOL_MALFORMED))
        seq?.let { name("seq").integer(it) }
    }

    companion object {
        const val PROTOCOL = 1L
        const val VERSION = "0.1.0"
    }
}
