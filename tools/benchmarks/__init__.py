"""Measurements of the service and of PostgreSQL, and the plots of the store's."""
