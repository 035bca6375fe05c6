"""Flying Machines, 1st edition (Las Máquinas Voladoras, 2012).

`rules` holds the rules alone, for engines that keep their own board; `expansion` plays them in a
`carcassonne_core` game.
"""
