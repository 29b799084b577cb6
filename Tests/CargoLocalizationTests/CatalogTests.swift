import CargoDomain
import CargoTesting
import Testing

@testable import CargoLocalization

@Suite("Catalogs of translations")
struct CatalogTests {
    private static let translated = Language.all.filter { $0 != .english }

    @Test(arguments: translated)
    func `a language's file can be read, and has the phrases of the kit`(language: Language) throws {
        let catalog = try #require(Catalog.of(language))
        #expect(catalog.entries.count > 100)
    }

    @Test(arguments: translated)
    func `every error has a title, a message and advice in each language, about the same values`(language: Language) throws {
        let catalog = try #require(Catalog.of(language))
        for code in DomainError.Code.allCases {
            let entry = code.entry
            for text in [entry.title, entry.detail, entry.advice].compactMap({ $0 }) {
                let translation = try #require(catalog.text(of: text), "\(language) lacks: \(text)")
                #expect(MessagePattern(translation).names == MessagePattern(text).names)
                #expect(translation.hasSuffix(".") || translation.hasSuffix("]"))
            }
        }
    }

    @Test func `a phrase puts its values into the places of the translation, in any order`() throws {
        let phrase: Phrase = "Leg \(1) of \("ABC")."
        #expect(phrase.key == "Leg {1} of {2}.")
        #expect(phrase.english == "Leg 1 of ABC.")
        #expect(phrase.filled("{2}: Strecke {1}") == "ABC: Strecke 1")
        #expect(phrase.filled("{3} {} { {1") == "{3} {} { {1")
        #expect(phrase.text(in: .german) == "Leg 1 of ABC.", "a phrase without a translation is shown in English")
    }

    @Test func `a value isn't read as a place`() {
        #expect(("In port \("{1}{2}")" as Phrase).text(in: .german) == "Im Hafen {1}{2}")
    }

    @Test func `the current language is the task's`() async {
        #expect(localized("Cancelled") == "Cancelled")
        await Language.$current.withValue(.german) {
            #expect(localized("Cancelled") == "Storniert")
            await Task { #expect(localized("Cancelled") == "Storniert") }.value
        }
        #expect(localized("Cancelled") == "Cancelled")
    }

    @Test func `a number chooses the form`() throws {
        func faults(_ count: Int) -> DomainError {
            .validationFailed((0..<count).map { .init(path: "legs[\($0)]", code: .fieldRequired) })
        }
        #expect(faults(1).message(in: .german) == "Eine Angabe ist ungültig.")
        #expect(faults(2).message(in: .german) == "2 Angaben sind ungültig.")
        #expect(faults(2).message(in: .english) == faults(2).message)
    }

    @Test func `a file's literals continue on further lines and have escapes`() throws {
        let catalog = try #require(
            Catalog(
                Array(
                    #"""
                    msgid ""
                    msgstr "Plural-Forms: nplurals=2; plural=(n > 1);\n"

                    # A comment.
                    msgid "Say \"a\" "
                    "and \\b"
                    msgstr "Sag \"a\"\n"
                    "und \\b"

                    msgid "untranslated"
                    msgstr ""

                    msgid "{1} leg"
                    msgid_plural "{1} legs"
                    msgstr[0] "{1} étape"
                    msgstr[1] "{1} étapes"
                    """#.utf8
                )
            )
        )
        #expect(catalog.text(of: #"Say "a" and \b"#) == "Sag \"a\"\nund \\b")
        #expect(catalog.text(of: "untranslated") == nil)
        #expect([0, 1, 2].map { catalog.text(of: "{1} leg", plural: "{1} legs", for: $0) } == ["{1} étape", "{1} étape", "{1} étapes"])
    }

    @Test(arguments: [
        "", "msgid \"a\"\nmsgstr \"b\"", "msgid a", "oops", "\"text\"", "msgid \"\"\nmsgstr \"plural=(n % 7)\"", "msgid \"a\\x\"",
    ])
    func `a malformed file is refused`(text: String) { #expect(Catalog(Array(text.utf8)) == nil) }
}
