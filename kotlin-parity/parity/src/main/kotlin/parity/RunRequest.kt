package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.application.input.value
import io.github.cargokit.application.input.valueIfPresent
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.orElse
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.infrastructure.records.Records

/** A line that requests a run. The line's own members have been read; the arguments of its steps have not. */
internal class RunRequest private constructor(
    val clock: Instant,
    val given: Given,
    val ids: List<TrackingId>,
    val seq: Long,
    val steps: List<Step>,
) {
    /** The initial contents of the world. Cargos are in their stored form and may be broken. */
    class Given(
        val cargos: List<Input> = emptyList(),
        val handlingEvents: List<HandlingEvent> = emptyList(),
        val locations: List<Location> = emptyList(),
        val voyages: List<Voyage> = emptyList(),
    )

    /** An operation. Sets the clock first if it has a time. */
    class Step(val args: Input, val at: Instant?, val op: String)

    companion object {
        private val given = run {
            val cargos = Reading(Shape.Any) { Result.Success(it) }.list()
            val events = Records.handlingEvent.list()
            val locations = Records.location.list()
            val voyages = Records.voyage.list()
            Reading.members(
                Shape.optional("cargos", cargos.shape),
                Shape.optional("handlingEvents", events.shape),
                Shape.optional("locations", locations.shape),
                Shape.optional("voyages", voyages.shape),
            ) { members ->
                val stored = members.valueIfPresent("cargos", cargos).orElse { return@members it }
                val handled = members.valueIfPresent("handlingEvents", events).orElse { return@members it }
                val places = members.valueIfPresent("locations", locations).orElse { return@members it }
                val sailing = members.valueIfPresent("voyages", voyages).orElse { return@members it }
                Result.Success(Given(stored.orEmpty(), handled.orEmpty(), places.orEmpty(), sailing.orEmpty()))
            }
        }

        private val ids = Readings.trackingId.list()

        private val steps = Reading.members(
            Shape.required("args", Shape.Any),
            Shape.optional("at", Shape.Text),
            Shape.required("op", Shape.Text),
        ) { members ->
            val at = members.valueIfPresent("at", Readings.instant).orElse { return@members it }
            val args = members["args"] ?: error("The shape asks for arguments")
            members.value("op", Readings.anyText).map { Step(args, at, it) }
        }.list()

        private val request = Reading.members(
            Shape.required("clock", Shape.Text),
            Shape.required("cmd", Shape.Text),
            Shape.optional("given", given.shape),
            Shape.optional("ids", ids.shape),
            Shape.required("seq", Shape.Integer),
            Shape.required("when", steps.shape),
        ) { members ->
            val clock = members.value("clock", Readings.instant).orElse { return@members it }
            val given = members.valueIfPresent("given", given).orElse { return@members it }
            val ids = members.valueIfPresent("ids", ids).orElse { return@members it }
            val seq = members.value("seq", Readings.integer).orElse { return@members it }
            members.value("when", steps).map { RunRequest(clock, given ?: Given(), ids.orEmpty(), seq, it) }
        }

        /** Reads a line. Any failure means that the line is malformed. */
        fun read(line: Input): Result<RunRequest> = request.read(line)
    }
}
