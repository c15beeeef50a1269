// <ot-suit>: the page of a suit combination without reloading it, its tree and its grid by keyboard.

const PATIENCE = 300; // milliseconds before "working" is said

class OtSuit extends HTMLElement {
  #asking = new AbortController(); // the last question: those before it are given up

  connectedCallback() {
    this.addEventListener("submit", (event) => this.#submit(event));
    this.addEventListener("click", (event) => this.#follow(event));
    this.addEventListener("toggle", () => this.#keepPath(), true);
    this.addEventListener("keydown", (event) => this.#key(event));
    for (const kind of ["pointerover", "focusin"]) this.addEventListener(kind, (event) => this.#tell(event));
    addEventListener("popstate", this.#back);
    this.#arrange();
  }

  disconnectedCallback() {
    removeEventListener("popstate", this.#back);
    this.#asking.abort();
  }

  #back = () => this.#load(location.href);

  // Questions: the server draws the page, and its parts are swapped in

  #submit(event) {
    event.preventDefault();
    const given = [...new FormData(event.target)].filter(([, value]) => value.trim());
    this.#go(`/suit?${new URLSearchParams(given)}`, !matchMedia("(min-width: 1000px)").matches);
  }

  #follow(event) {
    const link = event.target.closest("a[href^='/suit']");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#go(link.href);
  }

  #go(address, showsAnswer = false) {
    history.pushState(null, "", address);
    this.#load(address, showsAnswer);
  }

  // On a narrow page the answer is below the question: go there.
  async #load(address, showsAnswer = false) {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    const waiting = setTimeout(() => this.#wait(), PATIENCE);
    signal.addEventListener("abort", () => clearTimeout(waiting));
    try {
      await workedOut(address, signal, (told) => this.#progress(told));
      const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const parts = page.querySelector("ot-suit [data-parts]");
      if (signal.aborted) return;
      if (!parts) return void location.reload();
      this.#swap(parts, page.title, showsAnswer);
    } catch {
      if (!signal.aborted) this.#show("The server does not answer.");
    }
    if (signal.aborted) return;
    clearTimeout(waiting);
    this.#rest();
  }

  // Only who waits is told: most answers come at once

  #wait() {
    this.setAttribute("aria-busy", "true");
    this.#show("Working it out…");
  }

  #rest() {
    this.removeAttribute("aria-busy");
    this.querySelector("[data-bar]").hidden = true;
  }

  #progress({ words, done, of }) {
    if (!this.hasAttribute("aria-busy")) return;
    this.#show(of ? `Working it out… ${words} (${done} of ${of} done)` : `Working it out… ${words}`);
    const bar = this.querySelector("[data-bar]");
    bar.hidden = !of;
    if (of) Object.assign(bar, { max: of, value: done });
  }

  #swap(parts, title, showsAnswer) {
    const focused = document.activeElement?.id;
    this.querySelector("[data-parts]").replaceWith(document.adoptNode(parts));
    document.title = title;
    this.#arrange();
    const wrong = this.querySelector("[data-wrong]");
    const heading = this.querySelector("#line");
    const again = wrong || (showsAnswer && heading) || (focused && document.getElementById(focused));
    again?.focus({ preventScroll: true });
    if (wrong || (showsAnswer && heading)) again.scrollIntoView({ block: wrong ? "nearest" : "start" });
    const odds = this.querySelector(".odds strong");
    this.#say(heading && odds ? `${heading.textContent}: ${odds.textContent}.` : "");
  }

  // For those who listen; what is news to those who look is shown, too

  #say(text, isShown = false) {
    this.querySelector("[data-said]").textContent = text;
    this.querySelector("[data-status]").classList.toggle("hidden", !isShown);
  }

  #show(text) {
    this.#say(text, true);
  }

  // One stop of the tab key for the whole grid; the arrows walk through it

  #arrange() {
    this.#cells().forEach((cell, place) => {
      cell.tabIndex = place ? -1 : 0;
      cell.removeAttribute("title");
    });
  }

  #cells() {
    return [...this.querySelectorAll("[data-layouts] .cell")];
  }

  #tell(event) {
    const cell = event.target.closest?.(".cell");
    if (cell) this.querySelector("[data-told]").textContent = cell.getAttribute("aria-label");
  }

  #key(event) {
    if (event.target.matches(".cell")) this.#walkGrid(event);
    else if (event.target.matches("[data-tree] summary")) this.#walkTree(event);
  }

  #walkGrid(event) {
    const cells = this.#cells();
    const here = cells.indexOf(event.target);
    const steps = { ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1, Home: 0, End: cells.length - 1 };
    const next = cells[steps[event.key]];
    if (!next) return;
    event.preventDefault();
    event.target.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  // The tree: up and down among what is seen, right opens, left closes or goes back

  #walkTree(event) {
    const branch = event.target.parentElement;
    const outer = branch.parentElement.closest("details")?.firstElementChild;
    const seen = [...this.querySelectorAll("[data-tree] summary")].filter((each) => each.checkVisibility());
    const here = seen.indexOf(event.target);
    if (event.key === "ArrowDown") seen[here + 1]?.focus();
    else if (event.key === "ArrowUp") seen[here - 1]?.focus();
    else if (event.key === "ArrowRight") branch.open = true;
    else if (event.key === "ArrowLeft" && branch.open) branch.open = false;
    else if (event.key === "ArrowLeft") outer?.focus();
    else return;
    event.preventDefault();
  }

  #keepPath() {
    let open = this.querySelector("[data-tree]");
    if (!open) return;
    let path = "";
    while ((open = open.querySelector(":scope > .step > .answers > li > details[open]"))) path = open.dataset.path;
    const address = new URL(location.href);
    if (path) address.searchParams.set("path", path);
    else address.searchParams.delete("path");
    history.replaceState(null, "", address);
  }
}

// The work piece by piece, until the server has all of it or says what is wrong; its page then comes at once.
function workedOut(address, signal, tell) {
  const asked = new URL(address, location.href);
  return new Promise((ended) => {
    if (signal.aborted) return ended();
    const source = new EventSource(`/api/suit/events${asked.search}`);
    const end = () => {
      source.close();
      ended();
    };
    source.addEventListener("progress", (event) => tell(JSON.parse(event.data)));
    for (const name of ["answer", "wrong", "error"]) source.addEventListener(name, end);
    signal.addEventListener("abort", end);
  });
}

customElements.define("ot-suit", OtSuit);
