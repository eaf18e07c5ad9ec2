"""Vectors of texts: the protocol, the model in the package, Amazon Bedrock, and which of them is used."""
