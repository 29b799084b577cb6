rootProject.name = "embedded"
