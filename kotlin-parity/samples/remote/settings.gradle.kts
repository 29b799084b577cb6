rootProject.name = "remote"
