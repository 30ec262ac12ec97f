"""One verification of a site, from its files to its findings: what all three doors (command, Sphinx, pytest) call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fnmatch import filter as filter_names
from fnmatch import fnmatch
from pathlib import Path

from verify.collect.page import scan_page
from verify.model import Check, Finding, Kind, Page, Place, Result, Verdict
from verify.report import baseline
from verify.run import plan
from verify.settings import Settings, SettingsError, VerifyError
from verify.strength.results import never_red, stored
from verify.texts import coverage, sources, totals


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification.

    Attributes:
        pages: the pages as collected, by path.
        results: one for each check and set-up that was chosen, in the order of pages and text.
        findings: every fault, sorted by place: the pages' own, the site's, the manifest's and the checks'.
        reused: how many results were taken from the store.
        known: the faults that are known and may stand; they are not among the findings.
    """

    pages: tuple[Page, ...]
    results: tuple[Result, ...]
    findings: tuple[Finding, ...]
    reused: int
    known: tuple[Finding, ...] = ()

    @property
    def notes(self) -> list[Finding]:
        """What is no fault, but should be known, by place."""
        ran = (result.notes for result in self.results if result.verdict is not Verdict.SKIPPED)
        known = [replace(one, says=f"known failure: {one.says}", difference="", frames="") for one in self.known]
        return in_order([*known, *(note for notes in (*(page.notes for page in self.pages), *ran) for note in notes)])

    @property
    def holds(self) -> bool:
        """Whether there is no fault at all."""
        return not self.findings


def verify_site(
    settings: Settings,
    pages: Iterable[Page] | None = None,
    *,
    whole: bool = True,
    select: Callable[[Check], bool] | None = None,
    jobs: int | None = None,
    fresh: bool | None = None,
    fail_fast: bool = False,
) -> Verification:
    """Verify a site: collect its pages, check them against sources and manifest, run the checks, gather all findings.

    Args:
        settings: the site's settings.
        pages: the pages, where they have been collected already (Sphinx); otherwise the files are scanned.
        whole: whether ``pages`` are the whole site; only then are sources, manifest and coverage compared.
        select: which checks to run; all if left out. What comes before a chosen check on its page runs with it; the
            faults of other pages and of the site are left alone.
        jobs: how many pages run at once; the setting if left out.
        fresh: whether to ignore stored results; if left out, exactly when ``CI`` is set.
        fail_fast: stop at the first check that fails.

    Returns:
        The outcome; it is the same for any number of jobs and whether or not results were stored.
    """
    found = sorted(scan_pages(settings) if pages is None else pages, key=lambda page: page.path)
    if whole:
        _last[settings.root] = found
    asked = [page for page in found if select is None or any(map(select, page.checks))]
    findings = [finding for page in asked for finding in page.findings]
    ran = plan.run_site(found, settings, select=select, jobs=jobs, fresh=fresh, fail_fast=fail_fast)
    findings += [finding for result in ran.results for finding in result.findings]
    findings += all_skipped(asked, settings)
    findings, known = baseline.sift(findings, settings)
    if whole and select is None:
        findings += site_findings(found, None if fail_fast else ran.results, settings)
        findings += [] if fail_fast else baseline.stale(known, settings)
    return Verification(tuple(found), ran.results, tuple(in_order(findings)), ran.reused, tuple(in_order(known)))


_last: dict[Path, list[Page]] = {}
"""The pages of the last whole run of this process, by the site's root."""


def known_pages(settings: Settings) -> list[Page]:
    """Return the pages of the last whole run of this process, as a build has one before it writes; else scan them."""
    return _last.get(settings.root) or scan_pages(settings)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings sorted by place, each once."""
    return sorted(dict.fromkeys(findings), key=lambda finding: (finding.place, finding.code, finding.message))


def scan_pages(settings: Settings, paths: Sequence[str] = ()) -> list[Page]:
    """Scan the site's files for checks; ``paths`` (files or folders) limit it to some.

    Raises:
        SettingsError: if a path holds no page of the site, or the site has none.
    """
    found = find_pages(settings, paths)
    if not found:
        raise SettingsError(no_pages(settings))
    return [scan_page(settings.root, path, settings) for path in found]


def no_pages(settings: Settings) -> str:
    """Say that a site has no pages, and where they may be instead."""
    folders = [path.name for path in settings.root.iterdir() if path.is_dir()]
    hint = meant(settings.docs, folders, "name their folder in the setting docs, and mind exclude")
    return f"the site has no pages: there is no *.md or *.rst in {settings.docs!r}; {hint}"


def meant(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """Return ``did you mean …?`` for the nearest known name, or something else to say if none is near."""
    near = get_close_matches(name, sorted(known), n=1)
    return f"did you mean {near[0]!r}?" if near else otherwise


def find_pages(settings: Settings, paths: Sequence[str] = ()) -> list[str]:
    """Return the paths of the site's pages, relative to the root, sorted; ``paths`` limit them.

    Raises:
        SettingsError: if a path holds no page of the site.
    """
    root, docs = settings.root, settings.root / settings.docs
    everything = sorted(
        file.relative_to(root).as_posix()
        for file in docs.rglob("*")
        if file.suffix in (".md", ".rst")
        and not any(fnmatch(file.relative_to(docs).as_posix(), pattern) for pattern in settings.exclude)
    )
    if not paths:
        return everything
    chosen: set[str] = set()
    for path in paths:
        typed = ((base / path).resolve() for base in (Path.cwd(), root))
        full = next((full for full in typed if full.exists() and full.is_relative_to(root)), None)
        name = full.relative_to(root) if full else Path(path)
        inside = [page for page in everything if Path(page).is_relative_to(name)]
        if not inside:
            says = f"{path}: no page of the site ({settings.docs}/**/*.md, *.rst) is there"
            raise SettingsError("; ".join(filter(None, (says, meant(path, everything)))))
        chosen.update(inside)
    return sorted(chosen)


def site_findings(pages: Sequence[Page], results: Sequence[Result] | None, settings: Settings) -> list[Finding]:
    """Find what is wrong with a site as a whole: it is compared with its sources and its committed totals.

    Args:
        pages: all its pages.
        results: those of all its checks, to find the translated loci that have none; None if not all were run.
        settings: its settings.
    """
    manifests = sources.load_manifests(settings)
    findings = [*sources.check_site(pages, manifests, settings), *totals.findings(pages, settings)]
    findings += [*_stale_skips(pages, settings), *never_red(pages, settings, stored(settings).get("checks", {}))]
    findings += [*_unknown_loci(manifests, settings), *_stale_left_out(pages, settings)]
    records = [result for result in results or () if result.check.kind is Kind.RECORD]
    # of a record that cannot be read nobody knows which loci it is about
    unread = any(result.verdict is Verdict.FAILS and not result.compared for result in records)
    if results is not None and not unread:
        findings += coverage.unchecked(coverage.cover(pages, results, manifests, (), settings), settings)
    return findings


def _unknown_loci(manifests: Sequence[sources.Manifest], settings: Settings) -> list[Finding]:
    """Find the rules of watched packages that carry out a locus which its source does not have."""
    if not (settings.watch and any(manifest.sentences for manifest in manifests)):
        return []
    try:
        return coverage.unknown(coverage.find_rulings(settings, {}), manifests)
    except VerifyError as error:
        return [Finding(sources.line_of_setting(settings.watch[0], settings), "verify.coverage", str(error))]


def all_skipped(pages: Iterable[Page], settings: Settings) -> list[Finding]:
    """Find pages on which nothing is run because every check is skipped, unless the settings allow it."""
    hint = "mend one of them, or name the page in the setting all-skipped"
    return [
        Finding(Place(path, 1), "verify.skip", f"all {count} checks of the page are skipped", hint=hint)
        for path, count in _skipped(pages).items()
        if not any(fnmatch(path, pattern) for pattern in settings.all_skipped)
    ]


def _stale_skips(pages: Sequence[Page], settings: Settings) -> list[Finding]:
    """Find the globs of ``all-skipped`` that fit no page whose checks are all skipped."""
    stale = [glob for glob in settings.all_skipped if not filter_names(_skipped(pages), glob)]
    line, says, hint = sources.line_of_setting, "all-skipped: {!r} fits no such page", "remove it, or mend its spelling"
    return [Finding(line(glob, settings), "verify.skip", says.format(glob), hint=hint) for glob in stale]


def _stale_left_out(pages: Sequence[Page], settings: Settings) -> list[Finding]:
    """Find the entries of ``left-out`` that fit no page."""
    paths = [page.path for page in pages]
    globs = {entry: entry.partition(": ")[0] for entry in settings.left_out}
    stale = [entry for entry, glob in globs.items() if not filter_names(paths, f"{settings.docs}/{glob}")]
    line, says, hint = sources.line_of_setting, "left-out: {!r} fits no page", "remove it, or mend its spelling"
    return [Finding(line(entry, settings), "verify.pages", says.format(globs[entry]), hint=hint) for entry in stale]


def _skipped(pages: Iterable[Page]) -> dict[str, int]:
    """Return the pages all of whose checks are skipped, each with how many it has."""
    checks = {page.path: [check for check in page.checks if check.kind.is_check] for page in pages}
    empty = {path for path, found in checks.items() if all(check.option("skip").strip() for check in found)}
    return {path: len(found) for path, found in checks.items() if found and path in empty}
