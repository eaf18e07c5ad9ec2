"""What must hold of template.yaml, of the folders it deploys, and of the rights it grants."""
