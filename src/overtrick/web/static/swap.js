// New markup for a region, with the focus, the open menus and what was typed kept.

export function swap(region, markup) {
  const hadFocus = region.contains(document.activeElement);
  const { key: focused, slot } = hadFocus ? document.activeElement.dataset : {};
  const open = [...region.querySelectorAll("details[open]")].map((each) => each.dataset.key);
  const typed = [...region.querySelectorAll("details[open] input[data-key]")].map((each) => [each.dataset.key, each.value]);

  const template = document.createElement("template");
  template.innerHTML = markup;
  region.replaceChildren(template.content);

  for (const key of open) keyed(region, key)?.setAttribute("open", "");
  for (const [key, value] of typed) if (keyed(region, key)) keyed(region, key).value = value;
  if (hadFocus) (keyed(region, focused) ?? slotted(region, slot) ?? region.closest("ot-table")).focus({ preventScroll: true });
}

function keyed(region, key) {
  return (key && region.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`)) || null;
}

/** The button that has taken the place of another. */
function slotted(region, slot) {
  return (slot && region.querySelector(`[data-slot="${CSS.escape(slot)}"]`)) || null;
}
