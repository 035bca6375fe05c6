"""Flying Machines, 1st edition (Las Máquinas Voladoras, 2012)."""
