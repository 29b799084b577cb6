plugins { id("cargokit.program") }

dependencies {
    implementation(project(":cargo-infrastructure"))
    testImplementation(project(":cargo-testing"))
    testImplementation(libs.junit.jupiter)
}

application { mainClass = "$group.parity.MainKt" }
