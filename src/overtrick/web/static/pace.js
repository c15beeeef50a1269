// Scenes one after the other, slowly enough to be followed; a finished trick stays a while.

const BETWEEN_CARDS = 350;
const FINISHED_TRICK = 1500;
const TOO_MANY = 12;

export class Pace {
  #show;
  #gather;
  #queue = [];
  #isRunning = false;
  #shown = null;
  #shownAt = 0;
  #wake = null;
  #timer = 0;

  constructor(show, gather) {
    this.#show = show;
    this.#gather = gather;
  }

  push(scene) {
    this.#queue.push(scene);
    if (this.#queue.length > TOO_MANY) this.#queue = [this.#queue.reduce(merged)];
    if (!this.#isRunning) this.#run();
  }

  /** Goes on at once; false if nothing was waiting. */
  hurry() {
    if (this.#wake) return this.#wake(), true;
    if (!this.#shown?.flags.trick_complete || !this.#timer) return false;
    this.#pickUp();
    return true;
  }

  async #run() {
    this.#isRunning = true;
    while (this.#queue.length) {
      await this.#pause(this.#queue[0]);
      clearTimeout(this.#timer);
      this.#timer = 0;
      const scene = this.#queue.shift();
      await this.#show(scene);
      this.#shown = scene;
      this.#shownAt = performance.now();
      if (scene.flags.trick_complete) this.#timer = setTimeout(() => this.#pickUp(), FINISHED_TRICK);
    }
    this.#isRunning = false;
  }

  /** Whoever leads to the next trick need not wait for somebody's card to see the last one go. */
  #pickUp() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#gather();
  }

  #pause(next) {
    const left = this.#shownAt + this.#delay(next) - performance.now();
    if (left <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), left);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }

  #delay(next) {
    const before = this.#shown?.flags;
    if (!before || document.hidden || before.phase === "ended") return 0;
    if (before.is_mine || !(next.regions.felt || next.regions.auction)) return 0;
    return before.trick_complete && next.flags.turn !== before.turn ? FINISHED_TRICK : BETWEEN_CARDS;
  }
}

function merged(first, second) {
  return {
    ...second,
    regions: { ...first.regions, ...second.regions },
    said: [...first.said, ...second.said],
    numbers: first.numbers && second.numbers && [...first.numbers, ...second.numbers],
  };
}
