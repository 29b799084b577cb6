// An ordinary build for Kotlin teams: `gradle build`, `gradle installDist`.
// Not run by this project's own checks, which use build.sh; see README.md.
plugins {
    kotlin("jvm") version "2.3.0"
    application
}

group = "cargo"
version = "0.1.0"

repositories { mavenCentral() }

// The kit needs nothing but the standard library.
kotlin {
    jvmToolchain(17)
    compilerOptions { allWarningsAsErrors.set(true) }
}

application { mainClass.set("cargo.parity.MainKt") }

// The tests have a main function of their own and need no framework.
val unitTests by tasks.registering(JavaExec::class) {
    description = "Runs the unit tests."
    group = "verification"
    classpath = sourceSets["test"].runtimeClasspath
    mainClass.set("cargo.TestsKt")
    jvmArgs("-ea")
}

tasks.named("check") { dependsOn(unitTests) }
