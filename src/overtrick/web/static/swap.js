// New markup for a region, with the focus, the open menus and what was typed kept.

export function swap(region, markup) {
  const focused = region.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const hadFocus = region.contains(document.activeElement);
  const open = [...region.querySelectorAll("details[open]")].map((each) => each.dataset.key);
  const typed = [...region.querySelectorAll("input[data-key]")].map((each) => [each.dataset.key, each.value]);

  const template = document.createElement("template");
  template.innerHTML = markup;
  region.replaceChildren(template.content);

  for (const key of open) keyed(region, key)?.setAttribute("open", "");
  for (const [key, value] of typed) if (keyed(region, key)) keyed(region, key).value = value;
  if (hadFocus) (keyed(region, focused) ?? region.closest("ot-table")).focus({ preventScroll: true });
}

function keyed(region, key) {
  return key && region.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
}
