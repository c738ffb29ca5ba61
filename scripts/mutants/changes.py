"""The mutants of a module: every place in which a small fault can be planted, and the changed syntax tree."""

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from scripts.mutants.targets import ROOT

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
MESSAGES = ("say", "_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "pgettext")
FLAGS = ("frozen", "slots", "strict", "kw_only", "related_name", "verbose_name", "verbose_name_plural")
LOOK_UPS = ("filter", "exclude", "get", "get_object_or_404")
CONDITIONS = (ast.Compare, ast.BoolOp, ast.Constant)  # as a condition these are changed in their own way


@dataclass(frozen=True)
class Mutant:
    path: str  # relative to the root
    line: int
    statement: int  # the line in which the statement begins that holds the change
    what: str
    in_function: bool
    tree: ast.Module = field(repr=False, compare=False)

    @property
    def key(self) -> str:
        return f"{self.path}:{self.line}: {self.what}"


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module, from the top down."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = path.relative_to(ROOT).as_posix()
    for number, (node, statement, inside) in enumerate(_changeable(tree)):
        for what, change in _changes(node):
            copy = deepcopy(tree)
            change(next(twin for index, (twin, _, _) in enumerate(_changeable(copy)) if index == number))
            line = getattr(node, "lineno", statement)
            yield Mutant(name, line, statement, what, inside, ast.fix_missing_locations(copy))


def _changeable(node: ast.AST, statement: int = 0, *, inside: bool = False) -> Iterator[tuple[ast.AST, int, bool]]:
    """Each node with the line of its statement, and whether it is inside of a function.

    Without types, decorators, flags, assertions and messages.
    """
    statement = node.lineno if isinstance(node, ast.stmt) else statement
    match node:
        case ast.FunctionDef(name="__str__" | "__repr__") | ast.Assert():
            return
        case ast.keyword(arg=name) if name in FLAGS:
            return
        case ast.Call(func=ast.Name(id=name)) if name in MESSAGES:
            return
    yield node, statement, inside
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        is_body = name == "body" and isinstance(node, ast.FunctionDef)
        for child in value if isinstance(value, list) else [value]:
            is_type = isinstance(node, ast.Assign) and isinstance(child, ast.BinOp) and isinstance(child.op, ast.BitOr)
            if isinstance(child, ast.AST) and not is_type:
                yield from _changeable(child, statement, inside=inside or is_body)


def _changes(node: ast.AST) -> Iterator[tuple[str, Callable[[Any], None]]]:  # noqa: C901, PLR0912  (a table)
    match node:
        case ast.Compare():
            for index, old in enumerate(node.ops):
                for new in COMPARISONS[type(old)]:
                    yield f"{_text(node)}: {_name(old)} → {new.__name__}", partial(_set_item, "ops", index, new())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPERATORS and not _is_text(node):
            new_op = OPERATORS[type(op)]
            yield f"{_text(node)}: {_name(op)} → {new_op.__name__}", partial(_set, "op", new_op())
        case ast.BoolOp(op=op):
            other = ast.Or if isinstance(op, ast.And) else ast.And
            yield f"{_text(node)}: {_name(op)} → {other.__name__}", partial(_set, "op", other())
        case ast.UnaryOp(op=ast.USub()):
            yield f"{_text(node)}: the minus left out", partial(_set, "op", ast.UAdd())
        case ast.Constant(value=bool(value)):
            yield f"{value} → {not value}", partial(_set, "value", not value)
        case ast.Constant(value=int(value)):
            yield f"{value} → {value + 1}", partial(_set, "value", value + 1)
        case ast.Return(value=value) if value is not None and ast.unparse(value) != "None":
            yield f"{_text(node)} → None", partial(_set, "value", ast.Constant(None))
        case ast.Expr(value=ast.Call()) | ast.Raise():
            yield f"{_text(node)}: left out", partial(_become, ast.Pass)
        case ast.Assign(targets=[target]) if not any(
            isinstance(part, ast.Name) for part in getattr(target, "elts", [target])
        ):
            yield f"{_text(node)}: left out", partial(_become, ast.Pass)
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called)) if called in LOOK_UPS:
            for index, keyword in enumerate(node.keywords):
                yield (
                    f"{_text(node)}: {keyword.arg} left out",
                    partial(_set, "keywords", [*node.keywords[:index], *node.keywords[index + 1 :]]),
                )
        case ast.Break():
            yield "break → continue", partial(_become, ast.Continue)
        case ast.Continue():
            yield "continue → break", partial(_become, ast.Break)
    condition = getattr(node, "test", None)
    if isinstance(condition, ast.expr) and not isinstance(condition, CONDITIONS):
        yield f"{_text(condition)} → the opposite", partial(_set, "test", ast.UnaryOp(ast.Not(), condition))
    if isinstance(node, ast.comprehension):
        for index, condition in enumerate(node.ifs):
            if not isinstance(condition, CONDITIONS):
                yield (
                    f"{_text(condition)} → the opposite",
                    partial(_set_item, "ifs", index, ast.UnaryOp(ast.Not(), condition)),
                )


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _set(name: str, value: Any, node: ast.AST) -> None:
    setattr(node, name, value)


def _set_item(name: str, index: int, value: Any, node: ast.AST) -> None:
    getattr(node, name)[index] = value


def _become(kind: type[ast.AST], node: ast.AST) -> None:
    node.__class__ = kind


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """A text that is put together, or filled in with %."""
    parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
    return any(
        isinstance(part, ast.JoinedStr) or (isinstance(part, ast.Constant) and not isinstance(part.value, int | float))
        for part in parts
    )


def _name(operator: ast.AST) -> str:
    return type(operator).__name__


def _text(node: ast.AST) -> str:
    return " ".join(ast.unparse(node).split())[:100]
