"""``--accept``: what is rewritten, how it is written, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.forked import run
from verify.report.accept import rewrites
from verify.session import scan_pages

if TYPE_CHECKING:
    from tests.verify.conftest import Site

SETUP = "```{setup}\nfrom toy.engine import play, points\nname = play('zz')\n```\n"


def accepted(site: Site, body: str, *, name: str = "docs/page.md") -> tuple[str, list[str]]:
    """Write a page below its set-up, accept what the rules give; return its new body and what was refused."""
    setup = SETUP if name.endswith(".md") else ".. setup::\n\n   from toy.engine import play\n   name = play('zz')\n\n"
    file = site.root / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes((setup + body).encode())
    refused = accept(site, name)
    return file.read_bytes().decode().removeprefix(setup), refused


def accept(site: Site, name: str) -> list[str]:
    """Accept what the rules give for a page; return what was refused."""
    files, refused = rewrites(site.run(*scan_pages(site.settings, [name])).results, site.root)
    for file in files:
        file.write(site.root)
    return refused


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{claim}`a <name>`", "{claim}`zz <name>`"),
        ("{claim}`claim <name>` a {claim}`m <name>`", "{claim}`zz <name>` a {claim}`zz <name>`"),
        ("{claim}`` a <name>``", "{claim}`` zz <name>``"),
        ("{claim}`four\nlines <name>` {claim}`a <name>`", "{claim}`zz <name>` {claim}`zz <name>`"),
        ("> {claim}`four\n> lines <name>`", "> {claim}`zz <name>`"),
        (
            "{claim}`five <points(2)>`, {claim}`Five <points(2)>`",
            "{claim}`four <points(2)>`, {claim}`Four <points(2)>`",
        ),
        ("{claim}`17000 <points(9000)>`", "{claim}`18000 <points(9000)>`"),
        ("{claim}`17,000 <points(9000)>`", "{claim}`18,000 <points(9000)>`"),
        ("{claim}`minus five <points(-2)>`", "{claim}`minus four <points(-2)>`"),
        ("{claim}`−5 <points(-2)>`", "{claim}`−4 <points(-2)>`"),
        ("{claim}`five <points(200)>`", "{claim}`400 <points(200)>`"),
    ],
)
def test_a_claim_keeps_its_form(site: Site, before: str, after: str) -> None:
    assert accepted(site, f"{before}\n") == (f"{after}\n", [])


def test_a_claim_in_rest(site: Site) -> None:
    body = ":claim:`a <name>` and `c <name>`:claim:\n"
    assert accepted(site, body, name="docs/page.rst") == (":claim:`zz <name>` and `zz <name>`:claim:\n", [])


@pytest.mark.parametrize("value", ["a`b", "a <b", "a|b", "a\\b"])
def test_a_claim_never_gets_a_text_that_breaks_its_role(site: Site, value: str) -> None:
    body = f"```{{setup}}\nname = play({value!r})\n```\n{{claim}}`a <name>`\n"
    after, refused = accepted(site, body)
    assert after == body
    assert refused == [f"docs/page.md:8: cannot be rewritten: {value!r} cannot stand in a claim"]


@pytest.mark.parametrize("text", ["```", "`````", ":::", "  ~~~", ":loci: a", ":brakes: a"])
def test_an_output_never_becomes_markup(site: Site, text: str) -> None:
    body = f"```{{example}}\n>>> print({text!r})\nx\n```\n"
    why = f"its output has the line {text!r}, which would be read as a part of the directive"
    assert accepted(site, body) == (body, [f"docs/page.md:6: cannot be rewritten: {why}"])


def test_runs_that_do_not_agree_change_nothing(site: Site) -> None:
    """A file included twice is run twice; what one run gives need not be what the other gives."""
    part = "{claim}`6 <name>` {claim}`ww <name>`\n\n```{example}\n>>> print(name)\n>>> points(1)\n3\n```\n"
    site.write("docs/part.inc", part)
    include = "```{include} part.inc\n```\n"
    accepted(site, f"{include}\n```{{setup}}\nname = play('ww')\n```\n\n{include}")
    why = "what it gives is not the same each time it is run"
    assert (site.root / "docs/part.inc").read_text(encoding="utf-8") == part.replace("\n3\n", "\n2\n")
    assert accept(site, "docs/page.md") == [
        f"docs/part.inc:1: cannot be rewritten: {why}",
        f"docs/part.inc:4: cannot be rewritten: {why}",
    ]


def test_a_file_included_twice_is_rewritten_once(site: Site) -> None:
    site.write("docs/part.inc", "{claim}`6 <name>`\n")
    include = "```{include} part.inc\n```\n"
    assert accepted(site, f"{include}\n{include}")[1] == []
    assert (site.root / "docs/part.inc").read_text(encoding="utf-8") == "{claim}`zz <name>`\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a\r\n\n{claim}`6 <name>`\r\nb\n", "a\r\n\n{claim}`zz <name>`\r\nb\n"),
        ("a\r\r{claim}`6 <name>`\r", "a\r\r{claim}`zz <name>`\r"),
        (
            "```{example}\r\n>>> print('a', 'b', sep='\\n')\r\nx\r\n```\n",
            "```{example}\r\n>>> print('a', 'b', sep='\\n')\r\na\r\nb\r\n```\n",
        ),
    ],
)
def test_line_ends_stay_as_they_are(site: Site, before: str, after: str) -> None:
    assert accepted(site, before) == (after, [])


def test_a_byte_order_mark_stays(site: Site) -> None:
    file = site.root / "docs/page.md"
    file.parent.mkdir()
    file.write_bytes("\ufeff{claim}`6 <__import__('toy').__name__>`\n".encode())
    assert accept(site, "docs/page.md") == []
    assert file.read_bytes() == "\ufeff{claim}`toy <__import__('toy').__name__>`\n".encode()


def test_an_output_at_the_end_of_a_file_without_a_line_end(site: Site) -> None:
    body = ".. example::\n\n   >>> name\n   'zz'\n   >>> name"
    assert accepted(site, body, name="docs/page.rst") == (f"{body}\n   'zz'", [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (">>> for n in (1, 2):\n...     n\n...\n1\n3", ">>> for n in (1, 2):\n...     n\n...\n1\n2"),
        (">>> print('a\\n\\nb')\nx\n>>> x = 1", ">>> print('a\\n\\nb')\na\n<BLANKLINE>\nb\n>>> x = 1"),
        (">>> print('a\\t ')\nx", ">>> print('a\\t ')\na"),
        (">>> print('  a\\n b')\nx", ">>> print('  a\\n b')\n  a\n b"),
        (">>> 1\n2\n>>> x = 1\n2", ">>> 1\n1\n>>> x = 1"),
    ],
)
@pytest.mark.parametrize("margin", ["", "> ", ">"])
def test_outputs(site: Site, before: str, after: str, margin: str) -> None:
    def page(session: str) -> str:
        return "".join(f"{margin}{line}\n" for line in ["```{example}", *session.split("\n"), "```"])

    assert accepted(site, page(before)) == (page(after), [])
    assert accepted(site, page(after)) == (page(after), [])


@pytest.mark.parametrize("text", [">>> 3", "...", "... 3", "a\n>>> 3", "<BLANKLINE>\n", "a\rb", "\ud800"])
def test_an_output_that_no_example_can_show_is_left_alone(site: Site, text: str) -> None:
    body = f"```{{example}}\n>>> print({text!r})\nx\n```\n"
    assert accepted(site, body) == (body, [])
    (found,) = site.findings(site.page(body))
    assert found.hint == "no example can show this output as it is; show a part of it, or its repr()"


@pytest.mark.parametrize("sign", ["\x00", "\x07", "\x1b", "\x7f", "\x9b"])
def test_a_control_character_is_never_written(site: Site, sign: str) -> None:
    body = f"```{{setup}}\nname = play('a' + chr({ord(sign)}))\n```\n{{claim}}`a <name>`\n\n"
    body += "```{example}\n>>> print(name)\nx\n```\n"
    why = f"what the rules give holds U+{ord(sign):04X} (a control character), which is not written into a page"
    assert accepted(site, body) == (body, [f"docs/page.md:{line}: cannot be rewritten: {why}" for line in (8, 11)])


def test_what_changes_at_every_run_is_never_written(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "```{example}\n>>> import os\n>>> os.getpid()\n1\n>>> points(1)\n3\n```\n"
    file = site.write("docs/page.md", SETUP + body)
    monkeypatch.delenv("CI", raising=False)
    done = run("verify", "--accept", "docs/page.md", cwd=site.root)
    assert "docs/page.md:7: cannot be rewritten: what it gives is not the same each time it is run" in done.stdout
    assert file.read_text(encoding="utf-8") == SETUP + body.replace("\n3\n", "\n2\n")


def test_an_expectation_with_an_ellipsis_is_left_alone(site: Site) -> None:
    body = "```{example}\n:ellipsis:\n\n>>> print(object())\n<obj... at 0x>\n>>> 1\n2\n```\n"
    assert accepted(site, body) == (body.replace("\n2\n", "\n1\n"), [])


PIECES = (
    "a", " ", "\t", "\n", "\r", "\x0c", "\u00a0", ".", "...", ">>> ", "`", "```", "~~~", ":::", ":loci: ", "<", ">",
    "|", "<BLANKLINE>", "\\", "{claim}", "é", "♥", "Traceback (most recent call last):\n",
)  # fmt: skip


@settings(
    max_examples=4, deadline=None, phases=[Phase.generate], suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=5).map("".join), min_size=30, max_size=60))
def test_what_is_rewritten_holds_and_the_rest_is_named(site: Site, texts: list[str]) -> None:
    """Whatever is printed or claimed: accepted once, a check holds or is as it was, and has its reason."""
    blocks = [f"```{{example}}\n>>> print({text!r})\nx\n```\n" for text in texts]
    blocks += [f"{{claim}}`x <texts[{index}]>`\n" for index in range(len(texts))]
    setup = f"```{{setup}}\nfrom toy.engine import play\ntexts = play({texts!r})\n```\n"
    file = site.write("docs/page.md", "")
    file.write_text("\n".join([setup, *blocks]), encoding="utf-8")
    accept(site, "docs/page.md")
    after = file.read_text(encoding="utf-8")
    named = {line.split(":")[1] for line in accept(site, "docs/page.md")}
    page = scan_pages(site.settings, ["docs/page.md"])[0]
    assert page.findings == ()
    assert file.read_text(encoding="utf-8") == after
    for result in site.run(page).results:
        for found in result.findings:
            assert found.hint or str(found.place.line) in named, found
