import CargoDomain
import CargoTesting
import Testing

@Suite("Messages of errors")
struct ErrorMessageTests {
    @Test(arguments: DomainError.Code.allCases)
    func `every code has a message and advice in whole sentences, with controls escaped`(code: DomainError.Code) {
        for error in [DomainError.rule(code), .invalid(code, text: "the\u{1B}text")] {
            #expect(error.message.hasSuffix("."))
            #expect(error.message.first.map { $0.isUppercase || $0 == "‘" } == true)
            #expect(!error.description.unicodeScalars.contains("\u{1B}"))
            #expect(error.advice.map { $0.hasSuffix(".") } != false)
        }
    }

    @Test func `a message quotes what the error carries`() {
        #expect(DomainError.cargoNotFound(.stub()).message == "There is no cargo ‘ABC123’.")
        #expect(DomainError.legNotOnSchedule(index: 1).message.hasPrefix("Leg 2 is not on its voyage's schedule"))
        #expect(
            DomainError.concurrencyConflict(VoyageNumber.stub(), expected: 1, actual: 2).message
                == "Another process changed voyage ‘V100’ at the same time."
        )
        #expect(
            DomainError.corruptRecord(rule: "DLV-10", id: "ABC123").message == "A stored record (ABC123) is damaged: it violates ‘DLV-10’."
        )
    }

    @Test func `a message is complete without the optional values of its error`() {
        #expect(DomainError.rule(.cargoNotFound).message == "There is no cargo with this tracking id.")
        #expect(DomainError.rule(.deadlineNotInFuture).message == "The deadline is not in the future.")
        #expect(DomainError.rule(.unLocodeInvalid).message == "The text is not a valid UN/LOCODE.")
    }

    @Test func `a description has the code and each invalid field, and never the cause`() {
        let error = DomainError.validationFailed([
            .init(path: "origin", code: .unLocodeInvalid), .init(path: "customerId", code: .fieldRequired),
        ])
        #expect(
            "\(error)" == """
                validation_failed: 2 values are invalid. customerId: This value is required. origin: The text is not a valid UN/LOCODE.
                """
        )
        #expect("\(DomainError.technical(.storeFull, cause: "ENOSPC"))" == "store_full: The store ran out of space; nothing was written.")
    }
}
