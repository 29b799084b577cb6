import CargoApplication
import CargoDomain
import CargoInfrastructure
import CargoTesting
import CargoWire
import Testing

@Suite("Importing locations")
struct ImportLocationsTests {
    static let codeList = rows(
        "Change,Country,Location,Name,NameWoDiacritics,Coordinates",
        ",AF,,.AFGHANISTAN,,",
        ",AF,BIN,Bamian,Bamian,",
        ",AF,SRO,Sharona,Sharona,3313N 06883E",
        ",AX,MHQ,Maarianhamina,Maarianhamina,6006N 01957E",
        ",AX,MHQ,Mariehamn,Mariehamn,6006N 01957E",
        "X,AL,OLD,Old Place,Old Place,",
        "+,DZ,OTL,Oued Tlélat,Oued Tlelat,3533N 00027W",
        ",AL,1XX,Bad Code,Bad Code,",
        ",AL,DRZ,,,",
        ",AL,SHG"
    )

    @Test("VAL-LOC-2: valid rows of the code list are kept, invalid ones are reported, and the first row of a repeated code counts")
    func codeList() async throws {
        let world = try await World()
        var rowImport = ImportLocations(world.kit)
        let (counts, issues) = try await rowImport.run(Self.codeList)
        #expect(counts == summary(read: 10, added: 4, rejected: 3, skipped: 3, warnings: 1))
        #expect(
            issues == [
                "2 row_without_location skipped", "4 Coordinates coordinates_invalid warning", "6 row_repeated skipped",
                "7 row_marked_for_removal skipped", "9 unLocode un_locode_invalid rejected", "10 name location_name_invalid rejected",
                "11 row_too_short rejected",
            ]
        )
        #expect(try await world.store.locations.findByUnLocode(.stub("AXMHQ")).get().name.text == "Maarianhamina")
        #expect(try await world.store.locations.findByUnLocode(.stub("DZOTL")).get().name.text == "Oued Tlélat")
        #expect(await world.store.locations.findByUnLocode(.stub("ALOLD")).failure == .locationNotFound(.stub("ALOLD")))
    }

    @Test("importing the same file again changes nothing and reports the same invalid rows")
    func again() async throws {
        let world = try await World()
        var first = ImportLocations(world.kit)
        let before = try await first.run(Self.codeList)
        let saves = world.faults.calls(of: .saveLocations)
        var second = ImportLocations(world.kit)
        let after = try await second.run(Self.codeList)
        #expect(after.summary == summary(read: 10, unchanged: 4, rejected: 3, skipped: 3, warnings: 1))
        #expect(after.issues == before.issues)
        #expect(world.faults.calls(of: .saveLocations) == saves)
    }

    @Test("a dry run reports what an import would do and writes nothing", arguments: [1, 2, 1000])
    func dryRun(chunk: Int) async throws {
        let world = try await World()
        var dry = ImportLocations(world.kit, isDryRun: true)
        let judged = try await dry.run(Self.codeList, chunk: chunk)
        #expect(world.faults.calls(of: .saveLocations) == 0)
        var wet = ImportLocations(world.kit)
        let done = try await wet.run(Self.codeList, chunk: chunk)
        #expect(judged.summary == done.summary)
        #expect(judged.issues == done.issues)
    }

    @Test("plain rows have a code and a name; a known code with another name renames the location")
    func plain() async throws {
        let world = try await World()
        var rowImport = ImportLocations(world.kit)
        let (counts, issues) = try await rowImport.run(
            rows("name,un_locode", "Hongkong,HKHKG", "Tōkyō,JPTYO", "Helsinki,fihel", ",SEGOT", "Oslo,NO", "Tokyo,JPTYO")
        )
        #expect(counts == summary(read: 6, added: 1, unchanged: 1, renamed: 1, rejected: 3))
        #expect(issues == ["5 name field_required rejected", "6 unLocode un_locode_invalid rejected", "7 row_repeated rejected"])
        #expect(try await world.store.locations.findByUnLocode(.stub("JPTYO")).get().name.text == "Tōkyō")
    }

    @Test("former names, other names of a code and entries to remove, which every code list has, are skipped, not rejected")
    func marks() async throws {
        let world = try await World()
        var rowImport = ImportLocations(world.kit)
        let (counts, issues) = try await rowImport.run(
            rows(
                "Change,Country,Location,Name,Coordinates",
                "=,CN,,Peking = Beijing,",
                "=,CN,BJS,Peking = Beijing,",
                "X,SE,XXX,Upper Case,",
                "x,SE,XXY,Lower Case,",
                "+,SE,AAA,Added,",
                "|,SE,AAB,Changed,",
                "¦,SE,AAC,Changed,",
                "#,SE,AAD,Renamed,",
                "!,US,AAE,Under Review,",
                "=,SE,AAF,Place,",
                "\u{A0},BT\u{A0},SMR,\u{A0} Samrang\u{A0},26.8779N 91.8276E\u{A0}",
                ",GR,HER,Heraklion (Iraklion),",
                ",GR,HER,Iraklion (Heraklion),"
            )
        )
        #expect(counts == summary(read: 13, added: 8, skipped: 5))
        #expect(
            issues == [
                "2 row_without_location skipped", "3 row_without_location skipped", "4 row_marked_for_removal skipped",
                "5 row_marked_for_removal skipped", "14 row_repeated skipped",
            ]
        )
        #expect(try await world.store.locations.findByUnLocode(.stub("BTSMR")).get().name.text == "Samrang")
        #expect(try await world.store.locations.findByUnLocode(.stub("GRHER")).get().name.text == "Heraklion (Iraklion)")
    }

    @Test(
        "coordinates that aren't degrees and minutes, or decimal degrees, in range get a warning",
        arguments: [
            ("9000N 18000E", true), ("9001N 00000E", false), ("0000S 18001W", false), ("0059S 00059W", true), ("0060N 00000E", false),
            ("0000N 00060E", false), ("00000N 0000E", false), ("0000E 00000N", false), ("0000N  0000E", false), ("0000n 00000E", false),
            ("0000N 00000E ", true), ("٠000N 0000E", false), ("0000N", false), ("2444N 05045", false), ("N E", false), ("0N 0E", false),
            ("26.9826N 88.9391E", true), ("90.0N 180.000W", true), ("90.0001S 0.0E", false), ("0.0S 180.01E", false), ("5.N 5.0E", false),
            (".5N 5.0E", false), ("1.2.3N 5.0E", false), ("26.9826N 08856E", false), ("99999999999999999999.0N 5.0E", false),
            ("-26.9N 88.9E", false),
        ]
    )
    func coordinates(text: String, isGood: Bool) async throws {
        let world = try await World()
        var rowImport = ImportLocations(world.kit)
        let (counts, _) = try await rowImport.run(rows("Change,Country,Location,Name,Coordinates", ",AF,BIN,Bamian,\(text)"))
        #expect(counts == summary(read: 1, added: 1, warnings: isGood ? 0 : 1))
    }

    @Test("a store failure ends the import")
    func storeFull() async throws {
        let world = try await World()
        world.faults.fail(.saveLocations, with: .technical(.storeFull))
        var rowImport = ImportLocations(world.kit)
        #expect(await rowImport.take(Self.codeList).failure == .technical(.storeFull))
    }
}
