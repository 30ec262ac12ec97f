"""What can be seen of a check without running it: an expression that cannot come out otherwise proves nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import pairwise

from verify.checks.claim import Claim, mismatch
from verify.checks.figures import figures
from verify.model import Kind

_REFLEXIVE = (ast.Is, ast.Eq, ast.LtE, ast.GtE)


def fault(kind: Kind, claim: Claim) -> tuple[str, str]:
    """Return what is wrong on its face with a claim or a clause, and how to mend it; two empty texts if nothing is.

    A claim's expression may not hold the answer itself: ``"five" if deal else ""`` shows five whatever the rules give.
    A clause may hold no figure, for its words are not compared, and its expression must be one that can be false.
    """
    expression = _parsed(claim.expression)
    if kind is Kind.CLAIM:
        held = (node.value for node in _outcomes(expression) if isinstance(node, ast.Constant))
        if any(mismatch(claim.shown, value, claim.language) is None for value in held):
            says = f"the claim's expression holds {claim.shown!r} itself, so the rules are not asked for it"
            return says, "let the rules give it, or use {holds} for a clause that is true"
    elif words := figures(claim.shown, claim.language):
        says = f"the clause has the figure {words[0]!r}, which would not be compared"
        return says, "make the figure a {claim} of its own, and leave it out of {holds}"
    elif cannot_fail(expression):
        says = f"the clause's expression {claim.expression} cannot be false"
        return says, "compare what the rules give with something else"
    return "", ""


def cannot_fail(node: ast.AST | None) -> bool:
    """Return whether an expression is true on its face: ``True``, ``x == x``, ``not False``, ``x or True``."""
    match node:
        case ast.Constant():
            return bool(node.value)
        case ast.Compare():
            pairs = zip(node.ops, pairwise([node.left, *node.comparators]), strict=True)
            return all(isinstance(op, _REFLEXIVE) and ast.dump(a) == ast.dump(b) for op, (a, b) in pairs)
        case ast.BoolOp(op=ast.Or()):
            return any(map(cannot_fail, node.values))
        case ast.BoolOp():
            return all(map(cannot_fail, node.values))
        case ast.UnaryOp(op=ast.Not(), operand=ast.Constant(value=value)):
            return not value
    return False


def statements(source: str) -> list[ast.stmt]:
    """Return the syntax trees of statements; none if they are not Python, which is told when they are run."""
    try:
        return ast.parse(source).body
    except (SyntaxError, ValueError):
        return []


def _parsed(expression: str) -> ast.AST | None:
    """Return the syntax tree of an expression; None if it is not Python."""
    match statements(expression.replace("\n", " ")):
        case [ast.Expr(value=value)]:
            return value
    return None


def _outcomes(node: ast.AST | None) -> Iterator[ast.AST]:
    """Yield the parts of an expression one of which is its value, as far as can be seen."""
    match node:
        case ast.IfExp(body=one, orelse=other):
            parts = [one, other]
        case ast.NamedExpr(value=part) | ast.Call(func=ast.Attribute(value=ast.Constant() as part)):
            parts = [part]
        case ast.BoolOp(values=parts) | ast.Subscript(value=ast.Dict(values=parts) | ast.Tuple(elts=parts)):
            pass
        case ast.Subscript(value=ast.List(elts=parts)):
            pass
        case None:
            return
        case _:
            yield node
            return
    for part in parts:
        yield from _outcomes(part)
