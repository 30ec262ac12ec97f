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

if (remembered() === "four") document.documentElement.dataset.suits = "four";
