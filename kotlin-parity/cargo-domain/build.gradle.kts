plugins { id("cargokit.library") }

description = "The cargo domain: cargos, itineraries, voyages, handling and their rules. Needs only Kotlin's standard library."

dependencies {
    testImplementation(project(":cargo-testing"))
    testImplementation(libs.junit.jupiter)
}
