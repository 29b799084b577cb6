package io.github.cargokit.parity

import io.github.cargokit.application.input.Input
import io.github.cargokit.application.input.Members
import io.github.cargokit.application.input.Reading
import io.github.cargokit.application.usecases.UseCase
import io.github.cargokit.application.usecases.execute
import io.github.cargokit.domain.cargo.Cargo
import io.github.cargokit.domain.shared.DomainFact
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.map
import io.github.cargokit.domain.shared.then
import io.github.cargokit.domain.voyage.Voyage
import io.github.cargokit.infrastructure.jsoncodec.JSONWriter
import io.github.cargokit.infrastructure.records.cargo
import io.github.cargokit.infrastructure.records.voyage

/** What an operation does in a world with the arguments that were read. */
internal typealias Performance = suspend RunnerWorld.() -> Result<Answer>

/** An operation that a step of a run can request. */
internal fun interface Operation {
    /** Performs the operation on a world, with the step's unvalidated arguments. */
    suspend fun perform(world: RunnerWorld, args: Input): Result<Answer>

    companion object {
        /** Creates an operation that reads its arguments as one value and answers with it. */
        fun <T> reading(reading: Reading<T>, write: JSONWriter.(T) -> Unit) =
            Operation { _, args -> reading.read(args).map { value -> Answer { write(value) } } }

        /** Creates an operation that checks the whole shape of its arguments, reads them, and ends in [answer]. */
        fun members(read: Members.() -> Result<Performance>): Operation {
            val reading = Reading.members(read = read)
            return Operation { world, args -> reading.read(args).then { perform -> world.perform() } }
        }

        /** Creates an operation that runs a use case. Its facts are those that the store received. */
        fun <Request, Response> useCase(
            useCase: (io.github.cargokit.application.environment.Environment) -> UseCase<Request, Response>,
            write: JSONWriter.(Response) -> Unit,
        ) = Operation { world, args ->
            useCase(world.environment).execute(args).map { response -> Answer { write(response) } }
        }
    }
}

/** Performs an operation whose arguments have been read. */
internal fun Members.answer(perform: Performance): Result<Performance> = build { Result.Success(perform) }

/** The answer of a step: a function that writes it, and the facts that were raised but not stored. */
internal class Answer(val facts: List<DomainFact> = emptyList(), val write: JSONWriter.() -> Unit) {
    companion object {
        /** Answers with a cargo and the facts it raised. */
        fun of(cargo: Cargo) = Answer(cargo.raisedFacts) { cargo(cargo) }

        /** Answers with a voyage and the facts it raised. */
        fun of(voyage: Voyage) = Answer(voyage.raisedFacts) { voyage(voyage) }
    }
}
