package io.github.cargokit.application.input

/**
 * A value from outside the program that has not been validated yet.
 *
 * It holds the same values as JSON, except for floating-point numbers and `null`. Forms, command lines and JSON bodies
 * are all converted to it, so that a use case can validate all fields of a request at once.
 */
public sealed interface Input {
    /** Text: a sequence of Unicode scalars, and so without lone surrogates. */
    public data class Text(val text: String) : Input

    /** A whole number within ±(2^53−1). */
    public data class Integer(val number: Long) : Input

    /** A whole number beyond ±(2^53−1). Keeps its digits, so that an error can name the field that holds it. */
    public data class HugeInteger(val digits: String) : Input

    /** True or false. */
    public data class Truth(val value: Boolean) : Input

    /** A list. */
    public data class Elements(val elements: List<Input>) : Input

    /** Named members without duplicates, sorted by the UTF-16 code units of their names. */
    public data class Members(val members: List<Member>) : Input {
        /** Returns the member with this name, if any. */
        public operator fun get(name: String): Input? {
            for (member in members) if (member.name == name) return member.value
            return null
        }
    }

    /** A named member of an object. */
    public data class Member(val name: String, val value: Input) {
        /** The order that RFC 8785 requires, by UTF-16 code units. Kotlin strings compare in the same order. */
        public object Order : Comparator<Member> {
            override fun compare(one: Member, other: Member): Int = one.name.compareTo(other.name)
        }
    }
}
