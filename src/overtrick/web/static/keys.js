// Every action has a key: what is typed, and what it stands for.

const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const STRAINS = { c: "C", d: "D", h: "H", s: "S", n: "NT" };
const CALLS = { p: "P", x: "X", r: "XX" };
const BUTTONS = { u: "undo", "?": "hint", w: "why", m: "reveal", n: "next", b: "replay" };
const MENUS = { l: "last", t: "claim", g: "concede" };
const LINKS = { y: "share", f: "pbn", e: "new" };
const LOOK = "o";
const RANKS = "23456789tjqka";

export class Keys {
  #table;
  #pending = "";

  constructor(table) {
    this.#table = table;
    document.querySelector("ot-look summary")?.setAttribute("aria-keyshortcuts", LOOK);
    document.addEventListener("keydown", (event) => this.#typed(event), { signal: table.gone });
  }

  forget() {
    this.#wait("");
  }

  #typed(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Escape" && event.target.closest("select, textarea, input:not([type=radio])")) return;
    if (document.documentElement.dataset.keys === "off" && event.key !== "Escape") return;
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
    if (phase === "auction" && key in CALLS) return this.#call(CALLS[key]);
    if (phase === "auction" && /^[1-7]$/.test(key)) return this.#wait(key);
    if (phase === "play" && key in SYMBOLS) return this.#wait(key);
    if (key in MENUS) return this.#table.toggle(MENUS[key]);
    if (key in LINKS) return this.#table.follow(LINKS[key]);
    if (key === LOOK) return look();
    return key in BUTTONS && this.#table.press(BUTTONS[key]);
  }

  #second(pending, key) {
    if (/^[1-7]$/.test(pending)) return key in STRAINS && this.#call(pending + STRAINS[key]);
    if (pending.length === 1 && key === "1") return this.#wait(pending + key);
    if (pending.length === 2) return key === "0" && this.#play(`${pending[0]}t`);
    if (RANKS.includes(key)) return this.#play(pending + key);
    return key in SYMBOLS && this.#wait(key);
  }

  #call(call) {
    this.#table.act("call", call);
    return true;
  }

  #play(card) {
    this.#table.play(card.toUpperCase());
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

function look() {
  const menu = document.querySelector("ot-look details");
  menu.open = !menu.open;
  menu.querySelector(menu.open ? "select" : "summary").focus();
  return true;
}
