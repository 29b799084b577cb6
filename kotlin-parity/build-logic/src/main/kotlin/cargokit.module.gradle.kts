// What all modules share: one language version, one target, warnings as errors, and JUnit.
import org.jetbrains.kotlin.gradle.dsl.JvmTarget
import org.jetbrains.kotlin.gradle.dsl.KotlinVersion

plugins { kotlin("jvm") }

val versions = extensions.getByType<VersionCatalogsExtension>().named("libs")
fun version(name: String): String = versions.findVersion(name).get().requiredVersion

java { toolchain { languageVersion = JavaLanguageVersion.of(version("jvm")) } }

kotlin {
    compilerOptions {
        jvmTarget = JvmTarget.fromTarget(version("jvm"))
        languageVersion = KotlinVersion.fromVersion(version("kotlin").substringBeforeLast('.'))
        apiVersion = languageVersion
        allWarningsAsErrors = true
        optIn.add("$group.domain.shared.InternalCargoKitApi")
    }
}

tasks.test { useJUnitPlatform() }
