"""What the head of a page says about it to reference managers and search engines.

The recipe was tried with Zotero: an explicit item type with its container and edition, Highwire tags, and the public
address, which wins over a canonical link; Dublin Core adds the translator, the publisher and the rights. There is no
COinS span, since one would replace the whole record.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

from verify.site.cite.about import Name
from verify.site.cite.formats import KINDS, Citation


def tags(citation: Citation) -> list[str]:
    """Return the elements for a page's head, in a fixed order."""
    kind, rights = KINDS[citation.kind], citation.rights
    metas = [
        ("z:itemType", kind.zotero),
        (f"z:{kind.container}", citation.container),
        ("z:edition", f"version {citation.version}"),
        ("citation_title", citation.title),
        *(("citation_author", name.inverted) for name in citation.authors),
        ("citation_inbook_title", citation.container),
        ("citation_publisher", citation.publisher),
        ("citation_publication_date", citation.issued.strftime("%Y/%m/%d")),
        ("citation_language", citation.language),
        ("citation_public_url", citation.address),
        ("DC.title", citation.title),
        *(("DC.creator", name.inverted) for name in citation.authors),
        *(("DC.contributor", name.inverted) for name in citation.translators),
        ("DC.publisher", citation.publisher),
        ("DC.date", citation.issued.isoformat()),
        ("DC.language", citation.language),
        ("DC.identifier", citation.address),
        ("DC.rights", rights.url if rights else ""),
    ]
    elements = ['<link rel="schema.z" href="http://www.zotero.org/namespaces/export#">']
    elements.append('<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/">')
    elements += [f'<meta name="{name}" content="{escape(content)}">' for name, content in metas if content]
    elements.append(f'<script type="application/ld+json">{_script(json_ld(citation))}</script>')
    return elements


def json_ld(citation: Citation) -> dict[str, Any]:
    """Return the page's description in the schema.org vocabulary."""
    work = {"@type": "CreativeWork", "name": citation.original_title}
    item = {
        "@context": "https://schema.org",
        "@type": KINDS[citation.kind].schema,
        "name": citation.title,
        "isPartOf": {"@type": "WebSite", "name": citation.container},
        "author": [_person(name) for name in citation.authors],
        "translator": [_person(name) for name in citation.translators],
        "publisher": {"@type": "Organization", "name": citation.publisher} if citation.publisher else None,
        "license": citation.rights.url if citation.rights else None,
        "translationOfWork": work if citation.original_title else None,
        "datePublished": citation.issued.isoformat(),
        "version": citation.version,
        "inLanguage": citation.language,
        "url": citation.address,
    }
    return {key: value for key, value in item.items() if value}


def _person(name: Name) -> dict[str, str]:
    if name.is_body:
        return {"@type": "Organization", "name": name.given}
    return {"@type": "Person", "familyName": name.family, "givenName": name.given, "name": str(name)}


def _script(data: dict[str, Any]) -> str:
    """Return JSON that cannot end the script element around it."""
    return json.dumps(data, ensure_ascii=False).replace("</", "<\\/")
