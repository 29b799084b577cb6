package io.github.cargokit.remote.http

import io.github.cargokit.application.input.Input
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.FieldError
import io.github.cargokit.domain.shared.DomainError.Parameter
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.infrastructure.jsoncodec.JSONParser

/** A response of type `application/problem+json` (RFC 9457) from `cargo-server`. Unknown members are ignored. */
internal class ProblemDocument private constructor(private val document: Input.Members, private val code: String) {
    /** The domain error it describes, or null if the code isn't one of the kit's. */
    val error: DomainError?
        get() = codes[code]?.let {
            DomainError.relayed(it, params(document["params"]), fields(document["errors"]), cause)
        }

    /** The cause, for the log. */
    val cause: String
        get() = listOfNotNull(
            "the service answered $code",
            text("title"),
            text("detail"),
            text("requestId")?.let { "request $it" },
        )
            .joinToString("; ")

    private fun text(name: String): String? = document[name].text

    companion object {
        private val codes = DomainError.Code.entries.associateBy { it.text }

        /** Returns null if the response isn't a problem document or has no code. */
        fun of(answer: Sent.Answer): ProblemDocument? {
            if (answer.mediaType != "application/problem+json") return null
            val document = answer.input as? Input.Members ?: return null
            return document["code"].text?.let { ProblemDocument(document, it) }
        }

        private fun params(
            input: Input?,
        ): List<Parameter> = (input as? Input.Members)?.members.orEmpty().mapNotNull { member ->
            when (val value = member.value) {
                is Input.Text -> Parameter.Text(member.name, value.text)
                is Input.Integer -> Parameter.Integer(member.name, value.number)
                else -> null
            }
        }

        private fun fields(
            input: Input?,
        ): List<FieldError> = (input as? Input.Elements)?.elements.orEmpty().mapNotNull { element ->
            val members = element as? Input.Members ?: return@mapNotNull null
            val code = members["code"].text?.let(codes::get) ?: return@mapNotNull null
            val path = members["parameter"].text ?: members["pointer"].text?.let(::path) ?: return@mapNotNull null
            FieldError(path, code)
        }

        /** Converts a JSON pointer to a path: `#/itinerary/legs/0` becomes `itinerary.legs[0]`. */
        private fun path(
            pointer: String,
        ): String = pointer.trimStart('#').split('/').filter { it.isNotEmpty() }.fold("") { path, step ->
            val name = step.replace("~1", "/").replace("~0", "~")
            when {
                name.all { it in '0'..'9' } -> "$path[$name]"
                path.isEmpty() -> name
                else -> "$path.$name"
            }
        }

        private val Input?.text: String? get() = (this as? Input.Text)?.text
    }
}

/** The parsed body, or null if it isn't JSON that the kit accepts. */
internal val Sent.Answer.input: Input? get() = (JSONParser.parse(body, 0, body.size) as? Result.Success)?.value
