plugins { id("cargokit.library") }

description = "The repositories of the cargo kit over HTTP."

dependencies {
    api(project(":cargo-application"))
    implementation(project(":cargo-infrastructure"))
    testImplementation(project(":cargo-testing"))
    implementation(libs.kotlinx.coroutines.core)
    testImplementation(libs.junit.jupiter)
}
