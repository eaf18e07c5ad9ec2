"""Guards against credentials and commands in what is stored. All texts pass :func:`.admission.admit`."""
