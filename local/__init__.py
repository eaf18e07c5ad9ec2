"""The local run: template.yaml served on localhost by one process."""
