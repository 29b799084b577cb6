plugins { id("cargokit.library") }

description = "Stores, cache, route search and canonical JSON of the cargo kit."

dependencies {
    api(project(":cargo-application"))
    api(libs.kotlinx.coroutines.core)
    testImplementation(project(":cargo-testing"))
    testImplementation(libs.junit.jupiter)
}
