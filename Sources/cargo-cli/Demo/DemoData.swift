/// The ports and voyages that the demo imports: real UN/LOCODEs, made-up schedules.
enum DemoData {
    static let ports = """
        un_locode,name
        AUMEL,Melbourne
        HKHKG,Hong Kong
        CNSHA,Shanghai
        DEHAM,Hamburg
        FIHEL,Helsinki
        JPTYO,Tokyo
        NLRTM,Rotterdam
        SEGOT,Göteborg
        SESTO,Stockholm
        USCHI,Chicago
        USDAL,Dallas
        USLGB,Long Beach
        USNYC,New York

        """

    static let voyages = """
        voyage_number,departure_location,departure_time,arrival_location,arrival_time
        V100,HKHKG,2026-03-05T06:00:00Z,JPTYO,2026-03-09T18:00:00Z
        V100,JPTYO,2026-03-10T06:00:00Z,USNYC,2026-03-26T12:00:00Z
        V200,USNYC,2026-03-27T08:00:00Z,USCHI,2026-03-29T20:00:00Z
        V200,USCHI,2026-03-30T08:00:00Z,SESTO,2026-04-07T16:00:00Z
        V210,USNYC,2026-03-31T08:00:00Z,SESTO,2026-04-12T16:00:00Z
        V300,JPTYO,2026-03-14T08:00:00Z,NLRTM,2026-04-03T06:00:00Z
        V300,NLRTM,2026-04-03T18:00:00Z,DEHAM,2026-04-04T20:00:00Z
        V300,DEHAM,2026-04-06T08:00:00Z,AUMEL,2026-05-02T08:00:00Z
        V400,DEHAM,2026-04-06T06:00:00Z,SESTO,2026-04-08T18:00:00Z
        V400,SESTO,2026-04-09T06:00:00Z,FIHEL,2026-04-10T08:00:00Z
        V500,CNSHA,2026-03-03T08:00:00Z,USLGB,2026-03-18T08:00:00Z
        V600,HKHKG,2026-03-08T08:00:00Z,NLRTM,2026-04-08T08:00:00Z
        V700,NLRTM,2026-04-09T08:00:00Z,SEGOT,2026-04-11T08:00:00Z
        V700,SEGOT,2026-04-11T20:00:00Z,SESTO,2026-04-13T08:00:00Z

        """

    /// The schedule of V100 before its delay, as in `voyages`.
    static let plannedV100 = schedule(ofV100ArrivingAt: "2026-03-26T12:00:00Z")

    /// The schedule of V100 after its delay: it reaches New York when V200 has left.
    static let delayedV100 = schedule(ofV100ArrivingAt: "2026-03-29T12:00:00Z")

    private static func schedule(ofV100ArrivingAt arrival: String) -> String {
        """
        [{"departureLocation":"HKHKG","departureTime":"2026-03-05T06:00:00Z",
          "arrivalLocation":"JPTYO","arrivalTime":"2026-03-09T18:00:00Z"},
         {"departureLocation":"JPTYO","departureTime":"2026-03-10T06:00:00Z",
          "arrivalLocation":"USNYC","arrivalTime":"\(arrival)"}]

        """
    }
}
