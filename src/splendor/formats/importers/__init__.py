"""Readers of other people's logs."""
