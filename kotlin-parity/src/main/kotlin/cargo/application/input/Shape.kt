package cargo.application.input

import cargo.domain.shared.DomainError
import cargo.domain.shared.Result

/** What a value must look like before its parts are read: JSON types and names of members, nothing of their meaning. */
sealed interface Shape {
    /** Anything at all. */
    data object Any : Shape

    /** Text. */
    data object Text : Shape

    /** A whole number, one beyond ±(2^53−1) too: its size is a matter of its value. */
    data object Integer : Shape

    /** True or false. */
    data object Truth : Shape

    /** A list whose elements all look alike. */
    class Elements(internal val element: Shape) : Shape

    /** An object with these members and no others. */
    class Members(vararg fields: Field) : Shape {
        internal val fields: List<Field> = fields.sortedBy { it.name }
    }

    /** A member that an object must or may have. */
    class Field internal constructor(val name: String, internal val shape: Shape, internal val isRequired: Boolean)

    /**
     * Where the value first differs from the shape, null if it does not.
     *
     * Goes depth first, the members of an object in the order of their names, expected and present ones together. The place is a path such as
     * `routeSpecification.origin` or `legs[0].loadTime`; that of the value itself is the empty path.
     */
    fun firstBreach(value: Input): String? = breach(this, value, Place.ROOT)?.toString()

    /** The value, or `shape_invalid` with the path of its first breach. */
    fun check(value: Input): Result<Input> =
        firstBreach(value)?.let { Result.Failure(DomainError.shapeInvalid(it)) } ?: Result.Success(value)

    /** A place inside a value; spelled out only when it is needed. */
    private class Place(private val parent: Place?, private val name: String, private val index: Int) {
        fun member(name: String) = Place(this, name, -1)

        fun element(index: Int) = Place(this, "", index)

        override fun toString(): String = when {
            parent == null -> ""
            index >= 0 -> "$parent[$index]"
            else -> parent.toString().let { if (it.isEmpty()) name else "$it.$name" }
        }

        companion object {
            val ROOT = Place(null, "", -1)
        }
    }

    companion object {
        /** A member that must be there. */
        fun required(name: String, shape: Shape): Field = Field(name, shape, isRequired = true)

        /** A member that may be absent. */
        fun optional(name: String, shape: Shape): Field = Field(name, shape, isRequired = false)

        private fun breach(shape: Shape, value: Input, place: Place): Place? = when (shape) {
            Any -> null
            Text -> place.takeIf { value !is Input.Text }
            Integer -> place.takeIf { value !is Input.Integer && value !is Input.HugeInteger }
            Truth -> place.takeIf { value !is Input.Truth }
            is Elements -> if (value is Input.Elements) elementBreach(shape.element, value.elements, place) else place
            is Members -> if (value is Input.Members) memberBreach(shape.fields, value.members, place) else place
        }

        private fun elementBreach(shape: Shape, elements: List<Input>, place: Place): Place? {
            for (index in elements.indices) breach(shape, elements[index], place.element(index))?.let { return it }
            return null
        }

        /** Walks down both sorted lists at once. */
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
