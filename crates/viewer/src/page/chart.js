// What a motion study found, over time: a row for each pair with its contacts, what is undecided and
// the closest approach, and a line at the time that is shown.
"use strict";

// Pixels: the height of a row, the height of the axis, room at both ends of the time.
const CHART_ROW = 20, CHART_AXIS = 20, CHART_SIDE = 14;

// Of more pairs the others are not drawn.
const MOST_CHARTED = 2000;

// An element of SVG in another.
function drawn(parent, kind, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text !== undefined) made.textContent = text;
  parent.append(made);
  return made;
}

class Chart {
  // `review` has the pairs; `act.goTo(time)` shows a time.
  constructor(review, act) {
    Object.assign(this, { review, act, time: review.data.times[0] });
    const { times } = review.data;
    [this.from, this.to] = [times[0], times.at(-1)];
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    element("chart-rows").append(this.svg);
    review.onFilter = () => this.draw();
    new ResizeObserver(() => this.draw()).observe(element("chart-rows"));
    this.svg.addEventListener("pointerdown", event => {
      const { top } = this.svg.getBoundingClientRect();
      const row = Math.floor((event.clientY - top - CHART_AXIS) / CHART_ROW);
      const one = review.shown[row];
      if (one && one !== review.selected) review.select(one);
      this.isHeld = true;
      this.#go(event);
    });
    window.addEventListener("pointermove", event => { if (this.isHeld) this.#go(event); });
    window.addEventListener("pointerup", () => { this.isHeld = false; });
  }

  #go({ clientX }) {
    if (!this.#isOverTime(clientX)) return;
    const { left } = this.svg.getBoundingClientRect();
    const share = (clientX - left - this.labels - CHART_SIDE) / this.span;
    this.act.goTo(this.from + Math.min(Math.max(share, 0), 1) * (this.to - this.from));
  }

  #isOverTime(clientX) {
    return clientX - this.svg.getBoundingClientRect().left > this.labels;
  }

  // Where a time is, in pixels of the drawing.
  at(time) {
    return this.labels + CHART_SIDE + this.span * (time - this.from) / (this.to - this.from);
  }

  show(time) {
    this.time = time;
    const x = this.at(time);
    this.line?.setAttribute("x1", x);
    this.line?.setAttribute("x2", x);
  }

  draw() {
    const rows = this.review.shown.slice(0, MOST_CHARTED);
    const width = element("chart-rows").clientWidth;
    this.labels = Math.min(240, Math.round(0.32 * width));
    this.span = Math.max(width - this.labels - 2 * CHART_SIDE, 1);
    const height = CHART_AXIS + CHART_ROW * rows.length + 4, { svg } = this;
    Object.entries({ width, height }).forEach(([name, value]) => svg.setAttribute(name, value));
    svg.replaceChildren();
    const hatch = drawn(svg, "pattern", { id: "hatch", width: 6, height: 6,
      patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
    drawn(hatch, "rect", { width: 2.4, height: 6, class: "hatch" });
    this.#axis(svg, height);
    rows.forEach((one, n) => this.#row(svg, one, CHART_AXIS + CHART_ROW * n));
    this.line = drawn(svg, "line", { y1: 0, y2: height, class: "now" });
    this.show(this.time);
    // The slider is as long as the time, however wide its knob is.
    element("chart").style.setProperty("--labels", `${this.labels}px`);
  }

  #axis(svg, height) {
    const range = this.to - this.from, rough = range * 80 / this.span;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(n => n * power).find(step => step >= rough);
    for (let n = Math.ceil(this.from / step); n * step <= this.to + 1e-9 * range; n++) {
      const x = this.at(n * step);
      drawn(svg, "line", { x1: x, x2: x, y1: CHART_AXIS - 3, y2: height, class: "grid" });
      drawn(svg, "text", { x, y: CHART_AXIS - 7, class: "tick" }, short(n * step));
    }
  }

  #row(svg, one, y) {
    const { contacts, undecided = [], closest, bodies } = one.clash;
    const row = drawn(svg, "g", { class: one === this.review.selected ? "line picked" : "line" });
    drawn(row, "rect", { x: 0, y, width: this.labels + this.span + 2 * CHART_SIDE,
      height: CHART_ROW, class: "band" });
    const name = drawn(row, "text", { x: 6, y: y + 14 }, bodies.join(" – "));
    const letters = Math.floor((this.labels - 12) / 6.2);
    if (name.textContent.length > letters) {
      name.textContent = `${name.textContent.slice(0, letters - 1)}…`;
    }
    drawn(row, "title", {}, [bodies.join(" and "),
      ...one.facts.map(([what, text]) => `${what} ${text}`)].join("\n"));
    const bar = (from, to, kind, least) => {
      const [x, end] = [from, to].map(time => this.at(time));
      const width = Math.max(end - x, least);
      if (width > 0) drawn(row, "rect", { x, y: y + 4, width, height: CHART_ROW - 8, class: kind });
    };
    for (const { first, last } of contacts) {
      bar(first[0], last[1], "maybe", 0);
      bar(first[1], Math.max(first[1], last[0]), "contact", 2);
    }
    for (const [from, to] of undecided) bar(from, to, "undecided", 3);
    if (closest) {
      const x = this.at(closest.time), middle = y + CHART_ROW / 2;
      drawn(row, "path", { d: `M${x} ${middle - 5}l5 5l-5 5l-5-5z`, class: "nearest" });
      const isLeft = x > this.labels + 0.8 * this.span;
      drawn(row, "text", { x: x + (isLeft ? -9 : 9), y: y + 14, class: `near ${isLeft ? "left" : ""}` },
        ofInterval(closest.distance, 4));
    }
  }
}
