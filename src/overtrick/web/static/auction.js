// <ot-auction>: what a call means, before it is made and after, on hover, long press or focus.

const HOVER = 120;
const LONG_PRESS = 450;
const GAP = 8;

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
  }

  /** A new scene: calls mean something else now. */
  renew() {
    this.#meanings.clear();
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
    const title = Object.assign(document.createElement("b"), { textContent: button.dataset.title });
    this.#bubble.replaceChildren(title, meaning);
    const className = fits ? "fit" : "fit not";
    if (why) this.#bubble.append(Object.assign(document.createElement("span"), { className, textContent: why }));
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
      return { meaning: "The server does not answer." };
    }
  }

  /** Above the call or below it, under the box or over the auction: where the hand stays in sight. */
  #place(button) {
    const { offsetWidth: width, offsetHeight: height, style } = this.#bubble;
    const [at, hand] = [button, document.querySelector(".own")].map((each) => each?.getBoundingClientRect());
    const box = button.closest(".box")?.getBoundingClientRect();
    const tops = [at.top - height - GAP, (box ?? at).bottom + GAP, (hand ?? at).top - height - GAP];
    const fits = (top) => top >= GAP && top + height <= innerHeight - GAP;
    const hides = (top) => hand && top < hand.bottom && top + height > hand.top;
    const top = tops.find((each) => fits(each) && !hides(each)) ?? tops.find(fits) ?? GAP;
    style.left = `${Math.min(Math.max(GAP, at.left + at.width / 2 - width / 2), innerWidth - width - GAP)}px`;
    style.top = `${top}px`;
  }
}

function callOf(event) {
  return event.target.closest?.("[data-call]:not(:disabled), .made");
}

customElements.define("ot-auction", OtAuction);
