"""Clusters of PostgreSQL and NATS on hosts of their own, for ./tool check-clusters."""
