import Foundation
import Testing

@testable import cargo_cli

@Suite("The files of a watched directory")
final class WatchedFolderTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "watched-\(UUID().uuidString)")
    private var folder: WatchedFolder

    init() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        folder = try WatchedFolder(directory.path)
    }

    deinit {
        do { try FileManager.default.removeItem(at: directory) } catch { print("left behind: \(directory.path)") }
    }

    private func url(_ name: String) -> URL { directory.appending(path: name) }

    private func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: url(name)) }

    private func append(_ name: String) throws {
        let handle = try FileHandle(forWritingTo: url(name))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more".utf8))
        try handle.close()
    }

    @Test func `a file is settled when it is the same in two looks`() throws {
        try write("a.csv", "")
        try write("b.csv", "")
        #expect(try folder.settledNames().isEmpty)
        try append("a.csv")
        try write("c.csv", "")
        #expect(try folder.settledNames() == ["b.csv"])
        // Another file in its place, of the same size and time, isn't the same.
        let time = try #require(try FileManager.default.attributesOfItem(atPath: url("b.csv").path)[.modificationDate] as? Date)
        try write(".b.csv", "")
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: url(".b.csv").path)
        try FileManager.default.removeItem(at: url("b.csv"))
        try FileManager.default.moveItem(at: url(".b.csv"), to: url("b.csv"))
        #expect(try folder.settledNames() == ["a.csv", "c.csv"])
        #expect(try folder.settledNames() == ["a.csv", "b.csv", "c.csv"])
    }

    @Test func `a file that was settled isn't opened if it has changed, vanished or become a link since`() throws {
        for name in ["a.csv", "b.csv", "c.csv", "d.csv", "e.csv"] { try write(name, "text") }
        #expect(try folder.settledNames().isEmpty)
        #expect(try folder.settledNames().count == 5)
        try append("a.csv")
        try FileManager.default.removeItem(at: url("b.csv"))
        try FileManager.default.moveItem(at: url("c.csv"), to: url("c"))
        try FileManager.default.createSymbolicLink(at: url("c.csv"), withDestinationURL: url("c"))
        try FileManager.default.removeItem(at: url("d.csv"))
        #expect(mkfifo(url("d.csv").path, 0o600) == 0)
        for name in ["a.csv", "b.csv", "c.csv", "d.csv", "f.csv"] { #expect(try folder.open(name) == nil, "\(name)") }
        let descriptor = try #require(try folder.open("e.csv"))
        #expect(folder.isUnchanged("e.csv", descriptor))
        try append("e.csv")
        #expect(!folder.isUnchanged("e.csv", descriptor))
        folder.close(descriptor)
    }

    @Test func `a file that is replaced or removed while it is read isn't unchanged`() throws {
        try write("a.csv", "text")
        #expect(try folder.settledNames().isEmpty)
        #expect(try folder.settledNames() == ["a.csv"])
        let descriptor = try #require(try folder.open("a.csv"))
        try FileManager.default.moveItem(at: url("a.csv"), to: url("b"))
        #expect(!folder.isUnchanged("a.csv", descriptor))
        try write("a.csv", "text")
        #expect(!folder.isUnchanged("a.csv", descriptor))
        folder.close(descriptor)
    }

    @Test func `moving a file that has vanished succeeds`() throws {
        try folder.finish("a.csv", hasIssues: false)
        try folder.fail("a.csv")
        #expect(try FileManager.default.contentsOfDirectory(atPath: url("imported").path).isEmpty)
    }

    @Test func `a directory is watched once`() {
        let failure = #expect(throws: CommandFailure.self) { try WatchedFolder(directory.path) }
        #expect(failure?.status == .tryAgain)
        #expect(failure?.code == "directory_locked")
    }
}
