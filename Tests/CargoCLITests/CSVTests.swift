import CargoWire
import Testing

@Suite("CSV is safe to open in a spreadsheet")
struct CSVTests {
    @Test(arguments: [
        "=cmd|' /C calc'!A0", "=1+1", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\u{FEFF}=1", "\u{200B}=1", "＝1", "＋1", "－1+1",
        "＠x",
        "=", "-", "+", "+1-1", "-A1", "\u{0}=1", "\n@x",
    ])
    func `a text that a spreadsheet would run gets an apostrophe, unless exact values are wanted`(text: String) {
        let safe = CSVLine.text([text, "x"])
        #expect(safe.hasPrefix("'") || safe.hasPrefix("\"'"))
        let exact = CSVLine.text([text, "x"], isExact: true)
        #expect(exact.replacing("\"", with: "") == text.replacing("\"", with: "") + ",x\r\n")
    }

    @Test(arguments: ["", "ACME", "-3600", "+12", "-12.5", "1+1", "a=b", "a@b.example", "'=1", "2026-01-01T00:00:00Z", "Übersee"])
    func `other texts stay as they are`(text: String) {
        #expect(CSVLine.text([text]) == text + "\r\n")
    }

    @Test(arguments: [("a;=1", #""a;=1""#), ("a\t=1", "\"a\t=1\""), ("a\n=1", "\"a\n=1\""), ("a,\"=1", "\"a,\"\"=1\"")])
    func `a text can't begin another cell`(text: String, field: String) {
        #expect(CSVLine.text([text]) == field + "\r\n")
    }
}
