import CargoDomain
import CargoLocalization
import CargoTesting
import Testing

@Suite("Errors in a language")
struct ErrorLanguageTests {
    @Test(arguments: DomainError.Code.allCases)
    func `in English, an error says what it says by itself`(code: DomainError.Code) {
        for error in [DomainError.rule(code), .invalid(code, text: "the text")] {
            #expect(error.message(in: .english) == error.message)
            #expect(error.advice(in: .english) == error.advice)
        }
        #expect(code.title(in: .english) == code.title)
    }

    @Test(arguments: DomainError.Code.allCases)
    func `in German, each text differs, and is a whole sentence with its values, controls escaped`(code: DomainError.Code) {
        for error in [DomainError.rule(code), .invalid(code, text: "the\u{1B}text")] {
            let message = error.message(in: .german)
            #expect(message != error.message)
            #expect(message.hasSuffix("."))
            #expect(message.first.map { $0.isUppercase || $0 == "„" } == true)
            #expect(!message.unicodeScalars.contains("\u{1B}"))
            let value = "the\\u{1b}text"
            #expect(message.contains(value) == error.message.contains(value))
            let words = message.replacing(value, with: "")
            #expect(!words.contains("{") && !words.contains("[") && !words.contains("‘"))
            #expect((error.advice(in: .german) == nil) == (error.advice == nil))
        }
        #expect(code.title(in: .german) != code.title)
    }

    @Test func `a German message quotes what the error carries`() {
        #expect(DomainError.cargoNotFound(.stub()).message(in: .german) == "Es gibt keine Sendung „ABC123“.")
        #expect(DomainError.rule(.cargoNotFound).message(in: .german) == "Es gibt keine Sendung mit dieser Sendungsnummer.")
        #expect(DomainError.legNotOnSchedule(index: 1).message(in: .german).hasPrefix("Teilstrecke 2 steht nicht im Fahrplan"))
        #expect(
            DomainError.concurrencyConflict(VoyageNumber.stub(), expected: 1, actual: 2).message(in: .german)
                == "Ein anderer Prozess hat gleichzeitig die Reise „V100“ geändert."
        )
        #expect(
            DomainError.corruptRecord(rule: "DLV-10", id: "ABC123").message(in: .german)
                == "Ein gespeicherter Datensatz (ABC123) ist beschädigt: Er verletzt „DLV-10“."
        )
        let field = DomainError.FieldError(path: "origin", code: .unLocodeInvalid)
        #expect(field.message(in: .german) == "Der Text ist kein gültiger UN/LOCODE.")
    }
}
