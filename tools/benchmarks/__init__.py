"""Measurements of the service and of PostgreSQL, and the plots of the store's."""

# The exit status of a benchmark that has missed a goal; its rows are printed all the same.
MISSED = 2
