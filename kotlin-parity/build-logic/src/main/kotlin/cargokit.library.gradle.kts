// A module that others depend on: explicit API, a dump of it that `check` compares, and publication with sources and
// KDoc.
plugins {
    id("cargokit.module")
    `java-library`
    `maven-publish`
    id("org.jetbrains.dokka-javadoc")
}

kotlin {
    explicitApi()
    abiValidation {
        enabled = true
        filters { excluded { annotatedWith.add("$group.domain.shared.InternalCargoKitApi") } }
    }
}

tasks.check { dependsOn("checkLegacyAbi") }

java { withSourcesJar() }

val kdocJar by tasks.registering(Jar::class) {
    archiveClassifier = "javadoc"
    from(tasks.named("dokkaGeneratePublicationJavadoc"))
}

publishing {
    publications.create<MavenPublication>("library") {
        from(components["java"])
        artifact(kdocJar)
        pom {
            name = project.name
            description = provider { project.description }
            url = property("url").toString()
            inceptionYear = "2026"
            developers {
                developer {
                    name = property("developers").toString()
                    url = property("url").toString()
                }
            }
            scm {
                connection = "scm:git:${property("url")}.git"
                url = property("url").toString()
            }
        }
    }
    repositories { maven(rootProject.layout.buildDirectory.dir("repository")) { name = "local" } }
}
