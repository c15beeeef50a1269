// <ot-deal>: steps through the play without leaving the page, and follows the analysis as it comes.
// The server draws every position; here its regions are swapped in, and no rule of bridge is known.

const KEYS = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
const FIELDS = "input, select, textarea, summary, [contenteditable]";

class OtDeal extends HTMLElement {
  connectedCallback() {
    this.leaving = new AbortController();
    const until = { signal: this.leaving.signal };
    this.addEventListener("click", (event) => this.onClick(event), until);
    document.addEventListener("keydown", (event) => this.onKey(event), until);
    window.addEventListener("popstate", () => this.go(location.href, false), until);
    this.follow();
  }

  disconnectedCallback() {
    this.leaving.abort();
    this.asking?.abort();
    this.source?.close();
  }

  onClick(event) {
    const link = event.target.closest("a[data-go]");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.href, true);
  }

  onKey(event) {
    const step = KEYS[event.key];
    if (!step || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (event.target.closest?.(FIELDS)) return;
    const link = this.querySelector(`a[data-step="${step}"]`);
    if (!link) return;
    event.preventDefault();
    this.go(link.href, true);
  }

  // Steps that are asked for while one is on its way take its place.
  async go(address, isNew) {
    this.asking?.abort();
    const asking = (this.asking = new AbortController());
    try {
      const answer = await fetch(address, { signal: asking.signal, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const drawn = page.querySelector("ot-deal");
      if (asking.signal.aborted) return;
      if (!answer.ok || drawn?.dataset.analysis !== this.dataset.analysis) return void location.assign(address);
      if (isNew) history.pushState(null, "", address);
      this.swap(drawn);
    } catch {
      if (!asking.signal.aborted) this.say("The server does not answer; please try again.");
    }
  }

  swap(drawn) {
    const key = this.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    for (const name of ["felt", "record"]) {
      const fresh = drawn.querySelector(`[data-region="${name}"]`);
      this.region(name).replaceChildren(...fresh.childNodes);
    }
    if (key) this.refocus(key);
    this.say(this.querySelector("[data-words]")?.textContent.trim() ?? "");
  }

  // A card that was played is gone: the steps are the nearest thing to it.
  refocus(key) {
    const kept = this.querySelector(`[data-key="${CSS.escape(key)}"]`);
    (kept ?? this.querySelector('[data-key="next"]'))?.focus({ preventScroll: true });
  }

  region(name) {
    return this.querySelector(`[data-region="${name}"]`);
  }

  say(words) {
    this.querySelector("[data-live]").textContent = words;
  }

  // The analysis

  follow() {
    const found = this.querySelector("[data-squeezes]");
    if (!this.dataset.analysis || found.childElementCount) return;
    const source = (this.source = new EventSource(this.dataset.analysis));
    const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
    on("progress", (told) => this.progress(told));
    on("table", (told) => { if (!this.querySelector(".dd")) this.region("solved").innerHTML = told.html; });
    on("auction", (told) => (this.region("auction").innerHTML = told.html));
    on("squeeze", (told) => found.insertAdjacentHTML("beforeend", told.html));
    for (const name of ["done", "wrong"]) on(name, (told) => this.ended(told.words));
    source.onerror = () => this.ended("The analysis was interrupted; reload the page to begin again.");
  }

  progress(told) {
    const count = told.of > 1 ? ` (${told.done + 1} of ${told.of})` : "";
    this.querySelector("[data-progress]").textContent = `${told.words}${count} …`;
  }

  ended(words) {
    this.source.close();
    this.querySelector("[data-progress]").textContent = words;
    this.say(words);
  }
}

customElements.define("ot-deal", OtDeal);
