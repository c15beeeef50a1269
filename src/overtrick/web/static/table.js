// <ot-table>: draws what the server sends and sends what the person does. It knows no rule of bridge.

import "./auction.js";
import { Connection } from "./connection.js";
import { Hearing } from "./hearing.js";
import { Keys } from "./keys.js";
import { appear, gather, places, slide } from "./motion.js";
import { Pace } from "./pace.js";
import { swap } from "./swap.js";

const NOTE = 4000;
const REFUSED = "claim was not accepted";
const GONE = "This table is not kept here any more.";

class OtTable extends HTMLElement {
  #connection;
  #keys;
  #hearing;
  #pace = new Pace((scene) => this.#show(scene), () => gather(this.#region("felt")));
  #leaving = new AbortController();
  #noteTimer = 0;
  #isFirst = true;
  #claim = 0;

  get gone() {
    return this.#leaving.signal;
  }

  connectedCallback() {
    this.tabIndex = -1;
    this.#keys = new Keys(this);
    this.#hearing = new Hearing(this, Number(this.dataset.number));
    this.addEventListener("submit", (event) => this.#submitted(event));
    this.addEventListener("click", (event) => this.#clicked(event));
    document.addEventListener("click", (event) => this.#closeMenus(event.target), { signal: this.gone });
    this.#connection = new Connection(`/ws/tables/${this.dataset.id}`);
    this.#connection.addEventListener("message", (event) => this.#heard(event.detail));
    this.#connection.addEventListener("lost", () => this.#lost());
    this.#connection.addEventListener("gone", () => this.#gone());
    this.#connection.addEventListener("found", () => this.note("Connected again."));
    this.#connection.open();
    this.#showLatest();
  }

  disconnectedCallback() {
    this.#leaving.abort();
    this.#connection.close();
  }

  /** Does something at the table: a call, a card, a wish; the number of the message, 0 if none could be sent. */
  act(act, value = "") {
    this.#pace.hurry();
    // A call or card answers what is shown; the other acts hold whatever has happened meanwhile.
    const since = act === "call" || act === "play" ? Number(this.dataset.number) : null;
    const number = this.#connection.send({ act, value, since });
    if (!number && this.dataset.wire === "gone") this.#gone();
    else if (!number) this.note("There is no connection, so that was not done.");
    return number;
  }

  /** Plays a card, asking once more where that is wanted. */
  play(card) {
    const button = this.querySelector(`button.card[data-card="${card}"]`);
    if (button && mustConfirm(button)) this.#arm(button);
    else this.act("play", card);
  }

  /** Presses a button of the table, if it is there. */
  press(act) {
    const button = this.querySelector(`button[name="act"][value="${act}"]`);
    if (button) this.act(act);
    return button !== null;
  }

  /** Opens or closes a menu; what is to be filled in or pressed in it has the focus. */
  toggle(key) {
    const menu = this.querySelector(`details[data-key="${key}"]`);
    if (!menu) return false;
    const hadFocus = menu.contains(document.activeElement);
    this.#closeMenus(menu);
    menu.open = !menu.open;
    if (menu.open) begin(menu);
    else if (hadFocus) menu.querySelector("summary").focus();
    return true;
  }

  /** Follows a link of the table, if it is there. */
  follow(key) {
    const link = document.querySelector(`a[data-key="${key}"]`);
    link?.click();
    return link !== null;
  }

  /** Space: the trick is picked up, and the robots go on if they wait for that. */
  goOn() {
    const hasHurried = this.#pace.hurry();
    return this.press("continue") || hasHurried;
  }

  /** Says something for a moment, or until something else is said. */
  note(text, isLasting = false) {
    const note = this.querySelector(".note");
    clearTimeout(this.#noteTimer);
    note.textContent = text;
    note.hidden = !text;
    if (!isLasting) this.#noteTimer = setTimeout(() => (note.hidden = true), NOTE);
  }

  #heard(message) {
    this.dataset.wire = "open";
    if (message.type === "scene") this.#pace.push(message);
    else if (this.#claim && message.id === this.#claim) this.#answered(message);
    else if (message.type === "error") this.note(sentence(message.text));
  }

  /** A claim is judged; one that could not be is asked for again where it was typed. */
  #answered({ type, text }) {
    this.#claim = 0;
    const wrong = this.querySelector("#claim-wrong");
    if (type !== "error") return this.#closeMenus(null);
    if (!wrong) return this.note(sentence(text));
    wrong.closest("details").open = true;
    begin(wrong.closest("details"));
    wrong.textContent = sentence(text);
    wrong.hidden = false;
  }

  #gone() {
    this.dataset.wire = "gone";
    this.note(GONE, true);
    const link = Object.assign(document.createElement("a"), { href: "/new", textContent: "Open a new table" });
    this.querySelector(".note").append(" ", link);
  }

  #lost() {
    this.#isFirst = true;
    this.dataset.wire = "lost";
    this.note("The connection is lost. Trying again; nothing is forgotten.", true);
  }

  async #show(scene) {
    const felt = this.#region("felt");
    const isNews = !this.#isFirst;
    this.#isFirst = false;
    if (isNews && isNextTrick(felt, scene.regions.felt)) await gather(felt);
    const before = isNews ? places(felt) : new Map();
    if (isNews && scene.flags.phase !== this.dataset.phase) appear(this.children);
    const hasEnded = isNews && scene.flags.phase === "ended" && this.dataset.phase !== "ended";
    for (const [name, markup] of Object.entries(scene.regions)) swap(this.#region(name), markup);
    this.dataset.number = scene.number;
    this.dataset.phase = scene.flags.phase;
    this.dataset.mine = scene.flags.is_mine ? "yes" : "no";
    for (const field of this.querySelectorAll("input[name=since]")) field.value = scene.number;
    if (scene.regions.felt) slide(felt, before);
    if (isNews && scene.regions.advice) this.#region("advice").querySelector(".lead")?.scrollIntoView({ block: "nearest" });
    if (hasEnded) this.scrollIntoView(); // the result is at its top
    this.querySelector("ot-auction").renew();
    const refusal = this.#hearing.hear(scene, !isNews).findLast((said) => said.includes(REFUSED));
    if (refusal) this.note(refusal);
    this.#showLatest();
  }

  /** The end of what grows is what one wants to see. */
  #showLatest() {
    for (const each of this.querySelectorAll(".log, [data-region=auction]")) each.scrollTop = each.scrollHeight;
  }

  #submitted(event) {
    const { target: form, submitter } = event;
    if (this.dataset.wire === undefined) return; // Not connected yet: the form is sent as it is.
    event.preventDefault();
    if (form.id === "play" && mustConfirm(submitter)) return this.#arm(submitter);
    const fields = new FormData(form, submitter);
    this.#keys.forget();
    if (form.id !== "claim") this.#closeMenus(null);
    const number = this.act(fields.get("act"), fields.get("value") ?? "");
    if (form.id === "claim") this.#claim = number;
  }

  #arm(card) {
    for (const other of this.querySelectorAll(".armed")) other.classList.remove("armed");
    card.classList.add("armed");
    this.note("Once more to play it.");
  }

  #clicked(event) {
    const share = event.target.closest("[data-share]");
    if (share && navigator.clipboard) {
      event.preventDefault();
      navigator.clipboard.writeText(share.href).then(() => this.note("The link is copied."), () => (location.href = share.href));
    }
    const menu = event.target.closest("details.menu > summary")?.parentElement;
    if (menu) {
      event.preventDefault();
      this.toggle(menu.dataset.key);
    }
    const isPointer = event.detail > 0;
    // The next space is to go on, not to press the same button again.
    if (isPointer) event.target.closest("button:not(.made)")?.blur();
    if (event.target.closest(".felt") && !event.target.closest("button")) this.#pace.hurry();
  }

  #closeMenus(target) {
    for (const menu of this.querySelectorAll("details.menu[open]")) if (!menu.contains(target)) menu.open = false;
  }

  #region(name) {
    return this.querySelector(`[data-region="${name}"]`);
  }
}

/** What is to be filled in or pressed in a menu has the focus, and nothing of the last time is in it. */
function begin(menu) {
  const first = menu.querySelector(".pop :is(input, button)");
  for (const wrong of menu.querySelectorAll(".wrong")) wrong.hidden = true;
  if (first?.matches("input")) first.value = "";
  first?.focus();
}

function isNextTrick(felt, markup) {
  const number = felt.querySelector(".trick")?.dataset.number;
  return markup !== undefined && number !== undefined && !markup.includes(`data-number="${number}"`);
}

function mustConfirm(card) {
  return document.documentElement.dataset.confirm === "yes" && !card.classList.contains("armed");
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

customElements.define("ot-table", OtTable);
