"""Looks inside Ibis expressions: the only module that uses `ibis.expr.operations`.

Many statistics of one table contain the same parts: whether a win was in riichi, points at the end minus points at
the start. A database evaluates each part as often as it is written. `share_parts` turns every part that is used more
than once into a column of a subquery, layer upon layer where one part contains another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import ibis
import ibis.expr.types as ir
from ibis.common.graph import Graph, Node
from ibis.expr import operations

NAME: Final = "shared {} {}"
"""Name of a shared column: its layer and its place in it."""


def columns_used(value: ir.Value, rows: ir.Table) -> set[str]:
    """The columns of the table that an expression reads."""
    return {field.name for field in value.op().find(operations.Field) if field.rel == rows.op()}


def searched_list(condition: ir.Value) -> tuple[str, Any] | None:
    """The list column and the value, where the condition is that a list contains a value; else None."""
    match condition.op():
        case operations.ArrayContains(arg=operations.Field(name=column), other=operations.Literal(value=value)):
            return column, value
        case _:
            return None


def share_parts(
    rows: ir.Table, keys: Mapping[str, ir.Value], values: Sequence[ir.Value]
) -> tuple[ir.Table, list[ir.Value]]:
    """A table with the keys and the shared parts of the values as columns, and the values as expressions of it."""
    roots = [value.op() for value in values]
    graph = Graph.from_bfs(roots, filter=operations.Value)
    fields = [node for node in graph if isinstance(node, operations.Field) and node.rel == rows.op()]
    columns: dict[Node, str] = {field: field.name for field in fields}
    layer = rows.select(**keys, **{column: rows[column] for column in columns.values() if column not in keys})
    for number, nodes in enumerate(_layers(graph, roots)):
        names = {node: NAME.format(number, place) for place, node in enumerate(nodes)}
        shared = dict(zip(names.values(), _rewritten(names, columns, layer), strict=True))
        # without a name, Ibis merges the subquery into the query above where that looks shorter
        layer = layer.mutate(**shared).alias(NAME.format("layer", number))
        columns |= names
    return layer, _rewritten(roots, columns, layer)


def named_parts(
    rows: ir.Table, values: Sequence[ir.Value]
) -> tuple[ir.Table, list[dict[str, ir.Value]], list[ir.Value]]:
    """The shared parts of the values, by layer and name, and the values, as expressions of one table.

    The table has the columns of `rows` and every shared part as a column.
    """
    roots = [value.op() for value in values]
    graph = Graph.from_bfs(roots, filter=operations.Value)
    columns: dict[Node, str] = {node: node.name for node in graph if isinstance(node, operations.Field)}
    names = [
        {node: NAME.format(number, place) for place, node in enumerate(nodes)}
        for number, nodes in enumerate(_layers(graph, roots))
    ]
    types = {name: node.to_expr().type() for layer in names for node, name in layer.items()}
    flat = ibis.table({**rows.schema(), **types}, name="rows")
    layers = []
    for layer in names:
        layers.append(dict(zip(layer.values(), _rewritten(layer, columns, flat), strict=True)))
        columns |= layer
    return flat, layers, _rewritten(roots, columns, flat)


def _layers(graph: Graph, roots: Sequence[Node]) -> list[list[Node]]:
    """The computed parts used more than once; those of a layer are built from parts of lower layers."""
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


def _rewritten(nodes: Iterable[Node], columns: Mapping[Node, str], table: ir.Table) -> list[ir.Value]:
    """The nodes as expressions of another table, which has some of their parts as columns."""
    fields: dict[Node, Node] = {part: table[name].op() for part, name in columns.items()}
    return [node.replace(fields, filter=operations.Value).to_expr() for node in nodes]
