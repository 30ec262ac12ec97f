// Brings calculators and tables to life. It knows no rule: it asks Python in a worker, and draws what comes back.
"use strict";
(() => {
  const SLOW = 15000; // ms without a sign of life until the page says so
  const GIVE_UP = 60000; // ms without a sign of life until it stops trying
  const PACE = 450; // ms between two actions of others, so that they can be followed

  const make = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) element.setAttribute(name, "");
      else if (value !== false && value !== null) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  };
  const sleep = (time) => new Promise((done) => setTimeout(done, time));

  // ---- texts: Python sets the cards in them apart, as [suit letter, text, words]

  const sign = (text) => text.replace(/[♠♥♦♣]/g, "$&\uFE0E"); // drawn as text, never as a coloured picture
  const card = ([suit, text, words]) =>
    make("span", { class: `card suit-${suit}`, role: "img", "aria-label": words }, sign(text));
  const rich = (parts) => parts.map((part) => (typeof part === "string" ? part : card(part)));
  const between = (parts, at) => parts[at] === " " && Array.isArray(parts[at - 1]) && Array.isArray(parts[at + 1]);
  const sayable = (part, at, parts) => (Array.isArray(part) ? part[2] : between(parts, at) ? ", " : part);
  const spoken = (parts) => parts.map(sayable).join("");

  const plain = (parts) => parts.map((part) => (typeof part === "string" ? part : part[1])).join("");
  const number = (value) => value.toLocaleString("en").replace("-", "−");
  const SIGNS = { clubs: "♣", diamonds: "♦", hearts: "♥", spades: "♠" };

  // A call as it stands on a button: without its verb, and with the sign of its suit.
  const call = (text) => {
    const short = text.replace(/^(bid|name|change to) /, "").replaceAll("-", " ").replace("notrump", "no trumps");
    const signed = short.replace(/\b(clubs|diamonds|hearts|spades)\b/, (suit) => `${SIGNS[suit]} ${suit}`);
    return sign(signed[0].toUpperCase() + signed.slice(1));
  };
  const capital = ([first, ...rest]) => [typeof first === "string" ? first[0].toUpperCase() + first.slice(1) : first, ...rest];

  // ---- the engine: one worker for all that is on the page

  class Engine {
    constructor(base) {
      this.base = base;
      this.waiting = new Map();
      this.number = 0;
      this.loci = {};
      this.listeners = new Set();
    }

    tell(news) {
      for (const listener of this.listeners) listener(news);
    }

    start() {
      this.started ??= this.load().catch((error) => {
        this.stop(error);
        throw error;
      });
      return this.started;
    }

    async load() {
      if (location.protocol === "file:") throw new Error("a page opened from a file cannot load Python; use a web server");
      this.tell({ stage: "Loading Python …" });
      const get = async (name, options) => {
        const response = await fetch(new URL(name, this.base), options);
        if (!response.ok) throw new Error(`${name} is missing (${response.status})`);
        return response.json();
      };
      this.alive();
      const told = await get("build.json", { cache: "no-cache" });
      const pages = await get(told.loci);
      for (const [page, loci] of Object.entries(pages)) {
        for (const locus of loci) this.loci[locus] = new URL(`../${page}#${locus}`, this.base).href;
      }
      this.worker = new Worker(new URL(told.worker, this.base), { type: "module" });
      await new Promise((ready, failed) => {
        this.failed = failed;
        this.worker.onerror = (event) => failed(new Error(event.message || "the worker could not start"));
        this.worker.onmessage = ({ data }) => this.hear(data, told, ready, failed);
        this.worker.postMessage({ kind: "start", base: this.base.href, told });
      });
      clearTimeout(this.patience);
      this.ready = true;
      this.tell({ ready: true });
    }

    hear(data, told, ready, failed) {
      if (data.kind === "progress" || data.kind === "stage") {
        this.alive();
        if (data.kind === "stage") this.tell({ stage: data.text });
        else this.tell({ loaded: data.loaded, bytes: told.bytes });
      } else if (data.kind === "ready") {
        ready();
      } else if (data.number === undefined) {
        failed(new Error(data.text));
      } else {
        const { answer, fail } = this.waiting.get(data.number);
        this.waiting.delete(data.number);
        clearTimeout(this.patience);
        if (data.kind === "answer") answer(JSON.parse(data.text));
        else fail(new Error(data.text));
      }
    }

    // A start that hangs gives no error, so time is watched: every sign of life resets the clock.
    alive() {
      clearTimeout(this.patience);
      const slow = SLOW * Engine.haste;
      this.patience = setTimeout(() => {
        this.tell({ slow: true });
        this.patience = setTimeout(() => this.stop(new Error("it took too long")), (GIVE_UP - SLOW) * Engine.haste);
      }, slow);
    }

    stop(error) {
      clearTimeout(this.patience);
      this.worker?.terminate();
      this.started = undefined;
      this.ready = false;
      this.failed?.(error);
      for (const { fail } of this.waiting.values()) fail(error);
      this.waiting.clear();
    }

    async ask(request) {
      await this.start();
      return new Promise((answer, fail) => {
        this.number += 1;
        this.waiting.set(this.number, { answer, fail });
        this.alive();
        this.worker.postMessage({ kind: "ask", number: this.number, text: JSON.stringify(request) });
      });
    }
  }
  Engine.haste = 1; // tests wait for less

  // ---- what both share

  class Part {
    constructor(root, engine) {
      this.root = root;
      this.engine = engine;
      this.game = root.dataset.game;
      this.form = root.querySelector("form");
      this.status = root.querySelector(".tryout-status");
      this.bar = root.querySelector(".tryout-progress");
      this.form.querySelector(".tryout-all").disabled = false;
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        this.go();
      });
      engine.listeners.add((news) => this.busy && this.hear(news));
    }

    hear({ stage, slow, loaded, bytes, ready }) {
      if (stage) this.say(stage);
      if (loaded) {
        this.bar.hidden = false;
        this.bar.firstElementChild.value = Math.min(1, loaded / bytes);
        const shown = (number) => (number / 1e6).toFixed(1);
        this.bar.lastElementChild.textContent = `${shown(Math.min(loaded, bytes))} of ${shown(bytes)} MB`;
        if (loaded >= bytes) this.say("Starting Python …");
      }
      if (slow) this.say("This is taking long. You can wait; what you have done is kept.");
      if (ready) this.bar.hidden = true;
    }

    say(...what) {
      const text = what.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
      if (this.status.textContent !== text) this.status.replaceChildren(...what);
    }

    // Says at once what went wrong and what to do.
    fail(error) {
      const again = make("button", { type: "button" }, "Try again");
      again.addEventListener("click", () => {
        this.say("Loading Python …");
        this.retry();
      });
      const what = `This could not be loaded: ${error.message}. Check that you are online and try again; the rules and the tables of scores work without it. `;
      this.say(make("span", { class: "tryout-error" }, what), again);
      this.bar.hidden = true;
    }

    // Asks Python; whatever goes wrong is told, with what to do.
    async ask(request) {
      this.busy = true;
      this.root.setAttribute("aria-busy", "true");
      if (!this.engine.ready) this.say("Loading Python …"); // at once, though it may have begun long ago
      try {
        return await this.engine.ask({ game: this.game, table: this.root.id, ...request });
      } catch (error) {
        this.fail(error);
        return null;
      } finally {
        this.busy = false;
        this.root.removeAttribute("aria-busy");
      }
    }

    locus(name) {
      const address = this.engine.loci[name];
      return address ? make("a", { href: address }, "rule") : document.createTextNode("");
    }

    ledger(data) {
      const cell = (...what) => make("td", {}, ...what);
      const rows = data.entries.map((entry) =>
        make(
          "tr",
          {},
          cell(entry.side),
          cell(entry.line),
          cell(number(entry.points)),
          cell(...rich(entry.why)),
          cell(this.locus(entry.locus)),
        ),
      );
      for (const [side, points] of Object.entries(data.totals)) {
        const total = make("strong", {}, number(points));
        rows.push(make("tr", {}, cell(side), cell("total"), cell(total), cell(), cell()));
      }
      const heads = ["side", "line", "points", "for", "by"].map((head) => make("th", { scope: "col" }, head));
      const table = make("table", { class: "tryout-ledger" }, make("thead", {}, make("tr", {}, ...heads)));
      table.append(make("tbody", {}, ...rows));
      return make("div", { class: "tryout-scroll", tabindex: "0", role: "region", "aria-label": "The score" }, table);
    }
  }

  // ---- a calculator

  class Calculator extends Part {
    constructor(root, engine) {
      super(root, engine);
      this.fields = [...this.form.querySelectorAll("[data-option]")];
      this.form.addEventListener("change", () => this.go());
    }

    // The words of the command, in the order of the form; ``field`` as if it had another value.
    words(field = null, value = "") {
      const words = [];
      const files = {};
      for (const one of this.fields) {
        const { kind, option, key } = one.dataset;
        const now = one === field ? value : kind === "flag" ? (one.checked ? option : "") : one.value.trim();
        const radio = field?.type === "radio" && one.type === "radio" && one.name === field.name && one !== field;
        if (!now || radio) continue;
        if (kind === "flag") words.push(option);
        else if (kind === "file") files[option] = `${files[option] ?? ""}${key} = ${now}\n`;
        else if (kind === "list") words.push(`${option}=${now}`);
        else if (!(option === "--rules" && !one.selectedIndex)) words.push(option, now);
      }
      return { words, files };
    }

    // Marks what no deal can have beside the rest, so that it cannot be entered.
    async bound() {
      const choices = [];
      for (const field of this.fields) {
        if (field.dataset.kind === "file" || ["--rules", "--decision"].includes(field.dataset.option)) continue;
        if (field.tagName === "SELECT") {
          for (const option of field.options) if (!option.selected) choices.push([option, this.words(field, option.value)]);
        } else if (!field.checked) {
          choices.push([field, this.words(field, field.dataset.option)]);
        }
      }
      const plainly = (words) => words.filter((word, n) => !/^--(rules|decision)/.test(words[n - 1] ?? "") && !/^--(rules|decision)/.test(word));
      const trials = choices.map(([, { words }]) => plainly(words));
      const rules = this.form.querySelector("[data-option='--rules']")?.value ?? "";
      const answer = await this.ask({ do: "impossible", rules, trials });
      if (answer?.refused) choices.forEach(([choice], n) => (choice.disabled = answer.refused[n]));
    }

    retry() {
      return this.go();
    }

    async go() {
      const asked = (this.asked = {});
      const answer = await this.ask({ do: "score", ...this.words() });
      if (!answer || this.asked !== asked) return answer;
      this.draw(answer);
      await this.bound();
      return answer;
    }

    draw(answer) {
      const result = this.root.querySelector(".tryout-result");
      if (answer.error) {
        result.replaceChildren();
        const link = answer.locus && this.engine.loci[answer.locus];
        const rule = link ? [" ", make("a", { href: link }, "The sentence that names it")] : [];
        this.say(make("span", { class: "tryout-error" }, sign(answer.error), ...rule));
        if (answer.lost) for (const prices of this.root.querySelectorAll(".tryout-prices")) prices.open = true;
        return;
      }
      const totals = Object.entries(answer.totals).map(([side, points]) => `${side} ${number(points)}`);
      result.replaceChildren(this.ledger(answer));
      this.say(`The score: ${totals.join(", ")}.`);
    }
  }

  // ---- a table

  class Table extends Part {
    constructor(root, engine) {
      super(root, engine);
      this.felt = root.querySelector(".felt");
      this.settings = root.querySelector(".tryout-settings");
      this.key = `tryout ${root.id}`;
      const asked = new URLSearchParams(location.search);
      const saved = this.saved();
      const given = asked.get("table") === root.id;
      this.kept = saved && (!given || ["seat", "seed"].every((name) => asked.get(name) === saved[name])) ? saved : null;
      for (const name of ["seat", "opponent", "seed", "rules"]) {
        const field = this.field(name);
        if (!field) continue;
        const value = this.kept ? this.kept[name] : given ? asked.get(name) : null;
        const fits = value && (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value));
        if (fits) field.value = value;
        else if (name === "seed") field.value = this.chance();
      }
      root.querySelector("[data-do=another]").addEventListener("click", () => this.another());
      this.felt.addEventListener("click", (event) => {
        const button = event.target.closest("[data-do]");
        if (button && !this.dragged) this.act(button);
      });
      this.felt.addEventListener("keydown", (event) => this.press(event));
      this.felt.addEventListener("pointerdown", (event) => this.drag(event));
      addEventListener("resize", () => this.view && !this.busy && this.draw(this.view, true));
      const first = this.felt.querySelector("[data-do=deal]");
      first.disabled = false;
      if (this.kept) first.textContent = "Go on with your deal";
      // Python starts while the visitor reads, unless the browser saves data.
      if (!navigator.connection?.saveData && location.protocol !== "file:") this.begin(Boolean(this.kept));
    }

    // Loads Python; with a deal to go on with, shows it as soon as that is possible.
    async begin(resume) {
      this.busy = true;
      try {
        await this.engine.start();
        this.busy = false;
        if (!this.view) this.say("Ready.");
        if (resume && !this.view) await this.go(this.kept.deals);
      } catch (error) {
        this.fail(error);
      } finally {
        this.busy = false;
      }
    }

    chance() {
      return String(1 + Math.floor(Math.random() * 999999));
    }

    another() {
      this.field("seed").value = this.chance();
      return this.go();
    }

    field(name) {
      return this.form.querySelector(`[data-option="${name}"], [data-option="--${name}"]`);
    }

    saved() {
      try {
        return JSON.parse(localStorage.getItem(this.key));
      } catch {
        return null; // nothing is kept here
      }
    }

    save(view) {
      try {
        const ended = view.over && !view.next;
        if (ended) localStorage.removeItem(this.key);
        else localStorage.setItem(this.key, JSON.stringify({ ...this.wanted, deals: view.moves }));
      } catch {
        /* nothing is kept here: a reload begins a new deal */
      }
    }

    async go(deals = []) {
      const wanted = { seat: "1", opponent: "", seed: "1", rules: "" };
      for (const name of Object.keys(wanted)) wanted[name] = this.field(name)?.value || wanted[name];
      this.lines = 0;
      this.turn = {}; // cancels whatever still runs for the previous deal
      const view = await this.ask({ do: "new", ...wanted, ...(deals.length && { deals }) });
      if (!view) return;
      if (view.error) {
        // What was kept does not fit the rules of today: begin anew.
        if (deals.length) return this.another();
        this.say(view.error);
        return;
      }
      this.wanted = wanted;
      this.settings.open = false;
      const query = new URLSearchParams({ table: this.root.id, ...wanted });
      history.replaceState(null, "", `${location.pathname}?${query}${location.hash}`);
      this.watching = view.seat === null;
      if (!deals.length) this.felt.focus({ preventScroll: true });
      await this.run(view);
    }

    // Draws, and lets the others act until it is the reader's turn.
    async run(view) {
      const turn = (this.turn = {});
      this.draw(view);
      while (!this.watching && !view.yours && !view.over) {
        const ended = view.log.at(-1)?.won !== undefined;
        await sleep((ended ? 2 * PACE : PACE) * Engine.haste);
        if (this.turn !== turn) return;
        view = await this.ask({ do: "advance" });
        if (!view || this.turn !== turn) return;
        this.draw(view);
      }
      if (view.over && !view.verdict) {
        const judged = await this.ask({ do: "verdict" });
        if (judged && this.turn === turn) this.draw(judged, true);
      }
    }

    async act(button) {
      const what = button.dataset.do;
      if (what === "deal") return this.go(this.view ? [] : this.kept?.deals);
      if (what === "new") return this.another();
      if (what === "level") return this.choose(Number(button.dataset.n));
      const text = this.felt.querySelector("[data-say]")?.value.trim();
      if (what === "say" && !text) return;
      const turn = (this.turn = {});
      while (this.busy) await sleep(20); // the machine is thinking; its answer will be ignored
      if (this.turn !== turn) return;
      let view;
      if (what === "say") {
        view = await this.ask({ do: "say", text });
      } else if (what === "end") {
        view = await this.ask({ do: "advance" });
        while (view && !view.over) view = await this.ask({ do: "advance" });
      } else {
        view = await this.ask({ do: what, n: Number(button.dataset.n) });
      }
      if (what === "next") this.lines = 0;
      if (view) await this.run(view);
    }

    press(event) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const cards = [...this.felt.querySelectorAll(".felt-hand button")];
      const at = cards.indexOf(document.activeElement);
      if (step && at >= 0) {
        cards[(at + step + cards.length) % cards.length].focus();
        event.preventDefault();
      } else if (event.key === "Enter" && event.target.matches("[data-say]")) {
        this.act(this.felt.querySelector("[data-do=say]"));
        event.preventDefault();
      }
    }

    // A card of the hand that is drawn onto the table is played.
    drag(event) {
      this.dragged = false;
      const card = event.target.closest(".felt-hand button");
      if (!card || event.button) return;
      const { clientX: x, clientY: y } = event;
      const move = ({ clientX, clientY }) => {
        if (Math.hypot(clientX - x, clientY - y) > 8) this.dragged = true;
        if (this.dragged) card.style.translate = `${clientX - x}px ${clientY - y}px`;
      };
      const end = ({ type, clientY }) => {
        removeEventListener("pointermove", move);
        removeEventListener("pointerup", end);
        removeEventListener("pointercancel", end);
        const top = this.felt.querySelector(".felt-hand")?.getBoundingClientRect().top;
        card.style.translate = "";
        if (this.dragged && type === "pointerup" && clientY < top) this.act(card);
        setTimeout(() => (this.dragged = false)); // after the click that follows
      };
      addEventListener("pointermove", move);
      addEventListener("pointerup", end);
      addEventListener("pointercancel", end);
    }

    // ---- drawing

    draw(view, silent = false) {
      const focused = this.felt.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      const typed = this.felt.querySelector("[data-say]")?.value;
      const within = focused !== undefined || document.activeElement === this.felt;
      const opened = this.felt.querySelector(".felt-log")?.open;
      if (!this.view || this.view.label !== view.label) this.level = undefined;
      this.view = view;
      const mine = view.hands.filter((hand) => hand.mine && hand.cards.length);
      const others = view.hands.filter((hand) => !hand.mine && (hand.cards.length || hand.hidden));
      const parts = [
        this.head(view),
        make("div", { class: "felt-others" }, ...others.map((hand) => this.other(hand))),
        make("div", { class: "felt-middle" }, this.trick(view), this.calls(view)),
        view.over ? this.end(view) : null,
        this.told(view),
        ...mine.map((hand) => this.hand(hand, view)),
        this.actions(view),
        this.log(view.log, opened),
      ];
      this.felt.replaceChildren(...parts.filter((part) => part !== null));
      this.felt.classList.toggle("felt-over", view.over);
      const say = this.felt.querySelector("[data-say]");
      if (say && typed && (view.refused || silent)) say.value = typed;
      if (within) this.refocus(focused);
      this.place();
      if (silent) return;
      this.save(view);
      this.announce(view);
    }

    // What had the focus has been redrawn: give the focus back, or to the first thing that can be done.
    refocus(key) {
      const same = key && this.felt.querySelector(`[data-key="${key}"]`);
      const first = this.felt.querySelector(
        ".felt-next, .felt-hand button:not([aria-disabled=true]), .felt-actions button:not([aria-disabled=true])",
      );
      (same || first || this.felt).focus({ preventScroll: true });
    }

    // Puts what is said of a card beside it.
    place() {
      const told = this.felt.querySelector(".felt-told");
      const about = told?.dataset.card && this.felt.querySelector(`[data-key="card-${told.dataset.card}"]`);
      if (!about) return;
      const room = this.felt.clientWidth - told.offsetWidth - 32;
      const left = about.getBoundingClientRect().left - this.felt.getBoundingClientRect().left - 16;
      told.style.marginInlineStart = `${Math.max(0, Math.min(room, left))}px`;
    }

    // New lines, and whose turn it is, for those who hear the page or look only at one part of it.
    announce(view) {
      const news = view.log.slice(this.lines).map((line) => this.line(line, true));
      this.lines = view.log.length;
      if (view.refused) news.push(spoken(view.refused.text));
      if (view.hint) news.push(`Hint: ${spoken(view.hint.text)}.`);
      if (view.over) news.push("The deal is over.");
      else if (view.yours) news.push(`Your turn: ${view.label}.`);
      else if (!this.watching && view.turn !== "chance") news.push(`${view.turn} is thinking …`);
      this.say(news.join(" "));
    }

    line(line, aloud) {
      const who = line.who ? `${line.who}: ` : "";
      const won = line.won ? `; the trick is ${line.won === "You" ? "yours" : `${line.won}’s`}` : "";
      return aloud ? `${who}${spoken(line.text)}${won}.` : [who, ...rich(line.text), won];
    }

    head(view) {
      const facts = view.notes.filter(([name]) => ["contract", "trumps", "highest bid", "below", "games"].includes(name));
      const turn = view.over ? "" : view.yours ? "your turn" : view.turn === "chance" ? "dealing" : `${view.turn} to act`;
      const deal = view.deal > 1 ? `deal ${view.deal}` : "";
      const head = [this.root.dataset.title, deal, view.over ? "the end" : view.label, turn].filter(Boolean).join(" · ");
      const tool = (what, text, on = true, pressed = null) =>
        on ? make("button", { type: "button", "data-do": what, "data-key": `do-${what}`, "aria-pressed": pressed }, text) : null;
      return make(
        "div",
        { class: "felt-bar" },
        make("p", { class: "felt-head" }, make("strong", {}, head), ...facts.flatMap(([name, value]) => [` · ${name} `, ...rich(value)])),
        make(
          "div",
          { class: "felt-tools", role: "group", "aria-label": "The deal" },
          tool("advance", "Next", this.watching && !view.over),
          tool("end", "To the end", this.watching && !view.over),
          tool("back", "Undo", view.back),
          tool("hint", "Hint", view.yours),
          tool("show", "Show all", !this.watching && !view.over, String(view.shows_all)),
        ),
      );
    }

    face([suit, text, words], attributes = null) {
      const rank = text.slice(1);
      const picture = this.root.dataset.cards
        ? make("img", { src: `${this.root.dataset.cards}${suit}${rank}.svg`, alt: "", width: 169, height: 245, draggable: "false" })
        : null;
      const front = make(
        "span",
        { class: "front", "aria-hidden": attributes ? "true" : null },
        picture,
        make("b", { class: rank === "10" ? "ten" : null, "data-sign": rank }, attributes ? "" : rank),
        make("i", { "data-sign": sign(text[0]) }, attributes ? "" : sign(text[0])),
      );
      // The name of a button is all the text that it has; its signs are drawn by the style sheet.
      if (!attributes) return make("span", { class: `face suit-${suit}`, role: "img", "aria-label": words }, front);
      return make("button", { type: "button", ...attributes, class: `face suit-${suit}`, "aria-label": words }, front);
    }

    other(hand) {
      const name = [hand.owner, hand.zone === "hand" && hand.owner ? "" : hand.zone].filter(Boolean).join(", ");
      const backs = Array.from({ length: Math.min(hand.hidden, 16) }, () =>
        make("span", { class: "face back", "aria-hidden": "true" }, make("span", { class: "front" })),
      );
      const said = hand.hidden ? make("span", { class: "tryout-hidden" }, `${hand.hidden} face down`) : null;
      const count = hand.hidden ? make("small", { "aria-hidden": "true" }, ` ${hand.hidden}`) : null;
      const row = make("div", { class: "hand" }, ...hand.cards.map(({ card: parts }) => this.face(parts)), ...backs);
      return make("div", { class: "felt-other" }, make("p", { class: "felt-name" }, name, count, said), row);
    }

    trick(view) {
      let cards = view.trick;
      let won = "";
      if (!cards.length) {
        // Between two tricks the last one is still shown, so that its end can be seen.
        const played = view.log.map((line, n) => ({ ...line, n })).filter((line) => line.played);
        const last = played.at(-1);
        if (last && last.n === view.log.length - 1 && last.won !== undefined) {
          const before = played.slice(0, -1).findLastIndex((line) => line.won !== undefined);
          cards = played.slice(before + 1).map((line) => [line.who, line.text[0]]);
          won = last.won;
        }
      }
      const items = cards.map(([who, parts]) => make("li", {}, this.face(parts), make("span", {}, who)));
      const end = won ? make("p", { class: "felt-won" }, won === "You" ? "The trick is yours." : `The trick is ${won}’s.`) : null;
      const list = items.length ? make("ol", { class: "trick", "aria-label": won ? "The last trick" : "On the table" }, ...items) : null;
      return make("div", { class: "felt-trick" }, list, end);
    }

    // The calls so far, a row for each player, and the tricks.
    calls(view) {
      const said = view.log.filter((line) => line.who && !line.played && !/face down|^reserve|[♠♥♦♣]/.test(plain(line.text)));
      const rows = view.names
        .map((name) => [name, said.filter((line) => line.who === name)])
        .filter(([, lines]) => lines.length)
        .map(([name, lines]) => {
          return make("p", {}, make("b", {}, name), ` ${lines.map((line) => call(plain(line.text))).join(" · ")}`);
        });
      const tricks = Object.entries(view.taken).map(([name, count]) => `${name} ${count}`);
      if (!rows.length && !tricks.length) return null;
      const won = tricks.length ? make("p", {}, make("b", {}, "Tricks"), ` ${tricks.join(" · ")}`) : null;
      return make("div", { class: "felt-calls", role: "group", "aria-label": "Calls and tricks" }, ...rows, won);
    }

    // Where loading failed, the deal goes on from what is kept.
    retry() {
      this.kept = this.saved();
      this.view = undefined;
      return this.begin(Boolean(this.kept));
    }

    // A refusal or a hint, in one sentence.
    told({ refused, hint }) {
      if (refused) {
        const rule = refused.locus && this.engine.loci[refused.locus];
        const link = rule ? make("a", { href: rule }, "The rule") : null;
        return make(
          "p",
          { class: "felt-told felt-refused", "data-card": refused.card },
          make("strong", {}, refused.card === null ? "That cannot be done. " : "That card is not allowed. "),
          ...rich(refused.text),
          link ? " " : null,
          link,
        );
      }
      if (!hint) return null;
      const follow = { type: "button", "data-do": "follow", "data-key": "follow" };
      const text = ["Hint: ", ...rich(hint.text)];
      return make(
        "p",
        { class: "felt-told felt-hint", "data-card": hint.card },
        make("strong", {}, ...text),
        ` – ${hint.why}. `,
        make("button", follow, "Do it"),
      );
    }

    hand(hand, view) {
      const card = ({ n, card: parts, may, chosen }) =>
        this.face(parts, {
          "data-do": "card",
          "data-n": n,
          "data-key": `card-${n}`,
          "data-hint": view.hint?.card === n ? "" : null,
          "aria-disabled": may ? null : "true",
          "aria-pressed": view.can.choosing ? String(chosen) : null,
        });
      // As many rows as are needed for each card to show as much of itself as a thumb needs.
      const width = this.felt.clientWidth - 32;
      const each = Math.max(4, Math.floor((width - 64) / 44) + 1);
      const size = Math.ceil(hand.cards.length / Math.ceil(hand.cards.length / each));
      const rows = [];
      for (let at = 0; at < hand.cards.length; at += size) {
        rows.push(make("div", { class: "hand" }, ...hand.cards.slice(at, at + size).map(card)));
      }
      const name = view.can.choosing ? "Your hand: choose cards" : "Your hand";
      const idle = hand.cards.some(({ may }) => may) ? "" : " felt-idle";
      return make("div", { class: `felt-hand${idle}`, role: "group", "aria-label": name }, ...rows);
    }

    prompt(view) {
      const { actions, lay, choosing } = view.can;
      if (lay) return `Choose ${lay.sizes.join(" or ")} cards to lay aside.`;
      if (choosing) {
        const say = actions.map(({ text }) => `“${call(plain(text))}”`).join(" or ");
        return `Choose the cards you want to change, one by one${say ? `; then say ${say}` : ""}.`;
      }
      return actions.length ? "Your call." : "Your card.";
    }

    actions(view) {
      if (!view.yours) return null;
      const { actions, lay } = view.can;
      const parts = [];
      if (lay) {
        const button = { type: "button", "data-do": "lay", "data-key": "lay", "aria-disabled": lay.ready ? null : "true" };
        parts.push(make("button", button, "Lay aside ", ...rich(lay.text).slice(lay.ready ? 1 : 99)));
      }
      const bids = actions
        .map((action) => ({ ...action, bid: /^bid (\d+)(?: (.+))?$/.exec(plain(action.text)) }))
        .filter(({ bid }) => bid)
        .map(({ n, bid }) => ({ n, points: Number(bid[1]), strain: bid[2] ?? "" }));
      const grouped = bids.length > 8;
      const numbers = new Set(grouped ? bids.map(({ n }) => n) : []);
      for (const { n, text } of actions) if (!numbers.has(n)) parts.push(this.button(n, plain(text)));
      const id = `${this.root.id}-say`;
      const say = make(
        "p",
        { class: "felt-say" },
        make("label", { for: id }, "or type it"),
        make("input", { id, type: "text", "data-say": true, "data-key": "say", autocomplete: "off", spellcheck: "false", size: 12 }),
        make("button", { type: "button", "data-do": "say", "data-key": "do-say" }, "Say"),
      );
      return make(
        "div",
        { class: "felt-actions", role: "group", "aria-label": "What you may do" },
        make("p", { class: "felt-prompt" }, this.prompt(view)),
        grouped ? this.bids(bids) : null,
        parts.length ? make("p", { class: "felt-buttons" }, ...parts) : null,
        say,
      );
    }

    button(n, text) {
      const attributes = { type: "button", "data-do": "act", "data-n": n, "data-key": `act-${text}`.replace(/["\\]/g, "") };
      return make("button", attributes, call(text));
    }

    // Many bids: those that come next as buttons, the rest by a stepper; where a strain belongs to a bid, first the number.
    bids(bids) {
      const numbers = [...new Set(bids.map(({ points }) => points))];
      const strains = bids.some(({ strain }) => strain);
      const chosen = (this.level = numbers.includes(this.level) ? this.level : numbers[strains ? 0 : Math.min(8, numbers.length - 1)]);
      const step = (to, text, label) =>
        make(
          "button",
          { type: "button", "data-do": "level", "data-n": to ?? chosen, "data-key": `level-${text}`, "aria-label": label, "aria-disabled": to === undefined ? "true" : null },
          text,
        );
      const of = (points) => bids.filter((bid) => bid.points === points);
      if (!strains) {
        const quick = numbers.slice(0, 8).map((points) => this.button(of(points)[0].n, `bid ${points}`));
        const at = numbers.indexOf(chosen);
        const rest = make(
          "p",
          { class: "felt-stepper", role: "group", "aria-label": "A higher bid" },
          step(numbers[at - 1], "−", "lower"),
          this.button(of(chosen)[0].n, `bid ${chosen}`),
          step(numbers[at + 1], "+", "higher"),
        );
        rest.children[1].textContent = `Bid ${chosen}`;
        rest.children[1].dataset.key = "bid-chosen";
        return make("div", { class: "felt-bids" }, make("p", { class: "felt-grid" }, ...quick), numbers.length > 8 ? rest : null);
      }
      const levels = numbers.map((points) =>
        make(
          "button",
          { type: "button", "data-do": "level", "data-n": points, "data-key": `level-${points}`, "aria-pressed": String(points === chosen) },
          String(points),
        ),
      );
      const named = of(chosen).map(({ n, strain }) => {
        const button = this.button(n, `bid ${chosen} ${strain}`);
        button.dataset.key = `strain-${strain}`;
        return button;
      });
      return make(
        "div",
        { class: "felt-bids" },
        make("p", { class: "felt-grid", role: "group", "aria-label": "How many" }, ...levels),
        make("p", { class: "felt-grid", role: "group", "aria-label": "In what" }, ...named),
      );
    }

    choose(level) {
      this.level = level;
      const kept = this.level;
      this.draw(this.view, true);
      this.level = kept;
    }

    log(lines, opened) {
      if (!lines.length) return null;
      const items = [];
      let open = null;
      for (const line of lines) {
        if (line.played && open) open.append(", ", ...this.line(line, false));
        else items.push((open = make("li", {}, ...this.line(line, false))));
        if (!line.played || line.won !== undefined) open = null;
      }
      const list = make("ol", {}, ...items);
      return make("details", { class: "felt-log", open: opened ?? false }, make("summary", {}, "All that was done"), list);
    }

    // ---- the end of a deal

    end(view) {
      const { score, sheet } = view;
      const shown = (score.outcome ?? []).filter(([name]) => ["result", "contract", "how", "tricks", "matadors"].includes(name));
      const facts = shown.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, ...rich(value))));
      const rule = score.lost && this.engine.loci[score.lost.locus];
      const over = sheet && !view.next;
      const totals = sheet ? Object.entries(sheet.totals).sort((a, b) => b[1] - a[1]) : [];
      const won = over ? `The rubber is over: ${totals[0][0] === "You" ? "you win" : `${totals[0][0]} wins`} by ${totals[0][1] - totals[1][1]} points.` : "";
      return make(
        "div",
        { class: "felt-end" },
        make("h3", {}, over ? won : "The deal is over"),
        facts.length ? make("dl", { class: "tryout-facts" }, ...facts) : null,
        score.lost ? make("p", {}, ...capital(rich(score.lost.text)), ". ", rule ? make("a", { href: rule }, "The sentence that names it") : "") : null,
        sheet ? this.sheet(sheet) : score.entries.length ? this.ledger(score) : null,
        this.verdict(view),
        make(
          "p",
          { class: "felt-buttons" },
          view.next ? make("button", { type: "button", class: "felt-next", "data-do": "next", "data-key": "next" }, "Next deal") : null,
          make("button", { type: "button", class: view.next ? null : "felt-next", "data-do": "new", "data-key": "new" }, sheet ? "New rubber" : "Other cards"),
        ),
      );
    }

    // The score as it is kept by hand: what is above the line grows upwards from it, what is below it downwards.
    sheet({ entries, totals }) {
      const names = Object.keys(totals);
      const of = (name, line) => entries.filter((entry) => entry.side === name && entry.line === line);
      const cell = (entry) => {
        if (!entry) return make("td", {});
        const rule = this.engine.loci[entry.locus];
        const why = rule ? make("a", { href: rule }, ...rich(entry.why)) : make("span", {}, ...rich(entry.why));
        return make("td", {}, make("span", { class: "points" }, number(entry.points)), " ", make("small", {}, why));
      };
      const rows = (line) => {
        const columns = names.map((name) => (line === "above" ? of(name, line).reverse() : of(name, line)));
        const height = Math.max(0, ...columns.map((column) => column.length));
        const at = (column, row) => column[line === "above" ? row - (height - column.length) : row];
        return Array.from({ length: height }, (_, row) => make("tr", {}, ...columns.map((column) => cell(at(column, row)))));
      };
      const sums = names.map((name) => make("td", {}, make("span", { class: "points" }, number(totals[name]))));
      return make(
        "div",
        { class: "tryout-scroll", tabindex: "0", role: "region", "aria-label": "The score sheet" },
        make(
          "table",
          { class: "sheet" },
          make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))),
          make("tbody", {}, ...rows("above")),
          make("tbody", { class: "below" }, ...rows("below")),
          make("tfoot", {}, make("tr", {}, ...sums)),
        ),
      );
    }

    verdict({ verdict }) {
      if (verdict === undefined) return make("p", { class: "felt-verdict" }, "Working out what each card cost …");
      if (verdict === null || !verdict.cards.length) return null;
      const one = { tricks: "trick", points: "point" };
      const priced = (cost) => `${cost} ${cost === 1 ? (one[verdict.unit] ?? verdict.unit) : verdict.unit}`;
      const errors = verdict.cards.filter(({ cost }) => cost > 0);
      const items = errors.map(({ who, when, card: played, cost, best }) => {
        const better = best.slice(0, 3).flatMap((parts, n) => [n ? ", " : "", card(parts)]);
        const by = this.watching ? `, ${who}` : "";
        return make("li", {}, `${when}${by}: `, card(played), ` cost ${priced(cost)}; better was `, ...better);
      });
      const whose = this.watching ? "The cards" : "Your cards";
      const head = errors.length
        ? `${whose} judged with all hands open: ${errors.length} of ${verdict.cards.length} could have been better.`
        : `${whose} judged with all hands open: not one could have been better.`;
      return make("div", { class: "felt-verdict" }, make("p", {}, head), errors.length ? make("ul", {}, ...items) : null);
    }
  }

  // ---- start

  const engines = new Map();
  const parts = [];
  for (const root of document.querySelectorAll(".tryout[data-folder]:not([data-folder=''])")) {
    const base = new URL(root.dataset.folder, location.href);
    if (!engines.has(base.href)) engines.set(base.href, new Engine(base));
    const kind = root.dataset.tryout === "table" ? Table : Calculator;
    parts.push(new kind(root, engines.get(base.href)));
  }
  window.tryout = { parts, Engine }; // for tests, and for the curious
})();
