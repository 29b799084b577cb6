package cargo.application.input

/**
 * A value as it comes in from outside, before anything about it is known to be right.
 *
 * What JSON can say, less floating point and `null`. Forms, command lines and JSON bodies all become one of these, so that a use case can
 * judge all of a request's fields at once.
 */
sealed interface Input {
    /** Text; a sequence of Unicode scalars, so without lone surrogates. */
    data class Text(val text: String) : Input

    /** A whole number within ±(2^53−1). */
    data class Integer(val number: Long) : Input

    /** A whole number beyond ±(2^53−1), kept as its digits so that the field that holds it can be named. */
    data class HugeInteger(val digits: String) : Input

    /** True or false. */
    data class Truth(val value: Boolean) : Input

    /** A list. */
    data class Elements(val elements: List<Input>) : Input

    /** Named members, sorted by the UTF-16 code units of their names, no name twice. */
    data class Members(val members: List<Member>) : Input {
        /** The member of that name, if there is one. */
        operator fun get(name: String): Input? {
            for (member in members) if (member.name == name) return member.value
            return null
        }
    }

    /** A named member of an object. */
    data class Member(val name: String, val value: Input) {
        /** The order that RFC 8785 asks for, which is that of Kotlin's strings: by UTF-16 code units. */
        object Order : Comparator<Member> {
            override fun compare(one: Member, other: Member): Int = one.name.compareTo(other.name)
        }
    }
}
