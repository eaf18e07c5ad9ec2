"""Judges of commands compared: forms, features, training and the table."""
