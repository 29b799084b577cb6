plugins { id("cargokit.library") }

description = "Stubs, fakes and the contract of repositories, for the tests of applications that embed the cargo kit."

dependencies {
    api(project(":cargo-application"))
    implementation(libs.kotlinx.coroutines.core)
}
