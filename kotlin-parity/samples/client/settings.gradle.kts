rootProject.name = "client"
