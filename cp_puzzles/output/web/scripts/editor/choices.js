import { button, make } from "../page/dom.js";

// A group of toggles of which one is pressed.
export function choices(list, label, onChange, first = list[0][0]) {
  const group = make("div", { className: "choices", role: "group", "aria-label": label });
  const set = (value) => {
    group.dataset.value = value;
    for (const node of group.children) node.setAttribute("aria-pressed", node.dataset.value === value);
  };
  group.append(...list.map(([value, text]) => button(text, () => { set(value); onChange(value); }, { data: { value } })));
  set(first);
  group.set = set;
  return group;
}
