import CargoLocalization
import Testing

@Suite("Finding a person's language")
struct LanguageTests {
    @Test(arguments: [
        (["de"], "de"), (["DE"], "de"), (["de-AT"], "de"), (["de-Latn-CH-1996"], "de"), (["de-x-dialect"], "de"), (["en-GB"], "en"),
        (["fr", "de"], "de"), (["fr"], "en"), ([], "en"), ([""], "en"), (["*"], "en"), (["deu"], "en"), (["-de"], "en"),
        (["d", "de"], "de"),
    ])
    func `the first language range that leads to a language wins`(ranges: [String], tag: String) {
        #expect(Language(preferring: ranges).tag == tag)
    }

    @Test func `ranges beyond the hundredth, and text beyond a hundred bytes, aren't looked at`() {
        #expect(Language(preferring: Array(repeating: "xx", count: 99) + ["de"]) == .german)
        #expect(Language(preferring: Array(repeating: "xx", count: 100) + ["de"]) == .english)
        #expect(Language(preferring: ["de" + String(repeating: "-aaaaaaaa", count: 10_000)]) == .german)
    }

    @Test(arguments: [
        ("de_AT.UTF-8", "de"), ("de_DE@euro", "de"), ("de", "de"), ("C", "en"), ("POSIX", "en"), ("C.UTF-8", "en"), ("en_US.UTF-8", "en"),
        ("tr_TR.UTF-8", "en"), ("", "en"), (".de", "en"), ("dex_DE", "en"),
    ])
    func `a POSIX locale names a language`(locale: String, tag: String) { #expect(Language(locale: locale).tag == tag) }

    @Test(arguments: [
        (["LC_ALL": "de_DE", "LANG": "en_US"], "de"), (["LC_ALL": "C", "LC_MESSAGES": "de_DE", "LANG": "de_DE"], "en"),
        (["LC_MESSAGES": "de_DE", "LANG": "en_US"], "de"), (["LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_DE"], "de"), ([:], "en"),
        (["LANGUAGE": "de", "LC_TIME": "de_DE"], "en"),
    ])
    func `LC_ALL precedes LC_MESSAGES, which precedes LANG`(environment: [String: String], tag: String) {
        #expect(Language(environment: environment).tag == tag)
    }
}
