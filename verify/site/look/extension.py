"""What the look adds to a build: its style sheet, and type and playing cards from the packages that npm installs."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.draw.build import site_of
from verify.site import facts
from verify.site.context import SITES, Context, digest, file_digests, make, metadata
from verify.site.look import faces, figures, plots
from verify.site.look.table import CARDS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
FONTS = "_static/fonts"
_FAMILIES = {"pt-serif": ("400-normal", "400-italic", "700-normal"), "pt-sans": ("400-normal",)}
_SCRIPTS = {
    "latin": "U+0000-00FF, U+2000-206F, U+20AC, U+2122, U+2190-2193, U+2212",
    "cyrillic": "U+0301, U+0400-045F, U+2116",
}


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up the extension; :mod:`verify.site` does so, last of all, so that its style sheet has the last word."""
    app.add_config_value("look_menu", [], "html", list)
    app.add_config_value("look_credits", "index", "html", str)
    figures.register(app)
    plots.register(app)
    app.connect("config-inited", _folders)
    app.connect("builder-inited", _prepare, priority=650)
    app.connect("html-page-context", _page, priority=650)
    app.connect("build-finished", _finish, priority=440)  # before the site's files are noted and indexed
    return metadata()


def _folders(app: Sphinx, config: Any) -> None:
    config.html_static_path.append(str(HERE / "static"))
    config.templates_path.append(str(HERE / "templates"))


def _prepare(app: Sphinx) -> None:
    site_of(app).extensions.append(lambda docname: _shown(app, docname))
    if app.builder.name in SITES:
        app.add_css_file("look.css", priority=900)
        app.add_css_file("faces.css", priority=900)
        app.add_js_file("look.js", type="module")
        if _fonts(app):
            app.add_css_file("type.css", priority=150)


def _shown(app: Sphinx, docname: str) -> object:
    return figures.state(Context(app, docname), facts.of_page(app.env, docname).pictures)


def _page(app: Sphinx, docname: str, template: str, html: dict[str, Any], doctree: object) -> str | None:
    """Give a page its frame and the menu. No font is preloaded: on a slow link it would keep back the style sheets."""
    if app.builder.name not in SITES:
        return None  # a book has a frame of its own
    html["look_menu"], html["look_credits"] = app.config.look_menu, app.config.look_credits
    if faces.installed(root(app)):
        html["metatags"] = html.get("metatags", "") + '\n<meta name="reader-cards" content="svg">'
    return "site.html" if template == "page.html" else None


def root(app: Sphinx) -> Path:
    """Return the project's root, where npm installs."""
    return Path(app.confdir)


def _fonts(app: Sphinx) -> list[Path]:
    """Return the font files to publish; none if npm has not installed them."""
    base = root(app) / "node_modules" / "@fontsource"
    found = [
        base / family / "files" / f"{family}-{script}-{style}.woff2"
        for family, styles in _FAMILIES.items()
        for style in styles
        for script in _SCRIPTS
    ]
    return [path for path in found if path.is_file()]


def type_css(paths: list[Path]) -> str:
    """Return the style sheet that declares fonts by their files, named as ``pt-serif-latin-400-normal.woff2``."""
    rules = []
    for path in paths:
        first, second, script, weight, style = path.stem.split("-")
        name = f"{first.upper()} {second.title()}"
        rules.append(
            f'@font-face {{ font-family: "{name}"; font-style: {style}; font-weight: {weight}; font-display: swap; '
            f'src: url("fonts/{path.name}") format("woff2"); unicode-range: {_SCRIPTS[script]}; }}\n'
        )
    return "".join(rules)


def _finish(app: Sphinx, error: Exception | None) -> None:
    """Put fonts and cards into the site."""
    if error is not None or app.builder.name not in SITES:
        return
    out, fonts = Path(app.outdir), _fonts(app)
    licences = [root(app) / "node_modules" / name / "LICENSE" for name in ("@fontsource/pt-serif", "svg-cards")]

    def write() -> bool:
        (out / FONTS).mkdir(parents=True, exist_ok=True)
        for path in fonts:
            shutil.copyfile(path, out / FONTS / path.name)
        (out / "_static" / "type.css").write_text(type_css(fonts), encoding="utf-8")
        (out / CARDS / "four").mkdir(parents=True, exist_ok=True)
        for name, drawing in faces.files(root(app)):
            (out / CARDS / name).write_text(drawing, encoding="utf-8")
        for path, folder in zip(licences, (FONTS, CARDS), strict=True):
            if path.is_file():
                shutil.copyfile(path, out / folder / "LICENSE.txt")
        return True

    state = digest(file_digests([*fonts, *licences, root(app) / faces.SET, Path(faces.__file__), Path(__file__)]))
    wanted = [f"{CARDS}/sA.svg"] if faces.installed(root(app)) else []
    make(Context(app), "/look", state, [FONTS, *wanted], write)
