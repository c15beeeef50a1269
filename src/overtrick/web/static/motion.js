// Cards that move: from a hand to the trick, and the trick to who won it.

const SLIDE = { duration: 260, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const GATHER = { duration: 240, easing: "ease-in", fill: "forwards" };

const APPEAR = { duration: 200, easing: "ease-out" };

const isStill = () => document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Where every card is now. */
export function places(felt) {
  const found = new Map();
  if (isStill()) return found;
  for (const card of felt.querySelectorAll("[data-card]")) found.set(card.dataset.card, card.getBoundingClientRect());
  return found;
}

/** Moves the cards of the felt from where they were. */
export function slide(felt, before) {
  if (isStill() || before.size === 0) return;
  for (const card of felt.querySelectorAll("[data-card]")) {
    const from = before.get(card.dataset.card) ?? (card.dataset.place && seatOf(felt, card.dataset.place));
    if (from) moveFrom(card, from);
  }
}

/** Fades in what stands elsewhere in the next part of a board. */
export function appear(parts) {
  if (isStill()) return;
  for (const part of parts) if (part.matches("ot-auction, .side, .felt-region")) part.animate([{ opacity: 0 }, {}], APPEAR);
}

/** Takes the finished trick to the seat that won it. */
export async function gather(felt) {
  const trick = felt.querySelector(".trick");
  if (!trick || !trick.dataset.winner || trick.classList.contains("gathered")) return;
  const winner = seatOf(felt, trick.dataset.winner);
  if (!isStill() && winner) {
    const moves = [...trick.children].map((card) => moveTo(card, winner).finished);
    await Promise.allSettled(moves);
  }
  trick.classList.add("gathered");
}

function seatOf(felt, place) {
  return felt.querySelector(`.seat[data-place="${place}"] .plate`)?.getBoundingClientRect();
}

function moveFrom(card, from) {
  const to = card.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  if (Math.abs(x) + Math.abs(y) < 2) return;
  const scale = Math.min(1.6, Math.max(0.4, from.width / to.width));
  const start = { transformOrigin: "0 0", transform: `translate(${x}px, ${y}px) scale(${scale})` };
  card.animate([start, { transformOrigin: "0 0", transform: "none" }], SLIDE);
}

function moveTo(card, to) {
  const from = card.getBoundingClientRect();
  const x = to.left + to.width / 2 - from.left - from.width / 2;
  const y = to.top + to.height / 2 - from.top - from.height / 2;
  return card.animate([{}, { transform: `translate(${x}px, ${y}px) scale(0.4)`, opacity: 0 }], GATHER);
}
