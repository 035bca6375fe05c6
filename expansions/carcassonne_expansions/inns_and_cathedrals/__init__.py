"""Inns and Cathedrals, 1st edition (Posadas y Catedrales, 2002)."""
