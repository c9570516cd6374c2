"""One file a generation model; the folder is the registry."""
