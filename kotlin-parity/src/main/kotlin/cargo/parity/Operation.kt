package cargo.parity

import cargo.application.input.Input
import cargo.application.input.Reading
import cargo.application.input.Shape
import cargo.application.usecases.UseCase
import cargo.application.usecases.execute
import cargo.domain.cargo.Cargo
import cargo.domain.shared.DomainFact
import cargo.domain.shared.Result
import cargo.domain.shared.map
import cargo.domain.shared.orElse
import cargo.infrastructure.jsoncodec.JSONWriter
import cargo.infrastructure.records.cargo

/** Something that a step of a run can ask for. */
internal fun interface Operation {
    /** Does it to a world with the step's arguments, of which nothing is known to be right. */
    suspend fun perform(world: RunnerWorld, args: Input): Result<Answer>

    companion object {
        /** Reads the arguments as one value and answers with it. */
        fun <T> reading(reading: Reading<T>, write: JSONWriter.(T) -> Unit) =
            Operation { _, args -> reading.read(args).map { value -> Answer { write(value) } } }

        /** Checks the shape of the arguments, whole, then goes on with them. */
        fun members(vararg fields: Shape.Field, perform: suspend RunnerWorld.(Input.Members) -> Result<Answer>): Operation {
            val shape = Shape.Members(*fields)
            return Operation { world, args ->
                shape.check(args).orElse { return@Operation it }
                world.perform(args as Input.Members)
            }
        }

        /** Runs a use case; the facts that it raises are those that the store took in. */
        fun <Request, Response> useCase(
            useCase: (cargo.application.environment.Environment) -> UseCase<Request, Response>,
            write: JSONWriter.(Response) -> Unit,
        ) = Operation { world, args ->
            useCase(world.environment).execute(args).map { response -> Answer { write(response) } }
        }
    }
}

/** What a step answers: how it is written, and the facts that an aggregate in hand raised. */
internal class Answer(val facts: List<DomainFact> = emptyList(), val write: JSONWriter.() -> Unit) {
    companion object {
        /** A cargo and the facts that it raised. */
        fun of(cargo: Cargo) = Answer(cargo.raisedFacts) { cargo(cargo) }
    }
}
