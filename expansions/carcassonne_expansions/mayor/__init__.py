"""The mayor of Abbey & Mayor, 1st edition (El Alcalde, 2007): the figure alone, without tiles."""
