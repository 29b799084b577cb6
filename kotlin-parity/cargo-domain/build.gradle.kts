plugins { id("cargokit.library") }

description = "The cargo domain on Kotlin's standard library: cargos, itineraries, voyages, handling and their rules."

dependencies {
    testImplementation(project(":cargo-testing"))
    testImplementation(libs.junit.jupiter)
}
