"""The files of deploy/ and the commands of docs/deploy.md, tried with a real nginx, PostgreSQL and Prometheus."""
