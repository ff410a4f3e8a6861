// The clashes of a study beside the scene: a list that is filtered and gone through, and what
// reviewers decide about each clash, which the page saves for a later run.
"use strict";

// The height of a row of the list in pixels, as page.html has it; rows beyond the window on either
// side that are drawn, too.
const ROW = 44, ROWS_BESIDE = 6;

const STATES = ["open", "accepted", "resolved"];

// Two bounds that differ in the last digits are one number to be read.
function ofInterval([lower, upper], digits = 6) {
  const [from, to] = [lower, upper].map(x => Number(x.toPrecision(digits)).toString());
  return from === to ? to : `${from} to ${to}`;
}

// A name for the content of a page: what the browser keeps is about that content alone.
function nameOf(bytes) {
  let [a, b] = [0x811c9dc5, 0x1234567];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) + 0x9e3779b9 | 0;
  }
  return [a, b, bytes.length].map(n => (n >>> 0).toString(16)).join("-");
}

// The browser's own memory, which pages of files may not have.
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function remember(key, text) {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

class Review {
  // `data` are the report and what was decided before; `act` has `select(clash)`.
  constructor(data, bodies, act) {
    Object.assign(this, { data, act, report: data.report });
    this.isMotion = data.times.length > 0;
    const ids = new Map(bodies.all.map(({ name, id }) => [name, id]));
    this.all = this.report.clashes.map((clash, number) => this.#ready(clash, number, ids));
    this.shown = this.all;
    this.selected = null;
    this.decided = new Map(Object.entries(data.reviews.clashes));
    this.key = `obbtree clash ${data.key}`;
    this.isSaved = true;
    this.#recall();
    this.#controls();
    this.filter();
  }

  // What the list shows of a clash.
  #ready(clash, number, ids) {
    const { contacts, undecided = [], closest, distance, depth, volume } = clash;
    const kind = clash.class ?? (contacts.length ? "contact" : undecided.length ? "undecided" : "near");
    const time = ([from, to]) => ofInterval([from, to]);
    const facts = !this.isMotion ? [
      distance && ["distance", ofInterval(distance)], depth && ["depth", ofInterval(depth)],
      volume && ["volume of overlap", ofInterval(volume)],
      ["place", clash.point.map(short).join("  ")],
    ] : [
      ...contacts.map(({ first, last }) => ["contact", `from ${time(first)} until ${time(last)}`]),
      ...undecided.map(([from, to]) => ["undecided", `from ${short(from)} until ${short(to)}`]),
      closest && ["nearest", `${ofInterval(closest.distance)}, at ${short(closest.time)}`],
    ];
    const brief = interval => ofInterval(interval, 4);
    const measure = depth ? `depth ${brief(depth)}` : distance ? `${brief(distance)} apart`
      : volume ? `volume ${brief(volume)}` : !this.isMotion ? ""
        : contacts.length ? `${contacts.length > 1 ? `${contacts.length} from` : "at"} ${
          short(contacts[0].first[1])}`
          : undecided.length ? `at ${short(undecided[0][0])}`
            : closest ? `${brief(closest.distance)} apart` : "";
    return { clash, number, kind, measure, facts: facts.filter(fact => fact),
      ids: clash.bodies.map(name => ids.get(name)), guid: clash.guid,
      words: [...clash.bodies, clash.rule].join("\n").toLowerCase() };
  }

  // What is decided about a clash.
  of({ guid }) {
    const { state = "open", comment = "" } = this.decided.get(guid) ?? {};
    return { state, comment };
  }

  // Changes what is decided about the selected clash.
  decide(change) {
    if (!this.selected) return;
    const decision = { ...this.of(this.selected), ...change };
    const isNothing = decision.state === "open" && decision.comment.trim() === "";
    if (isNothing) this.decided.delete(this.selected.guid);
    else this.decided.set(this.selected.guid, decision);
    this.isSaved = false;
    this.isKept = remember(this.key, JSON.stringify([...this.decided]));
    element("kept").textContent = this.isKept ? "not saved yet; this browser remembers it"
      : "not saved yet; this browser does not remember it";
    this.#showState();
    this.#draw();
    this.#tell();
  }

  // What this page was left with.
  #recall() {
    const text = remembered(this.key);
    if (!text) return;
    this.decided = new Map(JSON.parse(text));
    element("kept").textContent = "as this page was left in this browser";
  }

  // The file of states and comments, also of clashes that an earlier run had.
  file() {
    const clashes = Object.fromEntries([...this.decided].sort(([a], [b]) => a < b ? -1 : 1));
    const { format } = this.data.reviews;
    return JSON.stringify({ format, study: this.report.study, clashes }, null, 2) + "\n";
  }

  save() {
    download(this.data.file, new Blob([this.file()], { type: "application/json" }));
    this.isSaved = true;
    element("kept").textContent = `saved as ${this.data.file}, for --states of the next run`;
  }

  #controls() {
    const options = (id, values) => values.forEach(([value, text]) =>
      element(id).add(new Option(text, value)));
    const counts = new Map();
    for (const { kind } of this.all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    options("by-class", [...counts].map(([kind, count]) => [kind, `${inWords(kind)} (${count})`]));
    const clusters = this.report.clusters ?? [];
    options("by-cluster", clusters.map(({ rule, groups, clashes }, n) => {
      const of = groups.filter(group => group).join(" and ");
      return [n, `${n}: ${of || rule} (${clashes.length})`];
    }));
    element("by-cluster").hidden = clusters.length === 0;
    options("by-state", STATES.map(state => [state, state]));
    const on = (id, kind, call) => element(id).addEventListener(kind, call);
    for (const id of ["find", "by-class", "by-cluster", "by-state"]) {
      on(id, "input", () => this.filter());
    }
    on("find", "keydown", event => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!by) return;
      event.preventDefault();
      this.step(by);
    });
    on("clashes", "scroll", () => this.#draw());
    on("clashes", "click", ({ target }) => {
      const row = target.closest("[data-row]");
      if (row) this.select(this.shown[row.dataset.row]);
    });
    for (const button of document.querySelectorAll("[data-state]")) {
      button.addEventListener("click", () => this.decide({ state: button.dataset.state }));
    }
    on("comment", "input", ({ target }) => this.decide({ comment: target.value }));
    on("save-states", "click", () => this.save());
    window.addEventListener("beforeunload", event => {
      if (!this.isSaved && !this.isKept) event.preventDefault();
    });
    new ResizeObserver(() => this.#draw()).observe(element("clashes"));
  }

  // Shows the clashes that fit. The selected one stays selected.
  filter() {
    const [text, kind, cluster, state] = ["find", "by-class", "by-cluster", "by-state"]
      .map(id => element(id).value);
    const words = text.toLowerCase().split(/\s+/).filter(word => word);
    this.shown = this.all.filter(one => {
      const decision = this.of(one);
      const all = words.length > 0 && `${one.words}\n${decision.comment.toLowerCase()}`;
      return words.every(word => all.includes(word)) && (!kind || one.kind === kind)
        && (!cluster || one.clash.cluster === +cluster) && (!state || decision.state === state);
    });
    element("rows").style.height = `${ROW * this.shown.length}px`;
    this.#draw();
    this.#tell();
    this.onFilter?.();
  }

  #tell() {
    const states = STATES.map(state => [state, 0]), byState = new Map(states);
    for (const one of this.shown) {
      const { state } = this.of(one);
      byState.set(state, byState.get(state) + 1);
    }
    const parts = [...byState].filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`);
    const of = this.shown.length < this.all.length ? `${this.shown.length} of ` : "";
    element("counted").textContent = [`${of}${counted(this.all.length, this.isMotion)}`, ...parts].join(", ");
  }

  // Draws the rows that are in the window of the list.
  #draw() {
    const list = element("clashes"), { scrollTop, clientHeight } = list;
    const from = Math.max(0, Math.floor(scrollTop / ROW) - ROWS_BESIDE);
    const to = Math.min(this.shown.length, Math.ceil((scrollTop + clientHeight) / ROW) + ROWS_BESIDE);
    element("rows").replaceChildren(...this.shown.slice(from, to).map((one, k) => {
      const row = document.createElement("div"), { state, comment } = this.of(one);
      row.dataset.row = from + k;
      row.style.top = `${ROW * (from + k)}px`;
      row.className = `row ${one.kind} ${state}`;
      row.id = `row-${one.number}`;
      row.setAttribute("role", "option");
      row.setAttribute("aria-selected", one === this.selected);
      row.title = [...one.clash.bodies, one.clash.rule, comment].filter(text => text).join("\n");
      const { cluster } = one.clash;
      const place = cluster === undefined ? "" : `cluster ${cluster}`;
      [["kind", inWords(one.kind)], ["measure", one.measure], ["place", place],
        ["mark", state === "open" ? "" : state]].forEach(([name, text]) => {
        const part = document.createElement("span");
        part.className = name;
        part.textContent = text;
        row.append(part);
      });
      const names = document.createElement("span");
      names.className = "names";
      names.innerHTML = "<span><bdi></bdi></span>–<span><bdi></bdi></span>";
      names.querySelectorAll("bdi").forEach((name, k) => { name.textContent = one.clash.bodies[k]; });
      row.append(names);
      return row;
    }));
    if (this.selected) list.setAttribute("aria-activedescendant", `row-${this.selected.number}`);
    else list.removeAttribute("aria-activedescendant");
  }

  // Goes through the list.
  step(by) {
    const at = this.shown.indexOf(this.selected);
    const to = at < 0 ? (by > 0 ? 0 : this.shown.length - 1)
      : Math.min(Math.max(at + by, 0), this.shown.length - 1);
    if (to >= 0 && to !== at) this.select(this.shown[to]);
  }

  // Selects a clash, or none; the page shows it.
  select(one) {
    this.selected = one ?? null;
    element("clash").hidden = !one;
    if (one) this.#showFacts(one);
    // The list is as high as what is below leaves it.
    const at = this.shown.indexOf(one), list = element("clashes");
    if (at >= 0) {
      const { scrollTop, clientHeight } = list;
      if (ROW * at < scrollTop) list.scrollTop = ROW * at;
      else if (ROW * (at + 1) > scrollTop + clientHeight) list.scrollTop = ROW * (at + 1) - clientHeight;
    }
    this.act.select(this.selected);
    this.#draw();
    this.onFilter?.();
  }

  #showFacts({ clash, facts }) {
    element("two").replaceChildren(...clash.bodies.map((name, k) => {
      const line = document.createElement("div");
      line.innerHTML = "<i></i><span></span>";
      line.firstChild.style.background = this.data.colours[k];
      line.lastChild.textContent = name;
      return line;
    }));
    element("facts").replaceChildren(...[["rule", clash.rule], ...facts].flatMap(words =>
      words.map((text, k) => {
        const cell = document.createElement(k ? "dd" : "dt");
        cell.textContent = text;
        return cell;
      })));
    this.#showState();
  }

  #showState() {
    const { state, comment } = this.of(this.selected);
    for (const button of document.querySelectorAll("[data-state]")) {
      button.setAttribute("aria-pressed", button.dataset.state === state);
    }
    if (element("comment").value !== comment) element("comment").value = comment;
  }

  // The selected clash, and what the engine says of the two bodies where they are now.
  answer(found, near, isMoved) {
    if (!this.selected) {
      return [counted(this.all.length, this.isMotion), this.all.length > 0, ""];
    }
    const apart = near && near.upper > 0 ? `${ofInterval([near.lower, near.upper])} apart` : "";
    if (!isMoved && !this.isMotion) return [inWords(this.selected.kind), true, apart];
    const meets = found.pairs.length > 0;
    return [meets ? "the surfaces meet" : "the surfaces are apart", meets, apart];
  }
}

const counted = (count, isMotion) =>
  `${count} ${isMotion ? "pair" : "clash"}${count === 1 ? "" : isMotion ? "s" : "es"}`;

const inWords = kind => kind.replaceAll("_", " ");
