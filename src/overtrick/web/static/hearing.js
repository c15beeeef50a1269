// What happened, sentence by sentence, in a live region: nothing is said twice.

const MOST = 80;

export class Hearing {
  #log;
  #latest;
  #last;

  /** The page arrives with all that was said up to the scene it was drawn from. */
  constructor(table, last) {
    const log = table.querySelector(".log");
    this.#log = log;
    this.#latest = table.querySelector(".latest");
    this.#last = last;
    // Only where it is shown is there something to scroll, and so a place for the focus.
    new ResizeObserver(() => (log.tabIndex = log.clientHeight > 1 ? 0 : -1)).observe(log);
  }

  /** Says what is new in a scene, and tells it; one that comes first on a wire tells the whole board. */
  hear({ said, numbers }, isFirst) {
    const news = numbers ? said.filter((_, place) => numbers[place] > this.#last) : isFirst ? this.#unheard(said) : said;
    this.#last = Math.max(this.#last, ...(numbers ?? []));
    this.#log.append(...news.map((text) => Object.assign(document.createElement("p"), { textContent: text })));
    if (news.length) this.#latest.textContent = news.at(-1);
    while (this.#log.childElementCount > MOST) this.#log.firstElementChild.remove();
    return isFirst ? [] : news;
  }

  #unheard(said) {
    const heard = [...this.#log.children].map((each) => each.textContent);
    const isSame = heard.every((text, place) => place >= said.length || said[place] === text);
    return isSame ? said.slice(heard.length) : said;
  }
}
