// Steps through a record. The page holds the record as a list and, beside it, its moments as data made by the engine
// in the build; this script only draws the moment asked for. Addresses: #NAME-step-12 is the first moment of step 12,
// #NAME-step-12-3 its third.
import { element, face, hand, spoken } from "./suits.js";

class Player {
  constructor(data, list) {
    this.data = data;
    this.at = 0;
    this.build(list);
    // Before any card is dealt there is nothing to look at, so a replay begins with cards in hands.
    this.show(Math.max(0, data.frames.findIndex((frame) => frame.hands?.some(([, cards]) => cards))), false);
  }

  build(list) {
    const { name, title } = this.data;
    const button = (key, label, sign, act) => {
      const made = element("button", { type: "button", "aria-label": label, title: `${label} (${key})` });
      made.textContent = sign;
      made.addEventListener("click", act);
      return made;
    };
    this.last = this.data.frames.length - 1;
    this.first = button("Home", "to the beginning", "|◀\uFE0E", () => this.show(0));
    this.back = button("←", "back one", "◀\uFE0E", () => this.show(this.at - 1));
    this.next = button("→", "forward one", "▶\uFE0E", () => this.show(this.at + 1));
    this.end = button("End", "to the end", "▶\uFE0E|", () => this.show(this.last));
    this.slider = element("input", { type: "range", min: "0", max: String(this.last), value: "0", "aria-label": "moment" });
    this.slider.addEventListener("input", () => this.show(Number(this.slider.value)));
    this.count = element("span", { class: "player-count" });
    this.link = element("a", { class: "player-link", title: "The address of this moment" }, "link");
    this.done = element("p", { class: "player-done" });
    this.table = element("div", { class: "player-table" });
    this.facts = element("dl", { class: "player-facts" });
    this.text = element("div", { class: "player-text" });
    this.score = element("div", { class: "player-score", tabindex: "0", role: "region", "aria-label": `${title}: the score so far` });
    this.said = element("p", { class: "player-said", "aria-live": "polite" });
    this.root = element("section", { class: "reader-player", id: `${name}-player`, "aria-label": `${title}, step by step`, "data-pagefind-ignore": "all" },
      element("div", { class: "player-bar" }, this.first, this.back, this.next, this.end, this.slider, this.count, this.link),
      this.done, this.table, this.facts, this.text, this.score, this.said);
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.fold(list);
  }

  /** Fold the plain list away behind the player; its steps' addresses now lead to the player. */
  fold(list) {
    const folded = element("details", { class: "player-list" }, element("summary", {}, "The whole record as a list"));
    for (const item of list.querySelectorAll(".record-step")) item.removeAttribute("id");
    const head = list.querySelector(".record-players");
    const rest = [...list.children].filter((child) => !child.matches(".record-title, .record-players, .verify-verdict"));
    folded.append(...rest);
    head.after(this.root, folded);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const steps = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.last };
    if (!(event.key in steps)) return;
    event.preventDefault();
    this.show(steps[event.key]);
  }

  address(at) {
    const { frames, name } = this.data;
    const step = frames[at].step;
    const nth = at - frames.findIndex((frame) => frame.step === step) + 1;
    return `#${name}-step-${step + 1}${nth > 1 ? `-${nth}` : ""}`;
  }

  /** The moment that an address means; -1 if it is not in this record. */
  find(hash) {
    const match = /^#(.+?)-step-(\d+)(?:-(\d+))?$/.exec(hash);
    if (!match || match[1] !== this.data.name) return -1;
    const first = this.data.frames.findIndex((frame) => frame.step === Number(match[2]) - 1);
    const at = first + Number(match[3] ?? 1) - 1;
    return first < 0 || !this.data.frames[at] ? first : at;
  }

  show(at, moved = true) {
    this.at = Math.max(0, Math.min(at, this.last));
    const frame = this.data.frames[this.at];
    const step = this.data.steps[frame.step];
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", `${this.at + 1} of ${this.last + 1}: ${spoken((frame.did ?? [step.label]).join("; "))}`);
    this.count.textContent = `${this.at + 1} / ${this.last + 1}`;
    this.link.href = this.address(this.at);
    // A button that is disabled would lose the focus, so the ends are only marked.
    for (const [button, off] of [[this.first, !this.at], [this.back, !this.at], [this.next, this.at === this.last], [this.end, this.at === this.last]]) {
      button.setAttribute("aria-disabled", String(off));
    }
    this.done.replaceChildren(element("strong", {}, step.label ?? ""));
    for (const text of frame.did ?? []) this.done.append(element("span", {}, text));
    this.drawTable(frame);
    this.drawFacts(frame);
    this.drawText(frame, step);
    this.drawScore(frame);
    if (moved) {
      const said = [step.label, ...(frame.did ?? []), frame.won && `${frame.won} wins the trick`, frame.turn && `next: ${frame.turn}`];
      this.said.textContent = spoken(said.filter(Boolean).join(". "));
      history.replaceState(null, "", this.address(this.at));
    }
  }

  /** Everybody's cards and the trick, always in the same places, so that only what happened moves. */
  drawTable(frame) {
    this.table.replaceChildren();
    if (!frame.hands) return;
    const trick = element("ol", { class: "player-trick trick", "aria-label": "on the table" });
    for (const [player, card] of frame.trick ?? []) {
      trick.append(element("li", {}, face(card), element("span", { class: "player-owner" }, player)));
    }
    this.table.append(element("div", { class: "player-middle" }, trick,
      element("p", { class: "player-won" }, frame.won ? `${frame.won} wins the trick` : "")));
    const tricks = this.tricks(frame);
    for (const [owner, cards, hidden] of frame.hands) {
      const taken = tricks.get(owner);
      const turn = owner === frame.turn;
      const aside = owner.includes(", "); // what somebody has laid aside lies beside his hand
      this.table.append(element("div", { class: `player-hand${turn ? " turn" : ""}${aside ? " aside" : ""}` },
        element("p", { class: "owner" }, element("span", { class: "player-owner" }, owner + (turn ? " ▸" : "")),
          taken === undefined ? null : element("span", { class: "player-taken" }, `${taken} trick${taken === "1" ? "" : "s"}`)),
        hand(owner, cards, hidden)));
    }
  }

  /** The tricks that each player has taken, where the game counts them for each. */
  tricks(frame) {
    const [, value] = (frame.facts ?? []).find(([name]) => name === "tricks") ?? [];
    const counts = value?.match(/\d+/g) ?? [];
    return new Map(counts.length === this.data.players.length ? this.data.players.map((name, at) => [name, counts[at]]) : []);
  }

  drawFacts(frame) {
    const turn = frame.turn || "nobody: the deal is over";
    const shown = (frame.facts ?? []).filter(([name]) => name !== "tricks" || !this.tricks(frame).size);
    const facts = [["turn", turn], ["leads", frame.leads], ["legal", frame.legal], ...shown];
    this.facts.replaceChildren();
    for (const [name, value] of facts.filter(([, value]) => value)) {
      this.facts.append(element("div", {}, element("dt", {}, name), element("dd", {}, value)));
    }
  }

  locus(locus, shown) {
    const { href, name } = this.data.loci[locus];
    return href ? element("a", { href }, shown ?? name) : element("span", {}, shown ?? name);
  }

  drawText(frame, step) {
    this.text.replaceChildren();
    for (const locus of step.loci ?? []) {
      const { text } = this.data.loci[locus];
      this.text.append(element("p", {}, this.locus(locus), element("q", { class: text ? null : "empty" }, text)));
    }
    for (const [words, by] of step.refused ?? []) {
      this.text.append(element("p", { class: "player-refused" }, `${words}: `, this.locus(by)));
    }
    if (step.note) this.text.append(element("p", { class: "player-note" }, step.note));
  }

  drawScore(frame) {
    this.score.replaceChildren();
    this.score.hidden = !frame.score;
    if (!frame.score) return;
    const totals = new Map();
    const body = element("tbody");
    for (const number of frame.score) {
      const [side, line, points, why, locus] = this.data.entries[number];
      totals.set(side, (totals.get(side) ?? 0) + points);
      body.append(element("tr", {}, element("th", { scope: "row" }, side), element("td", {}, line),
        element("td", { class: "points" }, points.toLocaleString("en")), element("td", {}, why), element("td", {}, this.locus(locus))));
    }
    const heads = ["side", "line", "points", "for", "by"].map((head) => element("th", { scope: "col" }, head));
    const sums = [...totals].map(([side, points]) => `${side} ${points.toLocaleString("en")}`).join(", ");
    this.score.append(element("table", {}, element("caption", {}, `The score so far: ${sums}`),
      element("thead", {}, element("tr", {}, ...heads)), body));
  }
}

const players = [];
for (const script of document.querySelectorAll("script.reader-record")) {
  const list = script.previousElementSibling;
  if (list?.matches(".verify-record") && list.querySelector(".record-players")) players.push(new Player(JSON.parse(script.textContent), list));
}

function follow() {
  for (const player of players) {
    const at = player.find(location.hash);
    if (at < 0) continue;
    player.show(at);
    player.root.scrollIntoView({ block: "start", behavior: "instant" });
  }
}

// Keys also work while nothing has the focus, for the one player in sight; Home and End are then the page's own.
document.addEventListener("keydown", (event) => {
  if (document.activeElement !== document.body || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
  const seen = players.filter(({ root }) => {
    const box = root.getBoundingClientRect();
    return box.top < innerHeight / 2 && box.bottom > innerHeight / 4;
  });
  if (seen.length === 1) seen[0].key(event);
});
addEventListener("hashchange", follow);
follow();
