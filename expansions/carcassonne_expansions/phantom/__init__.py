"""The Phantom, 1st edition (El Fantasma, 2011): a second figure in one turn."""
