"""One file per generation model; the folder is the registry."""
