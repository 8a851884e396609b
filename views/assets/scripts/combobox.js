// Keyboard of every combobox (ARIA pattern): the focus stays in the input, the arrow keys move through the options of its
// list, and Enter clicks the active option.
const optionsOf = (list) => [...list.querySelectorAll('[role="option"]:not([hidden])')];

const activate = (input, list, option) => {
  list.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
  option.setAttribute("aria-selected", "true");
  option.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", option.id);
};

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (
    !input.matches('[role="combobox"]') ||
    event.isComposing ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  )
    return;
  const list = document.getElementById(input.getAttribute("aria-controls"));
  const options = list.hidden ? [] : optionsOf(list);
  const active = options.findIndex((option) => option.id === input.getAttribute("aria-activedescendant"));
  if (event.key === "Enter" && active >= 0) options[active].click();
  else if (event.key === "ArrowDown" && options.length > 0)
    activate(input, list, options[(active + 1) % options.length]);
  else if (event.key === "ArrowUp" && options.length > 0)
    activate(input, list, options.at(active <= 0 ? -1 : active - 1));
  else return;
  event.preventDefault();
});
