import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import Foundation
import Testing

@testable import CargoMaps

@Suite("The map of a cargo's route")
struct CargoMapTests {
    private static let names = [
        "HKHKG": "Hong Kong", "JPTYO": "Tokyo", "USLGB": "Long Beach", "NLRTM": "Rotterdam", "DEHAM": "Hamburg", "SESTO": "Stockholm",
        "NZAKL": "Auckland", "CLVAP": "Valparaíso", "ZZAAA": "Nowhere",
    ]

    /// Returns the tracking view of a cargo routed through these ports, one voyage after the other, with this handling.
    private func view(
        _ ports: [String],
        _ handled: [(type: HandlingType, port: String, voyage: String?)] = [],
        isRouted: Bool = true,
        putOff: (voyage: String, to: Instant)? = nil,
        names: [String: String] = names
    ) async throws -> CargoTrackingView {
        let store = InMemoryStore(clock: FixedClock(.stub(day: 50)))
        let kit = CargoKit(store: store, clock: store.clock)
        try await store.locations.save(names.map { .stub($0.key, name: $0.value) }).get()
        let legs = Self.legs(ports)
        for leg in legs {
            let movement = CarrierMovement.stub(
                from: leg.loadLocation.text,
                at: leg.loadTime,
                to: leg.unloadLocation.text,
                at: leg.unloadTime
            )
            try await store.voyages.save(.register(number: leg.voyageNumber, schedule: .stub([movement]))).get()
        }
        let cargo = Cargo.stub(
            "ABC",
            routeSpecification: .stub(from: ports[0], to: ports[ports.count - 1]),
            itinerary: isRouted ? .stub(legs) : nil
        )
        try await store.cargos.save(cargo).get()
        for (index, event) in handled.enumerated() {
            let request = RegisterHandlingEvent.Request(
                trackingId: .stub("ABC"),
                type: event.type,
                location: .stub(event.port),
                voyageNumber: event.voyage.map { .stub($0) },
                completionTime: .stub(day: index + 1)
            )
            _ = try await RegisterHandlingEvent(kit).execute(request).get()
        }
        if let putOff, let leg = legs.first(where: { $0.voyageNumber.text == putOff.voyage }) {
            let movement = CarrierMovement.stub(
                from: leg.loadLocation.text,
                at: leg.loadTime,
                to: leg.unloadLocation.text,
                at: putOff.to
            )
            try await kit.rescheduleVoyage(leg.voyageNumber, to: .stub([movement]))
        }
        return try await TrackCargo(kit).execute(.init(trackingId: .stub("ABC"))).get()
    }

    @Test func `a missed connection is crossed out, and a late cargo says so`() async throws {
        let ports = ["JPTYO", "USLGB", "NZAKL"]
        let onTrack = CargoMap(try await view(ports, [(.receive, "JPTYO", nil), (.load, "JPTYO", "V1")]))
        #expect(onTrack.cargoNote == nil)
        #expect(!onTrack.svg().contains("map-disruption"))
        let missed = CargoMap(
            try await view(ports, [(.receive, "JPTYO", nil), (.load, "JPTYO", "V1")], putOff: ("V1", to: .stub(day: 12, hour: 1)))
        )
        #expect(missed.stops.compactMap(missed.note) == ["connection lost"])
        #expect(missed.svg().contains("map-disruption"))
        #expect(missed.summary.hasSuffix("It misses its connection in Long Beach."))
        let delayed = CargoMap(
            try await view(ports, [(.receive, "JPTYO", nil), (.load, "JPTYO", "V1")], putOff: ("V2", to: .stub(day: 14)))
        )
        #expect(delayed.cargoNote == "delayed")
        #expect(delayed.svg().contains(">delayed</text>"))
        let late = CargoMap(
            try await view(ports, [(.receive, "JPTYO", nil), (.load, "JPTYO", "V1")], putOff: ("V2", to: .stub(day: 80)))
        )
        #expect(late.cargoNote == "late")
        #expect(CargoMap(try await view(ports, [(.receive, "HKHKG", nil)])).cargoNote == "off its route")
    }

    private static func legs(_ ports: [String]) -> [Leg] {
        zip(ports, ports.dropFirst()).enumerated().map { index, ends in
            .stub("V\(index + 1)", from: ends.0, at: .stub(day: 2 * index + 10), to: ends.1, at: .stub(day: 2 * index + 11))
        }
    }

    private static func way(_ from: String, _ to: String) throws -> [GeoPoint] {
        SeaLanes.way(
            from: try #require(PortPositions.position(of: .stub(from))),
            to: try #require(PortPositions.position(of: .stub(to)))
        )
    }

    // MARK: Where things lie

    @Test("ports are where an atlas shows them", arguments: [("HKHKG", 1337, 6850), ("CLVAP", -1982, -4298), ("NZAKL", -2211, 10486)])
    func ports(code: String, latitude: Int, longitude: Int) {
        #expect(PortPositions.position(of: .stub(code)) == GeoPoint(latitude: latitude, longitude: longitude))
    }

    @Test func `the outline separates land from sea`() {
        let land = [(48, 10), (52, 100), (-25, 135), (0, 20), (40, -100), (-10, -55), (72, -40), (66, -172)]
        let sea = [(0, -30), (35, 18), (43, 34), (42, 51), (20, 65), (-30, 80), (30, -150), (0, 170), (57, 19), (25, -90)]
        let isLand = { (north: Int, east: Int) in
            !WorldOutline.crossings(ofParallel: north * 60).count { $0 < east * 60 }.isMultiple(of: 2)
        }
        for (north, east) in land { #expect(isLand(north, east), "\(north) \(east)") }
        for (north, east) in sea { #expect(!isLand(north, east), "\(north) \(east)") }
    }

    @Test(
        "distances are accurate to a few percent",
        arguments: [("HKHKG", "NLRTM", 5050), ("USLGB", "JPTYO", 4780), ("DEHAM", "SESTO", 440)]
    )
    func distances(from: String, to: String, miles: Int) throws {
        let start = try #require(PortPositions.position(of: .stub(from)))
        let end = try #require(PortPositions.position(of: .stub(to)))
        // On a plane with right angles, long distances are longer than on the globe.
        #expect((miles * 97 / 100...miles * 140 / 100).contains(start.distance(to: end)))
        #expect(start.distance(to: end) == end.distance(to: start))
    }

    // MARK: The way

    @Test func `the route from Hong Kong to Rotterdam passes Singapore, Suez and Gibraltar`() throws {
        let way = try Self.way("HKHKG", "NLRTM")
        for (north, east) in [(1, 104), (30, 32), (36, -5)] {
            let place = GeoPoint(latitude: north * 60, longitude: east * 60)
            #expect(way.contains { $0.distance(to: place) < 120 }, "\(north) \(east)")
        }
    }

    @Test func `a route over the Pacific crosses the date line instead of going around the world`() throws {
        for (from, to) in [("HKHKG", "USLGB"), ("JPTYO", "USLGB"), ("NZAKL", "CLVAP")] {
            for way in [try Self.way(from, to), try Self.way(to, from)] {
                for (one, next) in zip(way, way.dropFirst()) { #expect((next.longitude - one.longitude).magnitude < 120 * 60) }
                let span = (way.map(\.longitude).max() ?? 0) - (way.map(\.longitude).min() ?? 0)
                #expect(span < 190 * 60)
                #expect(way.contains { $0.longitude.magnitude > 180 * 60 })
            }
        }
    }

    @Test func `a line keeps its look inside the frame without the points that are out of sight`() {
        let frame = MapFrame(around: [GeoPoint(latitude: 0, longitude: 0), GeoPoint(latitude: 0, longitude: 3000)])
        let far = frame.east + 2000
        let inside = [GeoPoint(latitude: 0, longitude: 100), GeoPoint(latitude: 60, longitude: 200)]
        let out = (0..<50).map { GeoPoint(latitude: 10 * $0, longitude: far + $0) }
        #expect(frame.shortened(inside + out, turn: 0) == inside + [out[0], out[49]])
        #expect(frame.shortened(inside, turn: 0) == inside)
        // Around a corner, the line first is beyond one edge, then beyond another.
        let corner = [
            GeoPoint(latitude: 0, longitude: far), GeoPoint(latitude: frame.north + 900, longitude: far),
            GeoPoint(latitude: frame.north + 900, longitude: 0), GeoPoint(latitude: frame.north + 900, longitude: -90),
        ]
        #expect(frame.shortened(corner, turn: 0) == [corner[0], corner[1], corner[3]])
        #expect(frame.shortened([], turn: 0) == [])
    }

    @Test func `random lines cross the same places of the frame after they are shortened`() {
        var random = SplitMix64(seed: 7)
        let frame = MapFrame(around: [GeoPoint(latitude: 0, longitude: 0)])
        for _ in 0..<200 {
            let points = (0..<30).map { _ in
                GeoPoint(latitude: .random(in: -4000...4000, using: &random), longitude: .random(in: -6000...6000, using: &random))
            }
            let shortened = frame.shortened(points, turn: 0)
            #expect(Self.visible(points, frame) == Self.visible(shortened, frame))
        }
    }

    /// The segments that aren't beyond one edge of the frame as a whole.
    private static func visible(_ points: [GeoPoint], _ frame: MapFrame) -> [[GeoPoint]] {
        zip(points, points.dropFirst()).map { [$0, $1] }.filter { ends in
            let margin = frame.width / 100
            let sides: [(GeoPoint) -> Bool] = [
                { $0.longitude < frame.west - margin }, { $0.longitude > frame.east + margin }, { $0.latitude < frame.south - margin },
                { $0.latitude > frame.north + margin },
            ]
            return !sides.contains { ends.allSatisfy($0) }
        }
    }

    @Test func `the ways that a cargo has gone, will go and was to go differ in form`() async throws {
        let ports = ["JPTYO", "USLGB", "NZAKL"]
        let missed = CargoMap(
            try await view(ports, [(.receive, "JPTYO", nil), (.load, "JPTYO", "V1")], putOff: ("V1", to: .stub(day: 12, hour: 1)))
        )
        #expect(missed.stretches.map(\.way) == [.actual, .estimated, .planned])
        let svg = missed.svg()
        #expect(svg.contains(##"class="map-actual" stroke="#1f5f99" stroke-width="9" fill"##))
        #expect(svg.contains(##"class="map-estimated" stroke="#1f5f99" stroke-width="7" stroke-dasharray="22 18""##))
        #expect(svg.contains(##"class="map-planned" stroke="#1f5f99" stroke-width="7" stroke-dasharray="1 17""##))
        let picture = missed.text().lines.joined()
        for mark in "#+-" { #expect(picture.contains(mark)) }
    }

    @Test func `a frame contains the whole route and is twice as wide as high`() async throws {
        for ports in [["HKHKG", "USLGB"], ["DEHAM", "SESTO"], ["HKHKG", "JPTYO", "USLGB", "NLRTM"], ["NZAKL", "CLVAP"]] {
            let map = CargoMap(try await view(ports))
            let frame = map.frame
            #expect(frame.width <= GeoPoint.circle)
            for point in map.stretches.flatMap(\.points) {
                #expect((frame.south...frame.north).contains(point.latitude), "\(ports)")
                #expect(frame.turns(of: [point]) != [], "\(ports)")
            }
            #expect(frame.width == 2 * frame.height || frame.height == 136 * 60)
        }
    }

    // MARK: Where the cargo is

    @Test func `a cargo that isn't received has no position, and its whole route is ahead`() async throws {
        let map = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"]))
        #expect(!map.showsCargo)
        #expect(map.stretches.map(\.way) == [.estimated, .estimated])
        #expect(map.stops.map(\.location.unLocode.text) == ["HKHKG", "JPTYO", "USLGB"])
    }

    @Test func `a cargo on board is drawn half-way to its planned unload`() async throws {
        let map = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"], [(.receive, "HKHKG", nil), (.load, "HKHKG", "V1")]))
        #expect(map.stretches.map(\.way) == [.actual, .estimated, .estimated])
        #expect(map.stretches[0].points.last == map.cargo)
        #expect(map.stretches[1].points.first == map.cargo)
        let lengths = map.stretches.prefix(2).map { zip($0.points, $0.points.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +) }
        #expect((lengths[0] - lengths[1]).magnitude < 50)
    }

    @Test func `a cargo in port is drawn there, between its past and planned route`() async throws {
        let events: [(HandlingType, String, String?)] = [(.receive, "HKHKG", nil), (.load, "HKHKG", "V1"), (.unload, "JPTYO", "V1")]
        let map = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"], events))
        #expect(map.cargo == map.stops[1].point)
        #expect(map.stretches.map(\.way) == [.actual, .estimated])
    }

    @Test func `a misdirected cargo is drawn where it was last seen, apart from its planned route`() async throws {
        let events: [(HandlingType, String, String?)] = [(.receive, "HKHKG", nil), (.load, "HKHKG", "V1"), (.unload, "DEHAM", "V1")]
        let map = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"], events))
        #expect(map.stops.first { $0.location.unLocode == .stub("DEHAM") }?.point == map.cargo)
        #expect(map.stretches.map(\.way) == [.actual, .planned, .planned])
    }

    @Test func `a claimed cargo is drawn at its destination, with nothing ahead`() async throws {
        let events: [(HandlingType, String, String?)] = [
            (.receive, "HKHKG", nil), (.load, "HKHKG", "V1"), (.unload, "JPTYO", "V1"), (.claim, "JPTYO", nil),
        ]
        let map = CargoMap(try await view(["HKHKG", "JPTYO"], events))
        #expect(map.cargo == map.stops[1].point)
        #expect(map.stretches.map(\.way) == [.actual])
    }

    @Test func `a location without coordinates is listed, and no cargo is drawn there`() async throws {
        let events: [(HandlingType, String, String?)] = [(.receive, "HKHKG", nil), (.load, "HKHKG", "V1"), (.unload, "ZZAAA", "V1")]
        let map = CargoMap(try await view(["HKHKG", "ZZAAA", "USLGB"], events))
        #expect(map.unplaced.map(\.name.text) == ["Nowhere"])
        #expect(!map.showsCargo)
        #expect(map.stops.map(\.location.unLocode.text) == ["HKHKG", "USLGB"])
        #expect(!map.svg().contains("map-cargo"))
    }

    @Test func `a cargo with unknown ports only has an empty world map`() async throws {
        let map = CargoMap(try await view(["ZZAAA", "ZZBBB"], names: ["ZZAAA": "A", "ZZBBB": "B"]))
        #expect(map.stops.isEmpty && map.stretches.isEmpty)
        #expect(map.frame.width == GeoPoint.circle)
        #expect(map.svg().hasSuffix("</svg>\n"))
    }

    // MARK: The image

    @Test func `drawing the same cargo twice gives the same bytes`() async throws {
        let events: [(HandlingType, String, String?)] = [(.receive, "HKHKG", nil), (.load, "HKHKG", "V1")]
        let one = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"], events))
        let other = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"], events))
        #expect(one.svg() == other.svg())
        #expect(one.text().lines == other.text().lines)
    }

    @Test func `an SVG image has a description and whole-number coordinates, and no style or script`() async throws {
        let svg = CargoMap(try await view(["HKHKG", "NLRTM", "SESTO"], [(.receive, "HKHKG", nil)])).svg(id: "map-1")
        #expect(svg.hasPrefix(#"<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 1200 600" role="img" "#))
        #expect(svg.contains(#"aria-labelledby="map-1-title" aria-describedby="map-1-desc""#))
        #expect(svg.contains(#"<title id="map-1-title">Route of cargo ABC</title>"#))
        #expect(svg.contains(#"<desc id="map-1-desc">From Hong Kong to Stockholm, 2 voyages. In port Hong Kong.</desc>"#))
        #expect(svg.contains(">Hong Kong</text>"))
        #expect(!svg.contains("style") && !svg.contains("script") && !svg.contains("href"))
        #expect(svg.matches(of: /[0-9]\.[0-9]/).map(\.output) == ["0.2"])
        #expect(svg.utf8.count < 40_000)
    }

    @Test func `names are escaped`() async throws {
        let names = ["HKHKG": #"<script>alert("1")</script>"#, "JPTYO": "A&B's \"\u{301}x"]
        let svg = CargoMap(try await view(["HKHKG", "JPTYO"], names: names)).svg()
        #expect(!svg.contains("<script"))
        #expect(svg.contains("&lt;script&gt;alert(&quot;1&quot;"))
        #expect(svg.contains("A&amp;B&#39;s &quot;\u{301}x"))
    }

    @Test func `labels don't overlap`() {
        var labels = MapLabels(width: 1200, height: 600, obstacles: [])
        let placed = (0..<12).compactMap { labels.place("Port \($0)", at: MapSpot(x: 600 + $0, y: 300)) }
        #expect((4..<12).contains(placed.count))
        #expect(Set(placed.map { "\($0.x) \($0.y) \($0.anchor)" }).count == placed.count)
        #expect(labels.place(String(repeating: "x", count: 200), at: MapSpot(x: 600, y: 500))?.text.count == 24)
        #expect(labels.place("outside", at: MapSpot(x: 3000, y: 300)) == nil)
    }

    @Test func `labels stay inside the image at the size that pages give them on phones`() throws {
        let size = MapLabels.largestSize
        for name in ["Hong Kong", "Göteborg", "Valparaíso", "上海"] {
            // The letters of a wide system font.
            let length = name.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? size * 3 / 5 : size) }
            for x in stride(from: 0, through: 1200, by: 20) {
                for y in stride(from: 0, through: 600, by: 60) {
                    var labels = MapLabels(width: 1200, height: 600, obstacles: [MapSpot(x: x, y: y)])
                    guard let label = labels.place(name, at: MapSpot(x: x, y: y)) else {
                        #expect(x < 40 || x > 1160, "\(name) \(x) \(y)")
                        continue
                    }
                    let left =
                        switch label.anchor {
                        case .start: label.x
                        case .middle: label.x - length / 2
                        case .end: label.x - length
                        }
                    #expect(left >= 0 && left + length <= 1200, "\(name) \(x) \(y)")
                    #expect(label.y >= size * 4 / 5 && label.y <= 600 - size / 5, "\(name) \(x) \(y)")
                }
            }
        }
    }

    @Test func `the style sheet of the pages doesn't enlarge labels beyond the size that they have room for`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sheet = try String(contentsOf: root.appending(path: "service/Sources/CargoServer/Resources/pages/pages.css"), encoding: .utf8)
        let sizes = sheet.matches(of: /\.map-label \{ font-size: ([0-9]+)px/).compactMap { Int($0.output.1) }
        #expect(sizes == [MapLabels.largestSize])
    }

    // MARK: The picture in a terminal

    @Test func `the text map shows land, the past and planned route, stops and the cargo`() async throws {
        let (lines, marks) = CargoMap(try await view(["HKHKG", "JPTYO", "USLGB"], [(.receive, "HKHKG", nil), (.load, "HKHKG", "V1")]))
            .text()
        let picture = lines.joined(separator: "\n")
        #expect(lines.count == 18 && lines.allSatisfy { $0.count <= 72 })
        for mark in [".", "#", "+", "@", "2", "3"] { #expect(picture.contains(mark), "\(mark)\n\(picture)") }
        #expect(marks.map { "\($0.mark) \($0.stop.location.name.text)" } == ["1 Hong Kong", "2 Tokyo", "3 Long Beach"])
    }

    @Test(arguments: [(.min, 1), (0, 1), (1, 1), (1000, 1000), (.max, 1000)] as [(Int, Int)])
    func `a text map has 1 to 1000 columns`(columns: Int, widest: Int) async throws {
        let lines = CargoMap(try await view(["HKHKG", "USLGB"])).text(columns: columns).lines
        #expect(lines.map(\.count).max().map { (max(widest - 100, 0)...widest).contains($0) } == true)
    }

    @Test func `the prefix of an image's ids is escaped`() async throws {
        let image = CargoMap(try await view(["HKHKG", "USLGB"])).svg(id: #"a"><script>"#)
        #expect(image.contains(#"id="a&quot;&gt;&lt;script&gt;-title""#), "\(image.prefix(400))")
    }

    /// The example of the module's documentation.
    @Test func `a map is drawn as an image and as text`() async throws {
        let store = InMemoryStore()
        let kit = CargoKit(store: store)
        let cargo = TrackingId.stub("ABC123")
        try await store.cargos.save(.stub("ABC123")).get()
        try await store.locations.save(["HKHKG", "SESTO"].map { .stub($0) }).get()
        let map = CargoMap(try await kit.track(cargo))
        let image = map.svg()
        let lines = map.text().lines
        #expect(image.hasPrefix("<svg"))
        #expect(!lines.isEmpty)
    }
}
