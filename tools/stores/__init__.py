"""Stores under proof: two languages, several processes, one PostgreSQL."""
