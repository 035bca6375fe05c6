"""The rules of Carcassonne: a tile grid, a feature graph, and hooks for expansions."""
