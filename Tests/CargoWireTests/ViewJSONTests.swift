import CargoApplication
import CargoDomain
import CargoTesting
import CargoWire
import Testing

@Suite("Views have a public JSON form")
struct ViewJSONTests {
    @Test func `responses are written as in the wire format`() {
        #expect(BookCargo.Response.stub().json() == #"{"trackingId":"ABC123"}"#)
        #expect(CargoRevision.stub().json() == #"{"trackingId":"ABC123","version":2}"#)
        #expect(RegisterVoyage.Response.stub().json() == #"{"version":1,"voyageNumber":"V100"}"#)
        #expect(
            RescheduleVoyage.Response.stub(affectedCargos: [.init(trackingId: .stub("A-1"), estimate: .asPlanned(.stub()))]).json()
                == #"{"affectedCargos":[{"estimatedArrival":"2026-01-21T00:00:00.000Z","isLate":false,"trackingId":"A-1"}],"version":2,"#
                + #""voyageNumber":"V100"}"#
        )
        #expect(
            RegisterHandlingEvent.Response.stub(isNew: false).json() == #"{"event":"# + HandlingEvent.stub().json() + #","isNew":false}"#
        )
        #expect(FindRoutes.Response.stub().json() == #"{"itineraries":["# + Itinerary.stub().json() + "]}")
        #expect(Location.stub().json() == #"{"name":"Hongkong","unLocode":"HKHKG"}"#)
        #expect(
            DomainError.cargoNotFound(.stub()).json() == #"{"code":"cargo_not_found","params":{"trackingId":"ABC123"},"tier":"domain"}"#
        )
    }

    @Test func `a stub of a tracking view is written like any other view`() throws {
        let view = CargoTrackingView.stub()
        #expect(view.id == .stub())
        let json = try JSONParser.parse(view.json())
        #expect(json["statusText"] == .text("Not received"))
        #expect(json["destination"]?["unLocode"] == .text("SESTO"))
        #expect(json["events"] == .list([]))
    }

    @Test func `views and aggregates are identified by their domain ids`() {
        #expect(CargoList.stub().cargos.map(\.id) == [.stub()])
        #expect(ReadWorklist.Response.stub().cargos.map(\.id) == [.stub()])
        #expect(StoredCargo.stub().id == .stub() && StoredCargo.stub().version == 1)
        #expect(VoyageView.stub().id == .stub())
        #expect(Cargo.stub().id == .stub() && Voyage.stub().id == .stub() && Location.stub().id == .stub())
        #expect(DomainEvent.stub() == DomainEvent.events(raisedBy: Cargo.stub(), storedAs: 1, at: .stub()).first?.stored(as: 1))
    }
}
