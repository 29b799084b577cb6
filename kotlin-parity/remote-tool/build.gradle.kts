plugins { id("cargokit.program") }

dependencies {
    implementation(project(":cargo-infrastructure"))
    implementation(project(":cargo-remote"))
    implementation(project(":cargo-testing"))
    implementation(libs.kotlinx.coroutines.core)
}

application { mainClass = "$group.remotetool.MainKt" }
