plugins { id("cargokit.library") }

description = "The use cases of the cargo kit: booking, routing, handling and tracking."

dependencies {
    api(project(":cargo-domain"))
    testImplementation(project(":cargo-infrastructure"))
    testImplementation(project(":cargo-testing"))
    testImplementation(libs.kotlinx.coroutines.core)
    testImplementation(libs.junit.jupiter)
}
