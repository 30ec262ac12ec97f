// Cards as elements, for scripts that draw them: a suit is a sign, a colour and a spoken name, never colour alone.
const SUITS = { "♠": ["s", "spades"], "♥": ["h", "hearts"], "♦": ["d", "diamonds"], "♣": ["c", "clubs"] };
const RANKS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 10: "ten", 9: "nine", 8: "eight", 7: "seven",
  6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const CARDS = /([♠♥♦♣])\uFE0E?((?:10|[2-9AKQJT])*)/gu;

/** Append a text to an element, with the cards in it drawn as such. */
export function write(parent, text) {
  let at = 0;
  for (const match of text.matchAll(CARDS)) {
    parent.append(text.slice(at, match.index), card(match[1], match[2]));
    at = match.index + match[0].length;
  }
  parent.append(text.slice(at));
  return parent;
}

/** One card, or the cards held of one suit. */
export function card(sign, ranks) {
  const [letter, name] = SUITS[sign];
  const names = (ranks.match(/10|./g) ?? []).map((rank) => RANKS[rank]);
  const spoken = names.length === 1 ? `${names[0]} of ${name}` : [name, names.join(", ")].filter(Boolean).join(": ");
  const made = element("span", { class: `card suit-${letter}`, role: "img", "aria-label": spoken });
  made.textContent = `${sign}\uFE0E${ranks}`;
  return made;
}

// The pictures of the cards lie beside this script, unless the site was built without them.
const FOLDER = new URL("cards/", import.meta.url);

function picture(letter, rank) {
  const four = document.documentElement.dataset.suits === "four" && "dc".includes(letter);
  return new URL(`${four ? "four/" : ""}${letter}${rank}.svg`, FOLDER).href;
}

/** One card, face up, as the pages draw it: a picture where it is large, rank and suit where it is small. */
export function face(text) {
  const [, sign, rank] = /^([♠♥♦♣])\uFE0E?(.+)$/u.exec(text);
  const [letter, name] = SUITS[sign];
  const made = element("span", { class: `face suit-${letter}`, role: "img", "aria-label": `${RANKS[rank]} of ${name}` });
  const front = element("span", { class: "front" });
  if (document.querySelector("meta[name=reader-cards]")) {
    const image = element("img", { alt: "", loading: "lazy", src: picture(letter, rank) });
    front.append(image);
  }
  const index = element("b", { class: rank === "10" ? "ten" : null });
  index.textContent = rank;
  const suit = element("i");
  suit.textContent = `${sign}\uFE0E`;
  front.append(index, suit);
  made.append(front);
  return made;
}

/** Cards in a row: those that are seen, by suit as text has them (♠AK ♥10), and how many are not. */
export function hand(owner, cards, hidden) {
  const made = element("div", { class: "hand", role: "group", "aria-label": owner });
  for (const text of inOrder(cards)) made.append(face(text));
  for (let left = hidden || 0; left; left--) {
    const back = element("span", { class: "face back", "aria-hidden": "true" }, element("span", { class: "front" }));
    made.append(back);
  }
  return made;
}

/** Single cards, red suits beside black ones where a hand has three suits or more. */
function inOrder(cards) {
  const held = (cards ?? "").split(" ").filter(Boolean).map((part) => [part[0], part.slice(1).match(/10|[^\uFE0E]/gu) ?? []]);
  const black = held.filter(([sign]) => "♠♣".includes(sign));
  const red = held.filter(([sign]) => "♥♦".includes(sign));
  const [longer, shorter] = black.length >= red.length ? [black, red] : [red, black];
  const suits = held.length > 2 ? longer.flatMap((suit, at) => [suit, shorter[at]]).filter(Boolean) : held;
  return suits.flatMap(([sign, ranks]) => ranks.map((rank) => sign + rank));
}

/** The text as read aloud. */
export function spoken(text) {
  const nodes = [...write(document.createElement("p"), text).childNodes];
  return nodes.map((node) => node.ariaLabel ?? node.textContent).join("");
}

/** Make an element with attributes and children; a text child may hold cards. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(key, value);
  }
  for (const child of children) {
    if (typeof child === "string") write(made, child);
    else if (child) made.append(child);
  }
  return made;
}

// Two colours or four: a choice that is remembered. Storage may be forbidden; then it holds for the page alone.
const KEY = "reader-suits";

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function setSuits(four) {
  document.documentElement.dataset.suits = four ? "four" : "two";
  for (const box of document.querySelectorAll(".reader-four")) box.checked = four;
  for (const image of document.querySelectorAll(":is(.suit-d, .suit-c) > .front > img")) {
    image.src = image.src.replace(/cards\/(four\/)?/, four ? "cards/four/" : "cards/");
  }
  try {
    localStorage.setItem(KEY, four ? "four" : "two");
  } catch { /* not remembered */ }
}

/** The check box for four colours. */
export function fourColours() {
  const box = element("input", { type: "checkbox", class: "reader-four" });
  box.checked = remembered() === "four";
  box.addEventListener("change", () => setSuits(box.checked));
  return element("label", { class: "reader-choice" }, box, " four-colour suits");
}

const place = document.querySelector(".site-choices");
if (place && !place.querySelector(".reader-four")) place.append(fourColours()); // pages load this file under two names
if (remembered() === "four") setSuits(true);
