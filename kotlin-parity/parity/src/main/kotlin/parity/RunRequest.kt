package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.input.Readings
import io.github.cargokit.application.input.Shape
import io.github.cargokit.domain.cargo.TrackingId
import io.github.cargokit.domain.handling.HandlingEvent
import io.github.cargokit.domain.location.Location
import io.github.cargokit.domain.shared.Instant
import io.github.cargokit.domain.shared.Result
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
        private val storedCargos = Readings.anything.list()
        private val events = Records.handlingEvent.list()
        private val ports = Records.location.list()
        private val sailings = Records.voyage.list()
        private val trackingIds = Readings.trackingId.list()

        private val given = Reading.members {
            val cargos by optional(storedCargos)
            val handlingEvents by optional(events)
            val locations by optional(ports)
            val voyages by optional(sailings)
            build {
                Result.Success(
                    Given(cargos.orEmpty(), handlingEvents.orEmpty(), locations.orEmpty(), voyages.orEmpty()),
                )
            }
        }

        private val steps = Reading.members {
            val at by optional(Readings.instant)
            val args by required(Readings.anything)
            val op by required(Readings.anyText)
            build { Result.Success(Step(args, at, op)) }
        }.list()

        private val request = Reading.members {
            val clock by required(Readings.instant)
            unread(Shape.required("cmd", Shape.Text))
            val given by optional(RunRequest.given)
            val ids by optional(trackingIds)
            val seq by required(Readings.integer)
            val `when` by required(steps)
            build { Result.Success(RunRequest(clock, given ?: Given(), ids.orEmpty(), seq, `when`)) }
        }

        /** Reads a line. Any failure means that the line is malformed. */
        fun read(line: Input): Result<RunRequest> = request.read(line)
    }
}
