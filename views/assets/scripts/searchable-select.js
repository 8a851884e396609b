// Long choices: a combobox that searches the options of a native select, which keeps the value of the form.
const plain = (text) => text.replaceAll("_", " ").normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();

const make = (name, properties, attributes) => {
  const element = Object.assign(document.createElement(name), properties);
  for (const [key, value] of Object.entries(attributes)) if (value) element.setAttribute(key, value);
  return element;
};

for (const select of document.querySelectorAll("select[data-searchable]")) {
  const { id } = select;
  const label = document.querySelector(`label[for="${id}"]`).textContent.trim();
  const textOfChoice = () => select.selectedOptions[0]?.textContent.trim() ?? "";
  // the input takes the id, so that the label and links to an error lead to it
  select.id = `${id}-choice`;
  const input = make(
    "input",
    { id, type: "text", autocomplete: "off", spellcheck: false, value: textOfChoice() },
    {
      class: select.classList.contains("is-invalid") ? "form-control is-invalid" : "form-control",
      role: "combobox",
      autocapitalize: "none",
      enterkeyhint: "done",
      "aria-autocomplete": "list",
      "aria-controls": `${id}-list`,
      "aria-expanded": "false",
      "aria-invalid": select.getAttribute("aria-invalid"),
      "aria-describedby": select.getAttribute("aria-describedby"),
    },
  );
  const list = make(
    "div",
    { id: `${id}-list`, hidden: true },
    { role: "listbox", class: "combobox-list", "aria-label": label },
  );
  const status = make("p", {}, { role: "status", class: "visually-hidden" });
  const none = make("p", { textContent: select.dataset.none }, { class: "combobox-none" });
  const options = [...select.options].map(({ value, textContent }, index) => {
    const text = textContent.trim();
    const shown = make(
      "div",
      { id: `${id}-${index}`, textContent: text },
      { role: "option", "aria-selected": "false", "data-value": value },
    );
    return { shown, searched: plain(text) };
  });
  const box = make("div", {}, { class: "combobox" });
  select.before(box);
  box.append(input, list, status);
  select.hidden = true;
  select.required = false;

  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    status.textContent = "";
  };
  const restore = () => {
    close();
    input.value = textOfChoice();
  };
  // an empty search and the unchanged text show every option
  const show = () => {
    const words = input.value === textOfChoice() ? [] : plain(input.value).split(/\s+/);
    const found = options.filter(({ searched }) => words.every((word) => searched.includes(word)));
    for (const { shown } of options) shown.setAttribute("aria-selected", "false");
    list.replaceChildren(...(found.length > 0 ? found.map(({ shown }) => shown) : [none]));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    input.removeAttribute("aria-activedescendant");
    status.textContent =
      found.length > 0 ? select.dataset.found.replace("%count%", found.length) : select.dataset.none;
    if (words.length > 0) return;
    const chosen = found.find(({ shown }) => shown.dataset.value === select.value);
    if (!chosen) return;
    chosen.shown.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", chosen.shown.id);
    list.scrollTop = chosen.shown.offsetTop - list.clientHeight / 2;
  };

  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => list.hidden && show());
  input.addEventListener("input", show);
  input.addEventListener("blur", restore);
  input.addEventListener("keydown", (event) => {
    if (list.hidden && ["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation(); // only opens the list
      show();
    } else if (!list.hidden && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      restore();
    }
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus in the input
  list.addEventListener("click", ({ target }) => {
    const option = target.closest('[role="option"]');
    if (!option) return;
    select.value = option.dataset.value;
    select.dispatchEvent(new Event("change", { bubbles: true }));
    restore();
  });
}
