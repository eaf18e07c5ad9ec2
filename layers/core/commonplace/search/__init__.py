"""Search by meaning: embeddings, ranking, duplicates. numpy and the model are needed only here."""
