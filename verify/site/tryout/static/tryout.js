// Brings calculators and tables to life. It knows no rule: it asks Python in a worker, and draws what comes back.
"use strict";
(() => {
  const SLOW = 15000; // ms without a sign of life until the page says so and names the command
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
  const spoken = (parts) => parts.map((part) => (typeof part === "string" ? part : part[2])).join("");

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
      if (slow) this.say(`This is taking long. You can wait, or use ${this.command()} on the command line.`);
      if (ready) this.bar.hidden = true;
    }

    say(...what) {
      const text = what.map((part) => (typeof part === "string" ? part : part.textContent)).join("");
      if (this.status.textContent !== text) this.status.replaceChildren(...what);
    }

    command() {
      return this.root.querySelector(".tryout-command code").textContent;
    }

    // Asks Python; whatever goes wrong is reported, with the command to use instead.
    async ask(request) {
      this.busy = true;
      this.root.setAttribute("aria-busy", "true");
      try {
        return await this.engine.ask({ game: this.game, table: this.root.id, ...request });
      } catch (error) {
        this.say(`Python could not be used here: ${error.message}. Use ${this.command()} on the command line, or try again.`);
        this.bar.hidden = true;
        return null;
      } finally {
        this.busy = false;
        this.root.removeAttribute("aria-busy");
      }
    }

    locus(name) {
      const address = this.engine.loci[name];
      return address ? make("a", { href: address }, name) : document.createTextNode(name);
    }

    ledger(data) {
      const cell = (...what) => make("td", {}, ...what);
      const rows = data.entries.map((entry) =>
        make(
          "tr",
          {},
          cell(entry.side),
          cell(entry.line),
          cell(entry.points.toLocaleString("en")),
          cell(...rich(entry.why)),
          cell(this.locus(entry.locus)),
        ),
      );
      for (const [side, points] of Object.entries(data.totals)) {
        const total = make("strong", {}, points.toLocaleString("en"));
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
      this.form.addEventListener("input", () => this.show());
      this.form.addEventListener("change", () => this.show());
      this.show();
    }

    // The words of the command, in the order of the form.
    words() {
      const words = [];
      const files = {};
      for (const field of this.form.querySelectorAll("[data-option]")) {
        const { kind, option } = field.dataset;
        const value = field.value.trim();
        if (kind === "flag") {
          if (field.checked && option) words.push(option);
        } else if (kind === "file") {
          if (value) files[option] = field.value;
        } else if (kind === "list") {
          for (const line of value.split("\n")) if (line.trim()) words.push(`${option}=${line.trim()}`);
        } else if (value && !(option === "--rules" && !field.selectedIndex)) {
          words.push(...(value.startsWith("-") ? [`${option}=${value}`] : [option, value]));
        }
      }
      return { words, files };
    }

    show() {
      const { words, files } = this.words();
      const quoted = words.map((word) => (/^[\w.,:=@%+/-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`));
      for (const option of Object.keys(files)) quoted.push(option, "FILE");
      const text = ["gamerules score", this.game, ...quoted].join(" ");
      this.root.querySelector(".tryout-command code").textContent = text;
    }

    async go() {
      const answer = await this.ask({ do: "score", ...this.words() });
      if (answer) this.draw(answer);
      return answer;
    }

    draw(answer) {
      const result = this.root.querySelector(".tryout-result");
      if (answer.error) {
        result.replaceChildren();
        this.say(make("span", { class: "tryout-error" }, sign(answer.error)));
        return;
      }
      const totals = Object.entries(answer.totals).map(([side, points]) => `${side} ${points.toLocaleString("en")}`);
      result.replaceChildren(this.ledger(answer));
      this.say(`The score: ${totals.join(", ")}.`);
    }
  }

  // ---- a table

  class Table extends Part {
    constructor(root, engine) {
      super(root, engine);
      this.felt = root.querySelector(".tryout-felt");
      const asked = new URLSearchParams(location.search);
      for (const name of ["seat", "opponent", "seed", "rules"]) {
        const field = this.field(name);
        if (!field) continue;
        const value = asked.get("table") === root.id ? asked.get(name) : null;
        const fits = value && (field.tagName !== "SELECT" || [...field.options].some((option) => option.value === value));
        if (fits) field.value = value;
        else if (name === "seed") field.value = this.chance();
      }
      root.querySelector("[data-do=another]").addEventListener("click", () => {
        this.field("seed").value = this.chance();
        this.go();
      });
      this.felt.addEventListener("click", (event) => {
        const button = event.target.closest("button[data-do]");
        if (button) this.act(button);
      });
      this.felt.addEventListener("keydown", (event) => this.key(event));
    }

    chance() {
      return String(1 + Math.floor(Math.random() * 999999));
    }

    field(name) {
      return this.form.querySelector(`[data-option="${name}"], [data-option="--${name}"]`);
    }

    async go() {
      const wanted = { seat: "1", opponent: "", seed: "1", rules: "" };
      for (const name of Object.keys(wanted)) wanted[name] = this.field(name)?.value || wanted[name];
      this.lines = 0;
      this.turn = {}; // cancels whatever still runs for the previous deal
      const view = await this.ask({ do: "new", ...wanted });
      if (!view || view.error) {
        if (view) this.say(view.error);
        return;
      }
      const query = new URLSearchParams({ table: this.root.id, ...wanted });
      history.replaceState(null, "", `${location.pathname}?${query}#${this.root.id}`);
      this.watching = view.seat === null;
      this.felt.hidden = false;
      this.felt.focus();
      await this.run(view);
    }

    // Draws, and lets the others act until it is the reader's turn.
    async run(view) {
      const turn = (this.turn = {});
      this.draw(view);
      while (!this.watching && !view.yours && !view.over) {
        await sleep(PACE * Engine.haste);
        if (this.turn !== turn) return;
        view = await this.ask({ do: "advance" });
        if (!view || this.turn !== turn) return;
        this.draw(view);
      }
    }

    async act(button) {
      const what = button.dataset.do;
      if (what === "copy") {
        await navigator.clipboard?.writeText(location.href).catch(() => {});
        this.say("This deal’s address is in the address bar, and copied if the browser allows it.");
        return;
      }
      const text = this.felt.querySelector("[data-say]")?.value.trim();
      if (what === "say" && !text) return;
      const turn = (this.turn = {});
      while (this.busy) await sleep(20); // the machine is thinking; its answer will be ignored
      if (this.turn !== turn) return;
      let view;
      if (what === "say") {
        view = await this.ask({ do: "say", text });
      } else if (what === "pick") {
        view = await this.ask({ do: "act", n: Number(this.felt.querySelector("[data-pick]").value) });
      } else if (what === "end") {
        view = await this.ask({ do: "advance" });
        while (view && !view.over) view = await this.ask({ do: "advance" });
      } else {
        view = await this.ask({ do: what, n: Number(button.dataset.n) });
      }
      if (view) await this.run(view);
    }

    key(event) {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const cards = [...this.felt.querySelectorAll(".tryout-hand button")];
      const at = cards.indexOf(document.activeElement);
      if (step && at >= 0) {
        cards[(at + step + cards.length) % cards.length].focus();
        event.preventDefault();
      } else if (event.key === "Enter" && event.target.matches("[data-say]")) {
        this.felt.querySelector("[data-do=say]").click();
        event.preventDefault();
      }
    }

    // ---- drawing

    draw(view) {
      const focused = this.felt.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
      const typed = this.felt.querySelector("[data-say]")?.value;
      const within = focused !== undefined || document.activeElement === this.felt;
      const opened = this.felt.querySelector(".tryout-log")?.open;
      const turn = view.over ? "" : view.yours ? " · your turn" : this.watching ? ` · next: ${view.turn}` : ` · ${view.turn}`;
      const refused = view.refused
        ? make(
            "p",
            { class: "tryout-error" },
            ...rich(view.refused.text),
            ...(view.refused.locus ? [" (", this.locus(view.refused.locus), ")"] : []),
          )
        : null;
      this.felt.replaceChildren(
        ...[
          make("p", { class: "tryout-head" }, make("strong", {}, `${view.label[0].toUpperCase()}${view.label.slice(1)}${turn}`)),
          this.notes(view.notes),
          ...view.hands.filter((hand) => !hand.mine && (hand.cards.length || hand.hidden)).map((hand) => this.other(hand)),
          this.trick(view),
          ...view.hands.filter((hand) => hand.mine).map((hand) => this.hand(hand, view)),
          refused,
          view.hint ? make("p", { class: "tryout-hint" }, "The machine would: ", ...rich(view.hint)) : null,
          this.actions(view),
          view.score ? this.score(view.score) : null,
          this.tools(view),
          this.log(view.log, opened),
        ].filter((part) => part !== null),
      );
      const say = this.felt.querySelector("[data-say]");
      if (say && view.refused && typed) say.value = typed;
      if (within) this.refocus(focused);
      this.announce(view);
    }

    // What had the focus has been redrawn: give the focus back, or to the first thing that can be done.
    refocus(key) {
      const same = key && this.felt.querySelector(`[data-key="${key}"]`);
      const first = this.felt.querySelector(".tryout-hand button:not([aria-disabled=true]), .tryout-actions button");
      (same || first || this.felt).focus({ preventScroll: true });
    }

    // New lines, and whose turn it is, for those who hear the page or look only at one part of it.
    announce(view) {
      const news = view.log.slice(this.lines).map((line) => this.line(line, true));
      this.lines = view.log.length;
      if (view.refused) news.push(spoken(view.refused.text));
      if (view.hint) news.push(`the machine would: ${spoken(view.hint)}`);
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

    notes(notes) {
      const parts = notes.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, ...rich(value))));
      return parts.length ? make("dl", { class: "tryout-facts" }, ...parts) : null;
    }

    other(hand) {
      const name = [hand.owner, hand.zone === "hand" && hand.owner ? "" : hand.zone].filter(Boolean).join(", ");
      const shown = hand.cards.flatMap(({ card: parts }) => [card(parts), " "]);
      if (hand.hidden) shown.push(`${hand.hidden} face down`);
      return make("p", { class: "tryout-other" }, make("span", { class: "tryout-name" }, name), " ", ...shown);
    }

    trick(view) {
      let cards = view.trick;
      let title = "On the table";
      let won = "";
      if (!cards.length) {
        // Between two tricks the last one is still shown, so that its end can be seen.
        const played = view.log.map((line, n) => ({ ...line, n })).filter((line) => line.played);
        const last = played.at(-1);
        if (!last || last.n < view.log.length - 1 || last.won === undefined) return null;
        const before = played.slice(0, -1).findLastIndex((line) => line.won !== undefined);
        cards = played.slice(before + 1).map((line) => [line.who, line.text[0]]);
        title = "Last trick";
        won = last.won;
      }
      const items = cards.map(([who, parts]) => make("li", {}, make("span", {}, who), " ", card(parts)));
      const end = won ? make("span", { class: "tryout-won" }, won === "You" ? "yours" : `to ${won}`) : null;
      return make("div", { class: "tryout-trick" }, make("span", { class: "tryout-name" }, title), make("ol", {}, ...items), end);
    }

    hand(hand, view) {
      if (!hand.cards.length) return null;
      const buttons = hand.cards.map(({ n, card: [suit, text, words], may, chosen }) =>
        make(
          "button",
          {
            type: "button",
            class: `tryout-card suit-${suit}`,
            "data-do": "card",
            "data-n": n,
            "data-key": `card-${n}`,
            "aria-disabled": may ? null : "true",
            "aria-pressed": view.can.choosing ? String(chosen) : null,
          },
          make("span", { role: "img", "aria-label": words }, sign(text)),
        ),
      );
      const name = view.can.choosing ? "Your hand: choose cards" : "Your hand";
      return make(
        "div",
        { class: `tryout-hand${hand.cards.some(({ may }) => may) ? "" : " tryout-idle"}`, role: "group", "aria-label": name },
        make("span", { class: "tryout-name", "aria-hidden": "true" }, name),
        ...buttons,
      );
    }

    actions(view) {
      if (!view.yours) return null;
      const { actions, lay } = view.can;
      const parts = [];
      if (lay) {
        const ready = lay.ready ? null : "true";
        const button = { type: "button", "data-do": "lay", "data-key": "lay", "aria-disabled": ready };
        parts.push(make("button", button, ...rich(lay.text)), make("small", {}, ` choose ${lay.sizes.join(" or ")} cards`));
      }
      if (actions.length > 16) {
        const options = actions.map(({ n, text }) => make("option", { value: n }, spoken(text)));
        parts.push(make("select", { "data-pick": true, "data-key": "pick", "aria-label": "What you do" }, ...options));
        parts.push(make("button", { type: "button", "data-do": "pick", "data-key": "do-pick" }, "Do it"));
      } else {
        for (const { n, text } of actions) {
          const key = `act-${spoken(text)}`.replace(/["\\]/g, "");
          parts.push(make("button", { type: "button", "data-do": "act", "data-n": n, "data-key": key }, ...rich(text)));
        }
      }
      const id = `${this.root.id}-say`;
      const say = make(
        "span",
        { class: "tryout-say" },
        make("label", { for: id }, "or in words"),
        make("input", { id, type: "text", "data-say": true, "data-key": "say", autocomplete: "off", spellcheck: "false" }),
        make("button", { type: "button", "data-do": "say", "data-key": "do-say" }, "Say"),
      );
      return make("div", { class: "tryout-actions", role: "group", "aria-label": "What you may do" }, ...parts, say);
    }

    tools(view) {
      const tool = (what, text, on = true) =>
        on ? make("button", { type: "button", "data-do": what, "data-key": `do-${what}` }, text) : null;
      return make(
        "div",
        { class: "tryout-tools", role: "group", "aria-label": "The deal" },
        tool("advance", "Next", this.watching && !view.over),
        tool("back", this.watching ? "Back" : "Take back", view.back),
        tool("end", "To the end", this.watching && !view.over),
        tool("hint", "Hint", view.yours),
        tool("copy", "Copy this deal’s address"),
      );
    }

    log(lines, opened) {
      const items = [];
      let open = null;
      for (const line of lines) {
        if (line.played && open) open.append(", ", ...this.line(line, false));
        else items.push((open = make("li", {}, ...this.line(line, false))));
        if (!line.played || line.won !== undefined) open = null;
      }
      const list = make("ol", {}, ...items);
      return make("details", { class: "tryout-log", open: opened ?? false }, make("summary", {}, "What was done"), list);
    }

    score(score) {
      const parts = [];
      if (score.outcome) parts.push(this.notes(score.outcome));
      if (score.lost) {
        const { text, locus } = score.lost;
        parts.push(make("p", { class: "tryout-error" }, ...rich(text), " (", this.locus(locus), ")"));
      }
      if (score.entries.length) parts.push(this.ledger(score));
      return make("div", { class: "tryout-score" }, ...parts);
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
