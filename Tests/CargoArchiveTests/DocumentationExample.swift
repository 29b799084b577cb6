import CargoApplication
import CargoArchive
import CargoDomain

/// The example of the product's documentation, which need only compile; it throws if nothing was archived.
func archiveExample(_ kit: CargoKit) async throws {
    let archive = try ArchiveFile(path: "archives/2026-01.jsonl.gz")
    let report = try await ArchiveCargos(kit).execute(to: archive, days: 365).get()
    let archives = ArchiveDirectory(path: "archives")
    let view = try await kit.reading(archives).track(report.archived[0])
    try await RestoreCargo(kit).execute(report.archived[0], from: archives).get()
    print(view.statusText)
}
