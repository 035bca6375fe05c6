"""The Abbot: a follower for cloisters and gardens who may come home early."""
