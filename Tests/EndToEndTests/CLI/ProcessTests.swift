import Foundation
import Testing

@Suite("The process handles pipes, signals, full disks and other processes", .waitsForProcesses)
struct ProcessTests {
    @Test func `a pipe that closes early is not an error`() throws {
        let cli = try CommandLineTool()
        try cli.file("many.csv", "un_locode,name\n" + Generated.locations(20_000))
        #expect(try cli("location", "import", "many.csv", "-q").status == 0)
        for format in ["csv", "json", "ndjson", "table"] {
            let run = try cli.shell(#""$CLI" location list -o \#(format) | head -1 > /dev/null; echo "${PIPESTATUS[0]}""#)
            #expect(run.output == "0\n", "\(format): \(run.notes)")
            #expect(run.notes.isEmpty, "\(format): \(run.notes)")
        }
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
    func `a full output device is an input/output error`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let run = try cli.shell(#""$CLI" list > /dev/full"#)
        #expect(run.status == 74)
        #expect(run.notes.contains("Cannot write ‘standard output’"))
    }

    @Test func `a file size limit is reported as a full store, and the store still works`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try cli.file("many.csv", "un_locode,name\n" + Generated.locations(20_000))
        let run = try cli.shell(#"ulimit -f 200; "$CLI" location import many.csv -o json"#)
        #expect(run.status == 74, "\(run.notes)")
        #expect(run.notes.contains("store_full"), "\(run.notes)")
        #expect(try cli("store", "verify").status == 0)
        #expect(try cli("track", "ABC").status == 0)
        #expect(try cli("location", "import", "many.csv").status == 0)
        #expect(try cli("location", "list", "-o", "ndjson").output.split(separator: "\n").count == 20_006)
    }

    @Test(
        .enabled(if: getuid() == 0 && FileManager.default.fileExists(atPath: "/proc/mounts"), "mounting a file system needs root on Linux")
    )
    func `a full disk is reported as a full store, and the store still works`() throws {
        let cli = try CommandLineTool()
        try cli.file("many.csv", "un_locode,name\n" + Generated.locations(20_000))
        let run = try cli.shell(
            """
            mkdir small && mount -t tmpfs -o size=3m none small || { echo cannot-mount; exit 0; }
            trap 'umount small' EXIT
            "$CLI" location add SESTO Stockholm --store json:small/store -q > /dev/null
            dd if=/dev/zero of=small/filler bs=64k count=30 2> /dev/null
            "$CLI" location import many.csv --store json:small/store -o json; echo "import $?"
            "$CLI" location show SESTO --store json:small/store; echo "show $?"
            kept=$(($("$CLI" location list --store json:small/store -o ndjson | wc -l) - 1)); echo "batches $((kept > 0)) $((kept % 1000))"
            rm small/filler && mount -o remount,size=64m small
            "$CLI" store verify --store json:small/store -q; echo "verify $?"
            "$CLI" location import many.csv --store json:small/store -q > /dev/null; echo "import $?"
            "$CLI" location list --store json:small/store -o ndjson | wc -l
            """
        )
        if run.output == "cannot-mount\n" { return }
        let expected = "import 74\nStockholm (SESTO)\nshow 0\nbatches 1 0\nverify 0\nimport 0\n20001\n"
        #expect(run.output == expected, "\(run.output) \(run.notes)")
        #expect(run.notes.contains("store_full"), "\(run.notes)")
    }

    @Test func `Ctrl-C during an import leaves only whole rows and exits with 130`() throws {
        let cli = try CommandLineTool()
        let run = try cli.shell(
            """
            set -m
            mkfifo rows
            exec 3<> rows
            "$CLI" location import - -o json < rows & import=$!
            for n in 2 3 4 5 6 7 8 9; do for m in A B C D E F G H; do text="$text\\nAA$n${m}2,name $n"; done; done
            # In one write, so that the reader that has the last whole row also has the start of the next one.
            printf "un_locode,name$text\\nAAAAA,cut o" >&3
            until [ "$("$CLI" location list -o ndjson | wc -l)" -eq 64 ]; do kill -0 $import || break; done
            kill -INT $import
            wait $import; echo "status $?"
            """
        )
        #expect(run.output.hasSuffix("status 130\n"), "\(run.output) \(run.notes)")
        #expect(try cli("location", "list", "-o", "ndjson").output.split(separator: "\n").count == 64)
        #expect(!(try cli("location", "list").output.contains("cut o")))
        #expect(try cli("store", "verify").status == 0)
    }

    @Test func `a store that is removed during an import isn't made again`() throws {
        let cli = try CommandLineTool()
        let run = try cli.shell(
            """
            mkfifo rows
            exec 3<> rows
            "$CLI" location import - -o json < rows 2>&1 3>&- & import=$!
            printf 'un_locode,name\\nAAAA2,One\\n' >&3
            until [ "$("$CLI" location list -o ndjson | wc -l)" -eq 1 ]; do kill -0 $import || break; done
            rm -r cargo-data
            printf 'AAAA3,Two\\n' >&3
            wait $import; echo "status $?"
            """
        )
        #expect(run.output.hasSuffix("status 69\n"), "\(run.output) \(run.notes)")
        #expect(run.output.contains("store_unavailable"), "\(run.output)")
        #expect(!cli.exists("cargo-data"))
    }

    @Test func `a clock that is set back changes neither the order of events nor what can be saved`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        let earlier = ["CARGO_NOW": "2019-01-01T00:00:00Z"]
        #expect(try cli("handle", "receive", "ABC", "--at", "HKHKG", environment: earlier).status == 0)
        #expect(try cli("route", "change-deadline", "ABC", "2026-07-01T00:00:00Z", environment: earlier).status == 0)
        let events = try cli("events", "-o", "csv").output.split(separator: "\r\n").dropFirst()
        #expect(events.compactMap { Int($0.prefix { $0 != "," }) } == Array(1...events.count))
        #expect(events.last?.contains("2019-01-01") == true, "\(events)")
        #expect(try cli("store", "verify").status == 0)
    }

    @Test func `four processes that register events for the same twenty cargos lose nothing`() throws {
        let cli = try CommandLineTool()
        try cli.givenNetwork()
        let ids = (10..<30).map { "C-\($0)" }
        let script = ids.map { "\"$CLI\" book \(BadInputTests.book) --tracking-id \($0) -q > /dev/null" }.joined(separator: "\n")
        #expect(try cli.shell(script).status == 0)

        // 40 events for each cargo, the last of which moves it, distributed over four files in turn, so that every process works on every cargo.
        var files = Array(repeating: ImportTests.scans, count: 4)
        for event in 0..<40 {
            let type = event == 39 ? "RECEIVE" : "CUSTOMS"
            for (place, id) in ids.enumerated() {
                files[(event + place) % 4] +=
                    "2026-01-\(event / 24 + 10)T\(event % 24 < 10 ? "0" : "")\(event % 24):00:00Z,\(id),\(type),HKHKG,\n"
            }
        }
        for (number, file) in files.enumerated() { try cli.file("scans\(number).csv", file) }
        let run = try cli.shell(
            """
            for n in 0 1 2 3; do "$CLI" handle import scans$n.csv -o json > summary$n & pids="$pids $!"; done
            for pid in $pids; do wait $pid || exit $?; done
            """
        )
        #expect(run.status == 0, "\(run.notes)")
        for number in 0..<4 { #expect(try cli.text("summary\(number)") == ImportTests.summary(200, added: 200)) }

        let tracked = try cli.shell(#""$CLI" list -o ndjson | sed 's/.*"trackingId":"\([^"]*\)".*/\1/' | "$CLI" track - -o ndjson"#).output
        let views = tracked.split(separator: "\n")
        #expect(views.count == 20)
        for view in views {
            #expect(view.components(separatedBy: #""type":"CUSTOMS""#).count - 1 == 39)
            #expect(view.contains(#""transportStatus":"IN_PORT""#))
        }
        // The stored state is right, too, not only the state that tracking derives.
        let listed = try cli("list", "-o", "ndjson", "--transport-status", "IN_PORT").output
        #expect(listed.split(separator: "\n").count == 20)
        let handled = try cli("events", "-o", "csv").output.split(separator: "\r\n").dropFirst()
        let sequences = handled.compactMap { Int($0.prefix { $0 != "," }) }
        #expect(sequences == Array(1...max(1, sequences.count)))
        #expect(try cli("store", "verify").status == 0)
        // Importing a file again changes nothing.
        let records = try cli.records()
        #expect(try cli("handle", "import", "scans0.csv", "-o", "json").output == ImportTests.summary(200, unchanged: 200))
        #expect(try cli.records() == records)
    }

    @Test func `importing many rows needs no more memory than importing few`() throws {
        let cli = try CommandLineTool()
        let run = try cli.shell("\"\(Self.tool)\" torture-import \"$CLI\" 30000")
        #expect(run.status == 0, "\(run.output) \(run.notes)")
    }

    /// The repository's `tool`.
    private static let tool = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "tool").path
}

/// Generated rows.
enum Generated {
    /// Rows with distinct codes and names.
    static func locations(_ count: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        let signs = letters + Array("23456789")
        var text = ""
        for number in 0..<count {
            var rest = number
            var code = ""
            for _ in 0..<3 {
                code = String(signs[rest % signs.count]) + code
                rest /= signs.count
            }
            code = "\(letters[rest / 26 % 26])\(letters[rest % 26])\(code)"
            text += "\(code),Place \(number)\n"
        }
        return text
    }
}
