// The wire to a table: acts out, scenes in, and a new try when it breaks.

const FIRST_WAIT = 400;
const LONGEST_WAIT = 5000;
const NO_TABLE = 4404;

export class Connection extends EventTarget {
  #path;
  #socket = null;
  #wait = FIRST_WAIT;
  #number = 0;
  #timer = 0;
  #wasLost = false;

  constructor(path) {
    super();
    this.#path = path;
  }

  open() {
    clearTimeout(this.#timer);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}`);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", (event) => this.#tell("message", JSON.parse(event.data)));
    socket.addEventListener("close", (event) => socket === this.#socket && this.#closed(event));
  }

  close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  /** Sends an act, and tells its number; 0 if there is no connection. */
  send(act) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return 0;
    this.#number += 1;
    this.#socket.send(JSON.stringify({ id: this.#number, ...act }));
    return this.#number;
  }

  #opened() {
    if (this.#wasLost) this.#tell("found");
    this.#wait = FIRST_WAIT;
    this.#wasLost = false;
  }

  #closed(event) {
    if (event.code === NO_TABLE) return this.#tell("gone");
    if (!this.#wasLost) this.#tell("lost");
    this.#wasLost = true;
    this.#timer = setTimeout(() => this.open(), this.#wait);
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
