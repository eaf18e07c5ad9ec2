"""Words: how a text becomes what a question is compared with, in every script. Needs no model."""
