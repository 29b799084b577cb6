/// The ports and voyages that the demo imports: real UN/LOCODEs, made-up schedules.
enum DemoData {
    static let ports = """
        un_locode,name
        FIHEL,Helsinki
        HKHKG,Hong Kong
        JPTYO,Tokyo
        NLRTM,Rotterdam
        SEGOT,Göteborg
        SESTO,Stockholm
        USCHI,Chicago
        USNYC,New York

        """

    static let voyages = """
        voyage_number,departure_location,departure_time,arrival_location,arrival_time
        V100,HKHKG,2026-03-05T06:00:00Z,JPTYO,2026-03-09T18:00:00Z
        V100,JPTYO,2026-03-10T06:00:00Z,USNYC,2026-03-26T12:00:00Z
        V200,USNYC,2026-03-27T08:00:00Z,USCHI,2026-03-29T20:00:00Z
        V200,USCHI,2026-03-30T08:00:00Z,SESTO,2026-04-07T16:00:00Z
        V210,USNYC,2026-03-31T08:00:00Z,SESTO,2026-04-12T16:00:00Z
        V600,HKHKG,2026-03-08T08:00:00Z,NLRTM,2026-04-08T08:00:00Z
        V700,NLRTM,2026-04-09T08:00:00Z,SEGOT,2026-04-11T08:00:00Z
        V700,SEGOT,2026-04-11T20:00:00Z,SESTO,2026-04-13T08:00:00Z

        """

    /// The scans of the journey, out of order and with a duplicate.
    static let scans = """
        completion_time,tracking_id,type,un_locode,voyage_number
        2026-04-12T15:30:00Z,DEMO-1,UNLOAD,SESTO,V210
        2026-03-29T14:00:00Z,DEMO-1,UNLOAD,USNYC,V100
        2026-03-31T06:00:00Z,DEMO-1,LOAD,USNYC,V210
        2026-03-29T14:00:00Z,DEMO-1,UNLOAD,USNYC,V100

        """
}
