"""Traders & Builders, 1st edition (Constructores y comerciantes, 2003): goods, builder, pig."""
