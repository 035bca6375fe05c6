"""The River and River II, 1st edition (El Río, 2001 and 2005): a river to begin with."""
