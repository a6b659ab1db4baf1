"""What the columns of one query have in common, computed once for each row.

Statistics of one table ask the same again and again: whether a win was in riichi, points at the end less points at
the start. A database evaluates a condition or a case as often as it is written. Here every expression that is used in
more than one place becomes a column of a query below, layer upon layer where one is made of another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import ibis.expr.types as ir
from ibis.common.graph import Graph, Node
from ibis.expr import operations

NAME: Final = "shared {} {}"
"""Name of a shared column, by layer and place in it."""


def computed_once(
    rows: ir.Table, keys: Mapping[str, ir.Value], values: Sequence[ir.Value]
) -> tuple[ir.Table, list[ir.Value]]:
    """A table with the keys and what the values share as columns, and the values as expressions of that table.

    Keys and values are expressions of the rows.
    """
    graph = Graph.from_bfs([value.op() for value in values], filter=operations.Value)
    fields = [node for node in graph if isinstance(node, operations.Field) and node.rel == rows.op()]
    places: dict[Node, str] = {field: field.name for field in fields}
    layer = rows.select(**keys, **{column: rows[column] for column in places.values() if column not in keys})
    for number, nodes in enumerate(_layers(graph, [value.op() for value in values])):
        names = {node: NAME.format(number, place) for place, node in enumerate(nodes)}
        made = dict(zip(names.values(), _moved(names, places, layer), strict=True))
        # a name of its own, or Ibis writes the query below into the one above where that looks shorter
        layer = layer.mutate(**made).alias(NAME.format("layer", number))
        places |= names
    return layer, _moved([value.op() for value in values], places, layer)


def _layers(graph: Graph, roots: Sequence[Node]) -> list[list[Node]]:
    """The computed columns that are used more than once; those of a layer are made of columns of the layers below."""
    uses = Counter(child for children in graph.values() for child in children) + Counter(dict.fromkeys(roots, 1))
    depth: dict[Node, int] = {}
    layers: dict[int, list[Node]] = {}
    for node, children in graph.toposort()[0].items():
        depth[node] = max((depth[child] for child in children), default=0)
        if uses[node] > 1 and _is_computed(node):
            depth[node] += 1
            layers.setdefault(depth[node], []).append(node)
    return [layers[number] for number in sorted(layers)]


def _is_computed(node: Node) -> bool:
    return isinstance(node, operations.Value) and node.shape.is_columnar() and not isinstance(node, operations.Field)


def _moved(nodes: Iterable[Node], places: Mapping[Node, str], table: ir.Table) -> list[ir.Value]:
    """The same values in terms of another table, which has some of their parts as columns."""
    fields: dict[Node, Node] = {part: table[name].op() for part, name in places.items()}
    return [node.replace(fields, filter=operations.Value).to_expr() for node in nodes]
