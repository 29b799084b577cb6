package cargo

import cargo.application.input.Input
import cargo.domain.shared.DomainError.Code
import cargo.infrastructure.jsoncodec.JSONParser
import java.io.File

/** Compares the codes here with those of `spec/errors.json`, which lies beside this folder. */
internal fun errorTableTests(suite: Suite) = with(suite) {
    test("The codes and their tiers are those of spec/errors.json") {
        val bytes = File("../spec/errors.json").readBytes()
        val table = JSONParser.parse(bytes, 0, bytes.size).value as Input.Members
        val listed = (table["errors"] as Input.Elements).elements.associate { entry ->
            fun text(name: String) = ((entry as Input.Members)[name] as Input.Text).text
            text("code") to text("tier")
        }
        expect(Code.entries.associate { it.text to it.tier.text }, listed)
    }
}
