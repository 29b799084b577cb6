import CargoApplication
import CargoDomain
import CargoLocalization
import Testing

@Suite("Why carriers' events wait, for people")
struct CarrierEventLanguageTests {
    @Test(arguments: CarrierEventReason.Code.allCases)
    func `every reason has a sentence in each language, with its subject and without`(code: CarrierEventReason.Code) {
        for subject in ["X{1}", nil] {
            let reason = CarrierEventReason(code, subject)
            let (english, german) = (reason.text(in: .english), reason.text(in: .german))
            #expect(english != german)
            for text in [english, german] {
                #expect(text.contains("X{1}") == (subject != nil && code != .tooLarge), "\(text)")
                #expect(!text.contains("{1}") || subject != nil, "\(text)")
            }
        }
    }

    @Test func `a rule that refuses an event says why`() {
        let reason = CarrierEventReason(.refused, DomainError.Code.cargoAlreadyClaimed.rawValue)
        #expect(reason.text(in: .english) == "A rule refuses it: The cargo has been claimed, so it can no longer be changed or handled.")
        #expect(CarrierEventReason(.unreadable, "").text(in: .english) == "The event can't be read.")
    }
}
