import CargoApplication
import CargoDomain
import CargoLocalization
import CargoTesting
import Testing

@Suite("The reasons of failed deliveries and paused subscriptions, for people")
struct DeliveryFailureLanguageTests {
    private static let known: [DeliveryFailure] =
        EndpointRefusal.allCases.map { .refused($0) } + DeliveryFailure.Obstacle.allCases.map { .unanswered($0) }
        + [.answered(status: 500), .timedOut(milliseconds: 26_000)]

    @Test(arguments: known)
    func `a reason of the kit's own is read back, is stored in English, and has a German text`(failure: DeliveryFailure) {
        #expect(DeliveryFailure(failure.text) == failure)
        #expect(failure.text(in: .english) == failure.text)
        #expect(failure.text(in: .german) != failure.text)
    }

    @Test(arguments: [
        "", "500", "the endpoint answered", "the endpoint answered 0500", "the endpoint answered +500", "the endpoint answered 500 ",
        "the endpoint answered 99999999999999999999", "The endpoint must use https", "Keine Verbindung",
    ])
    func `another text stays as it is in every language`(text: String) {
        #expect(DeliveryFailure(text) == .other(text) && PauseReason(text) == .other(text))
        #expect(DeliveryFailure(text).text(in: .german) == text && PauseReason(text).text(in: .german) == text)
    }

    @Test(arguments: [
        (PauseReason.byOwner, "paused by its owner", "Vom Eigentümer angehalten"),
        (.byOperator, "paused by the operator", "Vom Betreiber angehalten"),
        (.delivery(.answered(status: 410)), "the endpoint answered 410", "Der Endpunkt antwortete mit 410"),
        (
            .failing(since: .stub(), last: .unanswered(.late)),
            "every delivery has failed since 2026-01-01T00:00:00.000Z: no response came in time",
            "Seit 2026-01-01T00:00:00.000Z schlägt jede Zustellung fehl: Die Antwort kam nicht rechtzeitig"
        ),
        (
            .failing(since: .stub(), last: .other("no: 1")), "every delivery has failed since 2026-01-01T00:00:00.000Z: no: 1",
            "Seit 2026-01-01T00:00:00.000Z schlägt jede Zustellung fehl: no: 1"
        ),
        (
            .failing(since: .stub(), last: .other("")), "every delivery has failed since 2026-01-01T00:00:00.000Z: ",
            "Seit 2026-01-01T00:00:00.000Z schlägt jede Zustellung fehl: "
        ),
    ])
    func `why a subscription is paused is read from its stored text and translated`(reason: PauseReason, stored: String, german: String) {
        #expect(PauseReason(stored) == reason)
        #expect(reason.text == stored && reason.text(in: .english) == stored)
        #expect(reason.text(in: .german) == german)
    }

    @Test(arguments: [
        "every delivery has failed since yesterday: no", "every delivery has failed since 2026-01-01T00:00:00Z: no",
        "every delivery has failed since 2026-01-01T00:00:00.000Z", "every  delivery has failed since 2026-01-01T00:00:00.000Z: no",
    ])
    func `a text that only resembles a reason of the kit's own stays as it is`(text: String) {
        #expect(PauseReason(text) == .other(text) && PauseReason(text).text(in: .german) == text)
    }
}
