pluginManagement {
    includeBuild("build-logic")
    repositories {
        gradlePluginPortal()
        mavenCentral()
    }
}

dependencyResolutionManagement {
    repositories { mavenCentral() }
}

rootProject.name = "cargo-kit"

// What others depend on.
include("cargo-domain")
include("cargo-application")
include("cargo-infrastructure")
include("cargo-remote")
include("cargo-testing")

// Programs of this repository's own tests, which are not published.
include("parity")
include("store-tool")
include("remote-tool")
