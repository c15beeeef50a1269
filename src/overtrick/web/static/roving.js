// The bidding box is one stop of the Tab key: the arrow keys go from call to call.

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };
const ROWS = { ArrowUp: -1, ArrowDown: 1 };

/** Leaves one call that Tab reaches: the focused one, the one of before, or the first. */
export function settle(root) {
  const all = calls(root);
  const stop = all.find((each) => each === document.activeElement) ?? all.find((each) => each.matches("[tabindex='0']")) ?? all[0];
  for (const each of root.querySelectorAll(".bid")) each.tabIndex = each === stop ? 0 : -1;
}

/** Goes where an arrow key points, if it points to a call. */
export function arrow(root, event) {
  const from = event.target.closest?.(".bid");
  if (!from || event.ctrlKey || event.metaKey || event.altKey) return;
  const to = event.key in ROWS ? above(calls(root), from, ROWS[event.key]) : beside(calls(root), from, STEPS[event.key]);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

function calls(root) {
  return [...root.querySelectorAll(".bid:enabled")].filter((each) => each.offsetParent);
}

function beside(all, from, step) {
  return step && all[all.indexOf(from) + step];
}

/** The call next above or below: in the nearest row the nearest one. */
function above(all, from, step) {
  const at = middle(from);
  const away = all.map((each) => ({ each, x: Math.abs(middle(each).x - at.x), y: (middle(each).y - at.y) * step }));
  return away.filter(({ y }) => y > 1).sort((one, other) => one.y - other.y || one.x - other.x)[0]?.each;
}

function middle(call) {
  const { left, top, width, height } = call.getBoundingClientRect();
  return { x: left + width / 2, y: Math.round(top + height / 2) };
}
