"""The expansions that ship with `carcassonne_core`, each written with its public hooks alone."""
