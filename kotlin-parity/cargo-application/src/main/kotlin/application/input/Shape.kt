package io.github.cargokit.application.input

import io.github.cargokit.domain.shared.DomainError
import io.github.cargokit.domain.shared.Result

/**
 * What a value must look like before its parts are read: the JSON types and member names, but not their meaning
 * (READ-1).
 */
public sealed interface Shape {
    /** Any value. */
    public data object Any : Shape

    /** Text. */
    public data object Text : Shape

    /** A whole number, also one beyond ±(2^53−1): its range is checked when the value is read. */
    public data object Integer : Shape

    /** True or false. */
    public data object Truth : Shape

    /** A list whose elements all have the same shape. */
    public class Elements(internal val element: Shape) : Shape

    /** An object with these members and no others. If all of them are optional, it may have to have at least one. */
    public class Members(vararg fields: Field, internal val isEmptyAllowed: Boolean = true) : Shape {
        internal val fields: List<Field> = fields.sortedBy { it.name }
    }

    /** A required or optional member of an object. */
    public class Field internal constructor(
        public val name: String,
        internal val shape: Shape,
        internal val isRequired: Boolean,
    )

    /**
     * Returns the path at which the value first differs from the shape; null if it matches.
     *
     * The search is depth first. The members of an object, expected and present ones together, are visited in the order
     * of their names. A path looks like `routeSpecification.origin` or `legs[0].loadTime`; the path of the value itself
     * is empty unless another one is given.
     */
    public fun firstBreach(value: Input, path: String = ""): String? =
        breach(this, value, Place(null, path, -1))?.toString()

    /** Returns the value, or `shape_invalid` with the path of the first difference. */
    public fun check(value: Input): Result<Input> =
        firstBreach(value)?.let { Result.Failure(DomainError.shapeInvalid(it)) } ?: Result.Success(value)

    /** Returns the value without the members of objects that aren't in the shape. */
    public fun known(value: Input): Input = when {
        this is Elements && value is Input.Elements -> Input.Elements(value.elements.map(element::known))
        this is Members && value is Input.Members -> Input.Members(
            value.members.mapNotNull { member ->
                fields.firstOrNull { it.name == member.name }
                    ?.let { Input.Member(member.name, it.shape.known(member.value)) }
            },
        )
        else -> value
    }

    /** A position inside a value. Its path is formatted only when it is needed. */
    private class Place(private val parent: Place?, private val name: String, private val index: Int) {
        fun member(name: String) = Place(this, name, -1)

        fun element(index: Int) = Place(this, "", index)

        override fun toString(): String = when {
            parent == null -> name
            index >= 0 -> "$parent[$index]"
            else -> parent.toString().let { if (it.isEmpty()) name else "$it.$name" }
        }
    }

    public companion object {
        /** A required member. */
        public fun required(name: String, shape: Shape): Field = Field(name, shape, isRequired = true)

        /** An optional member. */
        public fun optional(name: String, shape: Shape): Field = Field(name, shape, isRequired = false)

        private fun breach(shape: Shape, value: Input, place: Place): Place? = when (shape) {
            Any -> null
            Text -> place.takeIf { value !is Input.Text }
            Integer -> place.takeIf { value !is Input.Integer && value !is Input.HugeInteger }
            Truth -> place.takeIf { value !is Input.Truth }
            is Elements -> if (value is Input.Elements) elementBreach(shape.element, value.elements, place) else place
            is Members ->
                if (value is Input.Members && (shape.isEmptyAllowed || value.members.isNotEmpty())) {
                    memberBreach(shape.fields, value.members, place)
                }
                else place
        }

        private fun elementBreach(shape: Shape, elements: List<Input>, place: Place): Place? {
            for (index in elements.indices) breach(shape, elements[index], place.element(index))?.let { return it }
            return null
        }

        /** Walks through both sorted lists at once. */
        private fun memberBreach(fields: List<Field>, members: List<Input.Member>, place: Place): Place? {
            var next = 0
            for (member in members) {
                while (next < fields.size && fields[next].name < member.name) {
                    if (fields[next].isRequired) return place.member(fields[next].name)
                    next++
                }
                if (next == fields.size || fields[next].name != member.name) return place.member(member.name)
                breach(fields[next++].shape, member.value, place.member(member.name))?.let { return it }
            }
            while (next < fields.size) {
                if (fields[next].isRequired) return place.member(fields[next].name)
                next++
            }
            return null
        }
    }
}
