import Foundation
import Testing

@Suite("A flag overrides the environment, which overrides the configuration file", .waitsForProcesses)
struct SettingsPrecedenceTests {
    @Test func `each setting comes from the first place that has it`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        try write(cli, #"{"output":"csv","store":"json:elsewhere"}"#)
        let inFile = ["XDG_CONFIG_HOME": cli.directory.appending(path: "config").path]
        #expect(try cli("location", "list", environment: inFile).output == "un_locode,name\r\n")

        let inEnvironment = inFile.merging(["CARGO_STORE": "json:cargo-data", "CARGO_OUTPUT": "ndjson"]) { $1 }
        let run = try cli("location", "search", "tokyo", environment: inEnvironment)
        #expect(run.output == #"{"name":"Tokyo","unLocode":"JPTYO"}"# + "\n")

        let flagged = try cli("location", "search", "tokyo", "--store", "memory:", "-o", "json", environment: inEnvironment)
        #expect(flagged.output == "[]\n")
        #expect(try cli("-o", "json", "--store=memory:", "location", "list", environment: inEnvironment).output == "[]\n")
    }

    @Test(arguments: [#"{"outptu":"csv"}"#, "{", #"{"output":"yaml"}"#, #"{"store":1}"#, #"{"store":"nonsense"}"#])
    func `an invalid file is a configuration error`(text: String) throws {
        let cli = try CommandLineTool()
        try write(cli, text)
        let run = try cli("list", environment: ["XDG_CONFIG_HOME": cli.directory.appending(path: "config").path])
        #expect(run.status == 78, "\(run.notes)")
        #expect(run.notes.hasPrefix("error: "))
    }

    @Test func `an invalid variable is a configuration error, and without HOME no file is read`() throws {
        let cli = try CommandLineTool()
        #expect(try cli("list", environment: ["CARGO_OUTPUT": "yaml"]).status == 78)
        #expect(try cli("list", environment: ["CARGO_STORE": "x"]).status == 78)
        #expect(try cli("list", environment: ["CARGO_NOW": "x"]).status == 65)
        #expect(try cli("list", environment: ["HOME": ""]).status == 0)
        #expect(try cli("list", environment: ["XDG_CONFIG_HOME": "relative"]).status == 0)
    }

    @Test func `colours and notes follow the flags and the environment`() throws {
        let cli = try CommandLineTool()
        try cli.givenCargo()
        #expect(try !cli("list").output.contains("\u{1B}"))
        #expect(try cli("list", environment: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}[1mTRACKING ID\u{1B}[0m"))
        #expect(try !cli("list", environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]).output.contains("\u{1B}"))
        #expect(try !cli("list", "--no-color", environment: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}"))
        #expect(try !cli("list", "-o", "csv", environment: ["CLICOLOR_FORCE": "1"]).output.contains("\u{1B}"))
        #expect(try cli("list", "--customer", "X").notes == "No cargos match these filters.\n")
        #expect(try cli("list", "--customer", "X", "-q").notes.isEmpty)
        #expect(try cli("track", "NOBODY", "-q").notes.hasPrefix("error: "))
    }

    @Test func `help, version and completions go to standard output`() throws {
        let cli = try CommandLineTool()
        for words in [
            [], ["--help"], ["help"], ["help", "route"], ["track", "--help"], ["route"], ["--version"], ["handle", "load", "-h"],
        ] {
            let run = try cli.run(words)
            #expect(run.status == 0 && run.notes.isEmpty && !run.output.isEmpty, "\(words)")
            let longest = run.output.split(separator: "\n").filter { !$0.hasPrefix("USAGE") }.map(\.count).max() ?? 0
            #expect(longest <= 80, "\(words)")
        }
        for (shell, sign) in [("bash", "complete"), ("ZSH", "#compdef cargo-cli"), ("fish", "complete -c")] {
            let run = try cli("completions", shell)
            #expect(run.status == 0 && run.output.contains(sign), "\(shell)")
        }
    }

    private func write(_ cli: CommandLineTool, _ text: String) throws {
        try FileManager.default.createDirectory(
            at: cli.directory.appending(path: "config/cargo-cli"),
            withIntermediateDirectories: true
        )
        try cli.file("config/cargo-cli/config.json", text)
    }
}
