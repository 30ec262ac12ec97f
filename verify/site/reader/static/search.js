// The search page. First what is so called: pages, sections and terms, in any language of the glossary, any form,
// transliterated or in the old spelling; then the sentences that Pagefind finds. All of it comes from the site itself.
const script = document.getElementById("search-script");
const status = document.getElementById("search-status");
const results = document.getElementById("search-results");
const form = document.querySelector(".search-form");
const asked = new URLSearchParams(location.search);
const query = (asked.get("q") ?? "").trim();
const kinds = ["text", ...asked.getAll("also")];
const NAMED = 6; // how many titles stand before the passages
const MOST = 30; // how many pages with passages
const WORDS = 32; // how long an excerpt is
const SMALL = new Set(["the", "of", "a", "an", "in", "and", "is", "for"]);
const LOCUS = /^[\w-]+(\.[\w-]+)+\.\d+$/u;

// ---- words, whatever the alphabet, the spelling, the transliteration

const LATIN = Object.fromEntries(
  "а=a б=b в=v г=g д=d е=e ж=zh з=z и=i і=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f ѳ=f х=h ц=ts ч=ch ш=sh щ=shch ъ= ы=i ь= ѣ=e ѵ=i э=e ю=iu я=ia"
    .split(" ").map((pair) => pair.split("=")));
const CARONS = { š: "sh", č: "ch", ž: "zh" };

function key(word) {
  const plain = word.toLowerCase().replace(/[ščž]/gu, (letter) => CARONS[letter]).normalize("NFD").replace(/[\u0300-\u036f'’ʹʼ]/gu, "");
  const latin = plain.replace(/[а-ѵ]/gu, (letter) => LATIN[letter] ?? letter);
  return latin.replace(/kh|x/gu, "h").replace(/[yj]/gu, "i").replace(/w/gu, "v").replace(/c(?!h)/gu, "ts").replace(/(.)\1/gu, "$1");
}

const split = (text) => text.match(/[\p{L}\p{M}\p{N}'’]+/gu) ?? [];
const bare = (word) => (word.length > 3 ? word.replace(/s$/u, "") : word);
const stems = (text) => split(text).filter((word) => !SMALL.has(word.toLowerCase())).map((word) => bare(key(word)));

function understood(terms) {
  const known = new Map();
  const note = (words, term) => {
    const phrase = split(words).map((word) => bare(key(word))).join(" ");
    if (!known.has(phrase)) known.set(phrase, term);
  };
  const simple = terms.toSorted((one, two) => split(one.term).length - split(two.term).length);
  for (const term of simple) note(term.term, term); // an English word is never taken for another's transliteration
  for (const term of simple) for (const word of term.forms) note(word, term);
  const words = split(query), found = [], english = [];
  for (let at = 0; at < words.length;) {
    let length = Math.min(4, words.length - at), term;
    const phrase = () => words.slice(at, at + length).map((word) => bare(key(word))).join(" ");
    while (length && !(term = known.get(phrase()))) length -= 1;
    if (term) found.push(term);
    english.push(term && stems(term.term).join() !== stems(words.slice(at, at + length).join(" ")).join() ? term.term : words.slice(at, at + (length || 1)).join(" "));
    at += length || 1;
  }
  return { found, english: english.join(" ") };
}

// ---- what is so called

function named(names, terms, english) {
  const wanted = new Set(stems(english));
  const rank = ({ title, of, front }) => {
    const own = new Set(stems(title)), all = new Set([...own, ...stems(of)]);
    if (!wanted.size || ![...wanted].every((word) => all.has(word))) return null;
    const owns = [...wanted].every((word) => own.has(word));
    if (front && owns) return own.size - wanted.size; // a game's own page, before all else
    return 10 + (owns ? own.size - wanted.size : 1 + all.size - wanted.size);
  };
  const glossed = terms.filter((term) => stems(term.term).join() === [...wanted].join())
    .map((term) => ({ title: term.term, of: "Glossary", href: term.href, says: term.gloss, rank: 9.5 }));
  const titled = names.filter((name) => kinds.includes(name.kind)).map((name) => ({ ...name, rank: rank(name) }));
  return [...glossed, ...titled.filter((name) => name.rank !== null)].sort((one, two) => one.rank - two.rank).slice(0, NAMED);
}

// ---- where it is said: sentences of the texts before the rest, those with more of the words first

const worth = ({ matched, sentence }) => matched + 1.5 * sentence;
const byWords = (one, two) => worth(two) - worth(one);

function headline(words, start) {
  const said = start === undefined ? [] : words.slice(start, start + 12);
  const end = said.findIndex((word) => word.endsWith(".")); // Pagefind ends each heading with a full stop
  return end < 0 ? "" : said.slice(0, end + 1).join(" ").slice(0, -1);
}

function passages(found, wanted) {
  const words = found.content.split(/\s+/u);
  const marks = (found.anchors ?? []).filter((anchor) => LOCUS.test(anchor.id) || anchor.element === "section")
    .sort((one, two) => one.location - two.location);
  const titled = stems(`${found.meta.title} ${found.meta.of ?? ""}`).filter((word) => wanted.includes(word));
  const parts = new Map();
  for (const location of found.locations.toSorted((one, two) => one - two)) {
    const at = marks.findLastIndex((mark) => mark.location <= location);
    const part = parts.get(at) ?? { at, hits: [], sentence: LOCUS.test(marks[at]?.id), kinds: new Set(titled) };
    parts.set(at, part);
    if (location > (part.hits[0] ?? location) + WORDS) continue; // what a reader would not see counts for nothing
    part.hits.push(location);
    const word = stems(words[location] ?? "").join("");
    part.kinds.add(wanted.find((other) => word.startsWith(other.slice(0, 5))));
    part.matched = part.kinds.size;
  }
  return [...parts.values()].sort(byWords).slice(0, 2).map((part) => {
    const mark = marks[part.at], head = marks.slice(0, part.at + 1).findLast((other) => !LOCUS.test(other.id));
    const end = marks[part.at + 1]?.location ?? words.length;
    const from = Math.max(mark?.location ?? 0, Math.min(part.hits[0] - 6, end - WORDS));
    const till = Math.min(end, from + WORDS);
    const where = headline(words, head?.location);
    const number = mark && LOCUS.test(mark.id) ? `sentence ${mark.id.split(".").pop()}` : "";
    const href = `${found.raw_url ?? found.url}${mark ? `#${mark.id}` : ""}`;
    return { title: [found.meta.title, where === found.meta.title ? "" : where, number].filter(Boolean).join(" · "), of: found.meta.of, href: new URL(href, document.baseURI).href,
      matched: part.matched, sentence: part.sentence, excerpt: words.slice(from, till).map((word, index) => [word, part.hits.includes(from + index)]), more: till < end };
  });
}

function item({ title, of, href, says, excerpt, more }) {
  const made = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
  link.href = href;
  link.textContent = title;
  made.append(link);
  if (of && !title.toLowerCase().includes(of.toLowerCase())) {
    const book = document.createElement("span");
    book.textContent = of;
    made.append(" ", book);
  }
  for (const [word, hit] of excerpt ?? []) {
    const piece = document.createElement(hit ? "mark" : "span");
    piece.textContent = word;
    text.append(piece, " ");
  }
  if (says) text.textContent = says;
  if (more) text.append("…");
  if (text.textContent) made.append(text);
  return made;
}

async function pages(pagefind, words) {
  const found = await pagefind.search(words, { filters: { kind: { any: kinds } } });
  return found.results;
}

async function search() {
  form.elements.q.value = query;
  for (const box of form.querySelectorAll("[name=also]")) box.checked = kinds.includes(box.value);
  if (!query) return;
  status.textContent = "Searching …";
  try {
    const index = new URL(script.dataset.index, document.baseURI);
    const [pagefind, names] = await Promise.all([import(index), fetch(new URL("names.json", index)).then((answer) => answer.json())]);
    await pagefind.options({ ranking: { pageLength: 0, termFrequency: 0.3 } }); // the texts are long pages
    const { found, english } = understood(names.terms);
    const root = new URL("..", index);
    const first = named(names.titles, found, english).map((name) => ({ ...name, href: new URL(name.href, root).href }));
    const hits = await pages(pagefind, english);
    if (english !== query) hits.push(...(await pages(pagefind, query)).filter((hit) => !hits.some((other) => other.id === hit.id)));
    const shown = await Promise.all(hits.slice(0, MOST).map((hit) => hit.data()));
    const said = shown.flatMap((page) => passages(page, stems(`${english} ${query}`))).sort(byWords);
    const fresh = said.filter((part) => !first.some((name) => name.href === part.href));
    results.replaceChildren(...[...first, ...fresh].map(item));
    const more = hits.length > MOST ? `, the first ${MOST} of them shown` : "";
    const also = english === query ? "" : `, understood as “${english}”`;
    status.textContent = `${hits.length} ${hits.length === 1 ? "page" : "pages"} found for “${query}”${also}${more}`;
  } catch (error) {
    console.info("search", error);
    status.textContent = location.protocol === "file:"
      ? "The search works on a web server, not in files opened from disk; try the glossary or the index of sentences."
      : "The search could not be loaded; try the glossary or the index of sentences.";
  }
}

search();
