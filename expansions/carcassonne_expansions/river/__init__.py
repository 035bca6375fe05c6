"""The River, 1st edition (El Río, 2001): a river to begin with."""
