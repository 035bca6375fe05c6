"""The feature graph: the facts of the board once more, as networkx sees them.

It is worked out from the tiles and their ports alone, not from the kernel's joins, so that it can
bear witness: the tests demand that the kernel's features are its connected components.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import networkx as nx

from carcassonne_core.compass import HalfEdge
from carcassonne_core.feature import SegmentId
from carcassonne_core.position import Position
from carcassonne_core.tile import OrientedTile

if TYPE_CHECKING:
    from carcassonne_core.board import Board

__all__ = ["FeatureGraph", "joined"]


class FeatureGraph:
    """Keeps one graph in step with one board.

    Only the tiles that changed since the last reading are taken out and put in, so a graph that
    nobody reads costs nothing.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._graph: nx.Graph[SegmentId] = nx.Graph()
        self._view: nx.Graph[SegmentId] = nx.freeze(self._graph.copy(as_view=True))
        self._tiles: list[tuple[Position, OrientedTile]] = []
        self._links: tuple[tuple[SegmentId, SegmentId], ...] = ()

    def updated(self) -> nx.Graph[SegmentId]:
        """The graph of the board as it is now; always the same frozen object."""
        now = list(self._board.tiles.items())
        same = 0
        for old, new in zip(self._tiles, now, strict=False):
            if old != new:
                break
            same += 1
        for position, tile in self._tiles[same:]:
            self._graph.remove_nodes_from(
                SegmentId(position, index) for index in range(len(tile.segments))
            )
        del self._tiles[same:]
        for position, tile in now[same:]:
            self._add(position, tile)
        links = self._board.links
        if links != self._links:
            self._graph.remove_edges_from(self._links)
            self._graph.add_edges_from(links, link="joins")
        self._links = links
        return self._view

    def _add(self, position: Position, tile: OrientedTile) -> None:
        graph = self._graph
        self._tiles.append((position, tile))
        for index, segment in enumerate(tile.segments):
            node = SegmentId(position, index)
            graph.add_node(
                node,
                kind=segment.kind.name,
                tile=tile.id,
                ports=segment.ports,
                pennants=segment.pennants,
                marks=segment.marks,
            )
            for city in segment.borders:
                graph.add_edge(node, SegmentId(position, city), link="borders")
            for other in range(index):
                if segment.meets & tile.segments[other].meets:
                    graph.add_edge(node, SegmentId(position, other), link="meets")
            for port in segment.ports:
                side = port.side if isinstance(port, HalfEdge) else port
                facing = port.facing if isinstance(port, HalfEdge) else port.opposite
                beside = position.neighbour(side)
                neighbour = self._board.tile_at(beside)
                partner = None if neighbour is None else neighbour.segment_at(facing)
                if partner is not None and SegmentId(beside, partner) in graph:
                    graph.add_edge(node, SegmentId(beside, partner), link="joins")


def joined(graph: nx.Graph[SegmentId]) -> nx.Graph[SegmentId]:
    """The part of a feature graph whose connected components are the features.

    Example:
        >>> from carcassonne_core import Board, RuleSet
        >>> board = Board.build(RuleSet(), [("BA/RCr", 0, 0, 0), ("BA/RFr", 1, 0, 0)])
        >>> nx.number_connected_components(joined(board.graph)) == len(board.features)
        True
    """
    return nx.subgraph_view(graph, filter_edge=lambda a, b: graph.edges[a, b]["link"] == "joins")
