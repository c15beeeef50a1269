// How it looks and works: light or dark, two or four colours, keys, and whether a card is confirmed. In the head, so that nothing flashes.
(() => {
  const root = document.documentElement;
  const settings = {
    theme: { label: "Light or dark", values: { auto: "As the system", light: "Light", dark: "Dark" } },
    deck: { label: "Suits", values: { two: "Two colours", four: "Four colours" } },
    keys: { label: "Keys", values: { on: "On", off: "Off" } },
    confirm: { label: "Playing a card", values: { no: "One click", yes: "Click twice" } },
  };

  const kept = (name) => {
    try {
      return localStorage.getItem(`overtrick-${name}`);
    } catch {
      return null; // Storage may be forbidden; the first choice holds then.
    }
  };
  const value = (name) => (kept(name) in settings[name].values ? kept(name) : Object.keys(settings[name].values)[0]);
  const show = () => Object.keys(settings).forEach((name) => (root.dataset[name] = value(name)));
  const keep = (name, chosen) => {
    try {
      localStorage.setItem(`overtrick-${name}`, chosen);
    } catch {
      // Then it holds for this page only.
    }
    root.dataset[name] = chosen;
  };

  const choice = (name) => {
    const field = Object.assign(document.createElement("label"), { className: "choice", textContent: settings[name].label });
    const select = Object.assign(document.createElement("select"), { name });
    for (const [key, text] of Object.entries(settings[name].values))
      select.append(new Option(text, key, false, key === value(name)));
    select.addEventListener("change", () => keep(name, select.value));
    field.append(select);
    return field;
  };

  customElements.define("ot-look", class extends HTMLElement {
    connectedCallback() {
      const menu = Object.assign(document.createElement("details"), { className: "menu" });
      const summary = Object.assign(document.createElement("summary"), { className: "act quiet", textContent: "Look" });
      const pop = Object.assign(document.createElement("div"), { className: "pop look" });
      pop.append(...Object.keys(settings).map(choice));
      menu.append(summary, pop);
      this.replaceChildren(menu);
      document.addEventListener("click", (event) => menu.contains(event.target) || (menu.open = false));
      menu.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        menu.open = false;
        summary.focus();
      });
    }
  });

  show();
  addEventListener("storage", show);
})();
