// Every action has a key: what is typed, and what it stands for.

const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const STRAINS = { c: "C", d: "D", h: "H", s: "S", n: "NT" };
const CALLS = { p: "P", x: "X", r: "XX" };
const BUTTONS = { u: "undo", "?": "hint", w: "why", n: "next" };
const RANKS = "23456789tjqka";

export class Keys {
  #table;
  #pending = "";

  constructor(table) {
    this.#table = table;
    document.addEventListener("keydown", (event) => this.#typed(event), { signal: table.gone });
  }

  forget() {
    this.#wait("");
  }

  #typed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("select, textarea, input:not([type=radio])")) return;
    const key = event.key.toLowerCase();
    const isOnButton = event.target.closest("button, summary, a, input") !== null;
    if ((key === " " || key === "enter") && isOnButton) return;
    if (this.#means(key)) event.preventDefault();
  }

  /** Does what a key says; false if it says nothing here. */
  #means(key) {
    const pending = this.#pending;
    this.#wait("");
    if (key === "escape") return this.#escape(pending);
    if (key === " ") return this.#table.goOn();
    if (pending) return this.#second(pending, key);
    const phase = this.#table.dataset.phase;
    if (phase === "auction" && key in CALLS) return this.#act("call", CALLS[key]);
    if (phase === "auction" && /^[1-7]$/.test(key)) return this.#wait(key);
    if (phase === "play" && key in SYMBOLS) return this.#wait(key);
    if (key === "l") return this.#table.toggle("last");
    return key in BUTTONS && this.#table.press(BUTTONS[key]);
  }

  #second(pending, key) {
    if (/^[1-7]$/.test(pending)) return key in STRAINS && this.#act("call", pending + STRAINS[key]);
    if (pending.length === 1 && key === "1") return this.#wait(pending + key);
    if (pending.length === 2) return key === "0" && this.#act("play", `${pending[0].toUpperCase()}T`);
    if (RANKS.includes(key)) return this.#act("play", (pending + key).toUpperCase());
    return key in SYMBOLS && this.#wait(key);
  }

  #act(act, value) {
    this.#table.act(act, value);
    return true;
  }

  #escape(pending) {
    const menus = this.#table.querySelectorAll("details[open]");
    for (const menu of menus) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
    return pending !== "" || menus.length > 0;
  }

  #wait(pending) {
    this.#pending = pending;
    const shown = this.#table.querySelector(".pending");
    shown.textContent = pending && `${SYMBOLS[pending[0]] ?? pending[0]}${pending.slice(1)} …`;
    shown.hidden = !pending;
    return true;
  }
}
