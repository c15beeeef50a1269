// <ot-auction>: what a call means, before it is made and after, on hover, long press or focus.

import { arrow, settle } from "./roving.js";

const HOVER = 120;
const LONG_PRESS = 450;
const GAP = 8;
const LONG = 60;

class OtAuction extends HTMLElement {
  #meanings = new Map();
  #bubble = Object.assign(document.createElement("div"), { className: "meaning", id: "meaning", hidden: true });
  #shownFor = null;
  #timer = 0;
  #wasLongPress = false;

  connectedCallback() {
    this.#bubble.setAttribute("role", "tooltip");
    this.append(this.#bubble);
    this.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#soon(event, HOVER));
    this.addEventListener("pointerout", (event) => event.pointerType === "mouse" && this.hide());
    this.addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && this.#press(event));
    this.addEventListener("pointerup", () => clearTimeout(this.#timer));
    this.addEventListener("pointercancel", () => clearTimeout(this.#timer));
    this.addEventListener("contextmenu", (event) => callOf(event) && event.preventDefault());
    this.addEventListener("focusin", (event) => this.#focused(event));
    this.addEventListener("focusout", () => this.hide());
    this.addEventListener("click", (event) => this.#clicked(event), { capture: true });
    this.addEventListener("keydown", (event) => event.key === "Escape" && this.hide());
    this.addEventListener("keydown", (event) => arrow(this, event));
    this.addEventListener("change", () => settle(this));
    settle(this);
  }

  /** A new scene: calls mean something else now. */
  renew() {
    this.#meanings.clear();
    settle(this);
    if (this.#shownFor && !this.#shownFor.isConnected) this.hide();
  }

  hide() {
    clearTimeout(this.#timer);
    this.#shownFor?.removeAttribute("aria-describedby");
    this.#shownFor = null;
    this.#bubble.hidden = true;
  }

  #soon(event, wait) {
    const call = callOf(event);
    clearTimeout(this.#timer);
    if (call) this.#timer = setTimeout(() => this.#show(call), wait);
  }

  #press(event) {
    const call = callOf(event);
    this.#wasLongPress = false;
    clearTimeout(this.#timer);
    if (!call) return this.hide();
    this.#timer = setTimeout(() => {
      this.#wasLongPress = true;
      this.#show(call);
    }, LONG_PRESS);
  }

  #focused(event) {
    const call = callOf(event);
    settle(this);
    if (call?.matches(".made, :focus-visible")) this.#show(call);
  }

  #clicked(event) {
    if (this.#wasLongPress) {
      event.preventDefault();
      event.stopPropagation();
      this.#wasLongPress = false;
    } else if (callOf(event)?.matches(".made")) this.#show(callOf(event));
  }

  async #show(button) {
    if (this.#shownFor !== button) this.hide();
    this.#shownFor = button;
    if (button.dataset.meaning !== undefined) return this.#tell(button, { meaning: button.dataset.meaning });
    if (!this.#meanings.has(button.dataset.call)) this.#tell(button, { meaning: "…" });
    const told = await this.#asked(button.dataset.call);
    if (this.#shownFor === button && button.isConnected) this.#tell(button, told);
  }

  #tell(button, { meaning, why, fits }) {
    this.#bubble.replaceChildren(part("b", "", button.dataset.title), part("span", "told", meaning));
    if (why) this.#bubble.append(part("span", fits ? "fit" : "fit not", shorter(why, meaning)));
    this.#bubble.hidden = false;
    button.setAttribute("aria-describedby", this.#bubble.id);
    this.#place(button);
  }

  async #asked(call) {
    if (!this.#meanings.has(call)) this.#meanings.set(call, this.#fetched(call));
    return this.#meanings.get(call);
  }

  async #fetched(call) {
    const id = this.closest("ot-table").dataset.id;
    try {
      const answer = await fetch(`/api/tables/${id}/meaning?call=${encodeURIComponent(call)}`);
      const told = await answer.json();
      if (!answer.ok) this.#meanings.delete(call); // to be asked again
      return answer.ok ? told : { meaning: told.error };
    } catch {
      this.#meanings.delete(call);
      return { meaning: "The server does not answer." };
    }
  }

  /** Above the call, under the box, over the auction or beside the box: where hand and call stay in sight. */
  #place(button) {
    const { offsetWidth: width, offsetHeight: height, style } = this.#bubble;
    const at = button.getBoundingClientRect();
    const hand = document.querySelector(".own")?.getBoundingClientRect() ?? at;
    const box = button.closest(".box")?.getBoundingClientRect() ?? at;
    const left = Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP);
    const tops = [at.top - height - GAP, box.bottom + GAP, hand.top - height - GAP, GAP].map((top) => [left, top]);
    const beside = [box.right + GAP, box.left - width - GAP].map((side) => [side, Math.max(GAP, hand.top - height - GAP)]);
    const fits = ([x, y]) => Math.min(x, y) >= GAP && x + width <= innerWidth && y + height <= innerHeight - GAP;
    const hides = ([x, y], one) => x < one.right && x + width > one.left && y < one.bottom && y + height > one.top;
    const places = [...tops, ...beside].filter(fits);
    const place = places.find((each) => !hides(each, hand) && !hides(each, at)) ?? places[0] ?? [left, GAP];
    [style.left, style.top] = place.map((each) => `${each}px`);
  }
}

function part(name, className, textContent) {
  return Object.assign(document.createElement(name), { className, textContent });
}

/** A long condition that the meaning has told is not told again. */
function shorter(why, meaning) {
  const asked = /it asks for (.+)\.$/i.exec(why);
  return asked?.[1].length > LONG && meaning.includes(asked[1]) ? why.replace(asked[0], "it does not fit.") : why;
}

function callOf(event) {
  return event.target.closest?.("[data-call]:not(:disabled), .made");
}

customElements.define("ot-auction", OtAuction);
