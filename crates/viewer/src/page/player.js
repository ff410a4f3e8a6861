// What is played: steps of given poses, a path of a robot, or a search. One slider, one button.
"use strict";

// Milliseconds from one step to the next.
const PACE = 33;

class Player {
  // `goTo` shows a step.
  constructor(goTo) {
    this.goTo = goTo;
    this.slider = element("pose");
    this.count = 0;
    this.timer = null;
    this.slider.addEventListener("input", () => this.set(+this.slider.value));
    element("play").addEventListener("click", () => this.toggle());
  }

  // Steps from 0, with the name of what is played, or what is said of each.
  load(count, name, say = step => `${name} ${step} of ${count - 1}`) {
    this.stop();
    [this.count, this.say] = [count, say];
    this.slider.max = Math.max(count - 1, 0);
    element("poses").hidden = count < 2;
    element("track").style.background = "";
    if (count > 0) this.#show(0);
  }

  set(step) {
    this.stop();
    this.#show(step);
  }

  // Something was moved by hand.
  leave() {
    this.stop();
    this.step = null;
    element("pose-name").textContent = "moved by hand";
  }

  #show(step) {
    this.step = step;
    this.slider.value = step;
    element("pose-name").textContent = this.say(step);
    this.goTo(step);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    element("play").textContent = "Play";
  }

  // From the first step, or on from where it was stopped, to the last one.
  toggle() {
    if (this.timer !== null) return this.stop();
    const last = this.count - 1;
    if (last < 1) return;
    if (this.step === null || this.step >= last) this.#show(0);
    element("play").textContent = "Stop";
    this.timer = setInterval(() => {
      this.#show(this.step + 1);
      if (this.step === last) this.stop();
    }, PACE);
  }
}
