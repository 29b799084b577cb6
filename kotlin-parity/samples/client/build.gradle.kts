plugins {
    kotlin("jvm") version "2.3.10"
    application
}

repositories {
    maven("../../build/repository")
    mavenCentral()
}

dependencies {
    implementation("io.github.cargokit:cargo-infrastructure:0.1.0")
    implementation("io.github.cargokit:cargo-remote:0.1.0")
}

application { mainClass = "MainKt" }
