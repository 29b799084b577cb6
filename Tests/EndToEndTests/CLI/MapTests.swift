import Testing

@Suite("A cargo's map from the command line", .waitsForProcesses)
struct MapTests {
    @Test func `in a terminal the map is text, with a name for each mark`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let run = try cli("map", "abc")
        #expect(run.status == 0)
        #expect(run.output.hasPrefix("ABC  Not received\n\n"))
        #expect(run.output.contains("\n  1  Hong Kong (HKHKG)\n  2  Stockholm (SESTO)\n"))
        #expect(run.notes == "")
    }

    @Test func `as SVG the map goes to a file or to standard output, the same bytes each time`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try #require(try cli("route", "assign", "ABC", "--candidate", "1").status == 0)
        let written = try cli("map", "ABC", "--svg", "abc.svg")
        #expect(written.status == 0)
        #expect(written.output == "")
        #expect(written.notes == "Wrote the map of ABC to ‘abc.svg’.\n")
        let svg = try cli.text("abc.svg")
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(svg.contains("<title id=\"map-title\">Route of cargo ABC</title>"))
        #expect(try cli("map", "ABC", "--svg", "-").output == svg)
    }

    @Test func `an unknown cargo and a file that cannot be written are errors`() throws {
        let cli = try CommandLineTool()
        #expect(try cli("map", "NOBODY").status == 3)
        try cli.givenCargo()
        let run = try cli("map", "ABC", "--svg", "no/such/dir.svg")
        #expect(run.status == 74)
        #expect(run.output == "")
    }

    @Test func `a port whose position is unknown is named`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        _ = try cli("location", "add", "ZZAAA", "Nowhere")
        let words = ["book", "--origin", "HKHKG", "--destination", "ZZAAA", "--deadline", "2026-06-01T00:00:00Z", "--customer", "A"]
        try #require(try cli.run(words + ["--tracking-id", "ABC"]).status == 0)
        let run = try cli("map", "ABC")
        #expect(run.status == 0)
        #expect(run.notes == "Not on the map, because their position is unknown: Nowhere (ZZAAA)\n")
    }
}
