import CargoDomain
import CargoTesting
import Testing

@Suite("A location code")
struct UnLocodeTests {
    @Test(
        "VAL-LOC-1: lower-case ASCII letters become upper case",
        arguments: [
            ("HKHKG", "HKHKG"), ("hkhkg", "HKHKG"), ("SeStO", "SESTO"), ("us2ny", "US2NY"), ("AA999", "AA999"), ("ZZ222", "ZZ222"),
            ("zzzzz", "ZZZZZ"),
        ]
    )
    func folds(text: String, code: String) throws {
        #expect(try UnLocode(text).text == code)
        #expect(try UnLocode(text) == UnLocode(code))
        #expect(try UnLocode(text).description == code)
    }

    @Test("VAL-LOC-1: a code is two letters, then three letters or digits 2 to 9; every ASCII character is tried in every position")
    func characters() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".unicodeScalars)
        let digits = Set("23456789".unicodeScalars)
        for value in UInt8(0)...127 {
            let scalar = Unicode.Scalar(value)
            for place in 0..<5 {
                var scalars = Array("SESTO".unicodeScalars)
                scalars[place] = scalar
                let text = String(String.UnicodeScalarView(scalars))
                let isValid = letters.contains(scalar) || (place >= 2 && digits.contains(scalar))
                #expect(((try? UnLocode(text)) != nil) == isValid, "\(text)")
            }
        }
    }

    @Test(
        "VAL-LOC-1: any other text is rejected, and the error has it unchanged",
        arguments: [
            "", "C", "CNHK", "HKHKGG", "CN HKG", " HKHKG", "HKHKG ", "HKHKG\n", "CNHK\n", "\u{DF}NYC", "\u{DF}SNYC", "\u{131}NYC",
            "\u{131}SNYC", "USN\u{131}",
            "\u{130}NYC", "\u{17F}ESTO", "\u{17F}STO", "\u{212A}RPU", "\u{FF33}ESTO", "SEST\u{FF12}", "SES\u{0662}", "S\u{C9}STO",
            "SE\u{301}STO", "\u{1F6A2}A", "SES\u{308}",
            "HKHKG\u{0}", "CN-HK", "CN_HK", "\u{FEFF}CN",
        ]
    )
    func refuses(text: String) {
        #expect(throws: DomainError.invalid(.unLocodeInvalid, text: text)) { try UnLocode(text) }
    }

    @Test("VAL-LOC-1: codes sort in ASCII order, digits before letters")
    func order() {
        let codes = ["AA222", "AA2ZZ", "AAA22", "AAAAA", "AAAAB", "ABAAA", "ZZZZZ"]
        #expect(codes.shuffled().map { UnLocode.stub($0) }.sorted().map(\.text) == codes)
    }
}
