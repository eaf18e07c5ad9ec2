"""What the model is shown by agents as they are: real clients, driven by a stand-in model on loopback.

``python -m tests.clients.agents`` installs the clients, plays one conversation with each, and writes
docs/clients/what-models-see.md. It is no test, and not part of ``make test``: what it finds is the clients' doing.
"""
