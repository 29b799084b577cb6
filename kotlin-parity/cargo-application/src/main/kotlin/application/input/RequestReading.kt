package io.github.cargokit.application.input

import io.github.cargokit.domain.cargo.CargoReference
import io.github.cargokit.domain.cargo.ReferenceType
import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.DomainError.Code
import io.github.cargokit.domain.shared.DomainError.FieldError
import io.github.cargokit.domain.shared.Result
import io.github.cargokit.domain.shared.then
import kotlin.properties.PropertyDelegateProvider
import kotlin.reflect.KProperty

/**
 * Reads a request and validates all of its fields. Fails with `validation_failed` and one entry for each invalid field
 * (REQ-1).
 *
 * ```
 * readRequest(input) {
 *     val origin by required(Readings.unLocode)
 *     val limit by optional(Readings.integer)
 *     build { Request(origin, limit) }
 * }
 * ```
 */
internal inline fun <T> readRequest(input: Input, read: RequestFields.() -> Result<T>): Result<T> =
    RequestFields(input).read()

/** The fields of one request. */
internal class RequestFields(input: Input) {
    private val members = input as? Input.Members
    private val failures = ArrayList<FieldError>()
    private val known = HashSet<String>()

    init {
        if (members == null) failures += FieldError("", Code.SHAPE_INVALID)
    }

    /** A field that was read. Its value is available only inside [build], after all fields have been found valid. */
    class Field<out T>(private val value: T?, private val isSound: Boolean) {
        @Suppress("UNCHECKED_CAST")
        operator fun getValue(owner: Any?, property: KProperty<*>): T {
            check(isSound) { "${property.name} was asked for though it could not be read" }
            return value as T
        }
    }

    /** Reads the required field that has the property's name. */
    fun <T : Any> required(reading: Reading<T>) = PropertyDelegateProvider<Any?, Field<T>> { _, property ->
        field(property.name, isRequired = true) { scalar(property.name, it, reading) }
    }

    /** Reads the optional field that has the property's name. */
    fun <T : Any> optional(reading: Reading<T>) = PropertyDelegateProvider<Any?, Field<T?>> { _, property ->
        field(property.name, isRequired = false) { scalar(property.name, it, reading) }
    }

    /** Reads the optional field that has the property's name. Without it, the value is `default`. */
    fun <T : Any> optional(reading: Reading<T>, default: T) = PropertyDelegateProvider<Any?, Field<T>> { _, property ->
        field(property.name, isRequired = false, default) { scalar(property.name, it, reading) }
    }

    /**
     * Reads a required list. Reports one failure for each invalid element or, if all are valid, the failure of the
     * whole (REQ-2).
     */
    fun <E, T : Any> requiredList(name: String, element: Reading<E>, whole: (List<E>) -> Result<T>): Field<T> =
        field(name, isRequired = true) { list(name, name, it, element, whole) }

    /**
     * Reads an optional list, which is empty if it is absent. Failures are reported as those of a required one.
     */
    fun <E : Any> optionalList(
        name: String,
        element: Reading<E>,
        whole: (List<E>) -> Result<List<E>>,
    ): Field<List<E>> = field(name, isRequired = false, emptyList()) { list(name, name, it, element, whole) }

    /**
     * Reads the optional object that has the property's name, each of its values with its failure at its own path, such
     * as `details.carrier`, and its own at the path of the object. Of wrong shapes only the first is reported (REQ-2).
     */
    fun <T : Any> optionalMembers(
        shape: Shape,
        read: RequestFields.() -> Result<T>,
    ) = PropertyDelegateProvider<Any?, Field<T?>> { _, property ->
        field(property.name, isRequired = false) { nested(property.name, it, shape, read) }
    }

    /**
     * Reads a required object whose only member is such a list. The failure of the whole is reported at the path of the
     * object.
     */
    fun <E, T : Any> requiredListIn(
        name: String,
        member: String,
        element: Reading<E>,
        whole: (List<E>) -> Result<T>,
    ): Field<T> =
        field(name, isRequired = true) { holder ->
            if (holder !is Input.Members) return@field failed(name, Code.SHAPE_INVALID)
            val path = "$name.$member"
            for (other in holder.members) {
                if (other.name != member) failed<Nothing>("$name.${other.name}", Code.SHAPE_INVALID)
            }
            val input = holder[member] ?: return@field failed(path, Code.FIELD_REQUIRED)
            list(path, name, input, element, whole)
        }

    /**
     * Reads a reference from the fields `type` and `value`. The text of a value is judged only if its type is valid.
     */
    fun requiredReference(): Field<CargoReference> {
        var type: ReferenceType? = null
        field("type", isRequired = true) { input -> scalar("type", input, Readings.referenceType).also { type = it } }
        return field("value", isRequired = true) { input ->
            val text = scalar("value", input, Readings.anyText) ?: return@field null
            when (val result = CargoReference.create(type ?: return@field null, text)) {
                is Result.Success -> result.value
                is Result.Failure -> failed("value", result.error.code)
            }
        }
    }

    /** Creates the request if every field is valid and there are no other fields. */
    fun <T> build(request: () -> T): Result<T> {
        for (member in members?.members.orEmpty()) {
            if (member.name !in known) failures += FieldError(member.name, Code.SHAPE_INVALID)
        }
        return if (failures.isEmpty()) Result.Success(request())
        else Result.Failure(DomainError.validationFailed(failures))
    }

    /** Makes the request, which may fail by itself, if every field is valid and there are no other fields. */
    fun <T> make(request: () -> Result<T>): Result<T> = build(request).then { it }

    private inline fun <T : Any, F : T?> field(
        name: String,
        isRequired: Boolean,
        default: F? = null,
        read: (Input) -> F?,
    ): Field<F> {
        known += name
        val input = members?.get(name)
        if (input == null) {
            if (isRequired && members != null) failures += FieldError(name, Code.FIELD_REQUIRED)
            return Field(default, isSound = !isRequired)
        }
        val value = read(input)
        return Field(value, isSound = value != null)
    }

    private fun <T : Any> nested(path: String, input: Input, shape: Shape, read: RequestFields.() -> Result<T>): T? {
        shape.firstBreach(input, path)?.let { return failed(it, Code.SHAPE_INVALID) }
        return when (val result = readRequest(input, read)) {
            is Result.Success -> result.value
            is Result.Failure -> {
                val inside = result.error.fields.map { FieldError("$path.${it.path}", it.code) }
                failures += inside.ifEmpty { listOf(FieldError(path, result.error.code)) }
                null
            }
        }
    }

    private fun <T : Any> scalar(
        path: String,
        input: Input,
        reading: Reading<T>,
    ): T? = when (val result = reading.read(input)) {
        is Result.Success -> result.value
        is Result.Failure -> failed(path, result.error.code)
    }

    private fun <E, T : Any> list(
        path: String,
        wholePath: String,
        input: Input,
        element: Reading<E>,
        whole: (List<E>) -> Result<T>,
    ): T? {
        if (input !is Input.Elements) return failed(path, Code.SHAPE_INVALID)
        val before = failures.size
        val elements = ArrayList<E>(input.elements.size)
        input.elements.forEachIndexed { index, given ->
            when (val result = element.read(given)) {
                is Result.Success -> elements += result.value
                is Result.Failure -> failures += FieldError("$path[$index]", result.error.code)
            }
        }
        if (failures.size > before) return null
        return when (val result = whole(elements)) {
            is Result.Success -> result.value
            is Result.Failure -> failed(wholePath, result.error.code)
        }
    }

    private fun <T> failed(path: String, code: Code): T? {
        failures += FieldError(path, code)
        return null
    }
}
