"""Abbey & Mayor, 1st edition (Abadía y alcalde, 2007): abbeys, mayor, wagon and barn."""
