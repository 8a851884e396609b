// Search of the header, also by Ctrl+K, ⌘K and "/": a dialog with a combobox (ARIA pattern). scripts/combobox.js has the
// keyboard of its list.
const link = document.querySelector("a[data-palette]");
// the addresses of the pages that were opened last; the service names those that the user can open
const RECENT = "authdock-recent";
const MOST_RECENT = 8;
const recent = () => (localStorage.getItem(RECENT) ?? "").split(",").filter((page) => page.startsWith("/"));
const others = () => recent().filter((page) => page !== location.pathname);
try {
  // another user of this browser starts with none
  if (!link) localStorage.removeItem(RECENT);
  else localStorage.setItem(RECENT, [location.pathname, ...others()].slice(0, MOST_RECENT).join());
} catch {
  // the browser keeps nothing
}
if (link) {
  const DEBOUNCE = 150; // milliseconds
  const { palette: address, label, results, close, none, failed, found } = link.dataset;
  const title = link.textContent.trim();
  const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

  const h = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  };

  const button = h("button", {
    type: "button",
    class: link.className,
    "aria-haspopup": "dialog",
    "aria-keyshortcuts": "Control+K Meta+K /",
  });
  button.append(...link.childNodes, h("kbd", { "aria-hidden": "true" }, isMac ? "⌘K" : "Ctrl K"));
  link.replaceWith(button);

  const input = h("input", {
    type: "text",
    class: "form-control",
    role: "combobox",
    "aria-label": label,
    placeholder: label,
    "aria-autocomplete": "list",
    "aria-controls": "palette-list",
    "aria-expanded": "true",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    enterkeyhint: "go",
    maxlength: "255",
  });
  const list = h("div", { id: "palette-list", role: "listbox", "aria-label": results });
  const status = h("p", { class: "palette-status", role: "status" });
  const closing = h("button", { type: "button", class: "btn" }, close);
  const dialog = h(
    "dialog",
    { class: "palette card", "aria-label": title },
    h("div", { class: "palette-head" }, input, closing),
    list,
    status,
  );
  document.body.append(dialog);

  /** Sends a form of the service, with the CSRF token of the others. */
  const send = (to, fields) => {
    const back = location.pathname + location.search;
    const { value: _csrf } = document.querySelector('input[name="_csrf"]');
    const inputs = Object.entries({ ...fields, back, _csrf }).map(([name, value]) =>
      h("input", { type: "hidden", name, value }),
    );
    const form = h("form", { method: "post", action: to, hidden: "" }, ...inputs);
    document.body.append(form);
    form.submit();
  };
  const optionOf = ({ label: text, detail, to, fields }, index) => {
    const more = detail === null ? [] : [" ", h("small", {}, detail)];
    const attributes = { role: "option", id: `palette-${index}`, tabindex: "-1", "aria-selected": "false" };
    if (fields === null) return h("a", { ...attributes, href: to }, text, ...more);
    const option = h("button", { ...attributes, type: "button" }, text, ...more);
    option.addEventListener("click", () => send(to, fields));
    return option;
  };
  const deselect = () => {
    input.removeAttribute("aria-activedescendant");
    list.querySelector('[aria-selected="true"]')?.setAttribute("aria-selected", "false");
  };
  const show = (groups) => {
    deselect();
    let count = 0;
    const parts = groups.map((group) => {
      const options = group.results.map((result) => optionOf(result, count++));
      const heading = h("div", { class: "palette-group", "aria-hidden": "true" }, group.label);
      return h("div", { role: "group", "aria-label": group.label }, heading, ...options);
    });
    list.replaceChildren(...parts);
    list.scrollTop = 0;
    list.hidden = count === 0;
    input.setAttribute("aria-expanded", String(count > 0));
    status.textContent = count === 0 ? none : found.replace("%count%", count);
    // Enter opens the best result of a search
    const first = input.value.trim() === "" ? null : list.querySelector('[role="option"]');
    if (!first) return;
    first.setAttribute("aria-selected", "true");
    input.setAttribute("aria-activedescendant", first.id);
  };

  let timer;
  let asked;
  const search = async () => {
    asked?.abort();
    asked = new AbortController();
    const { signal } = asked;
    try {
      const query = new URLSearchParams({ search: input.value });
      if (input.value.trim() === "" && others().length > 0) query.set("recent", others().join());
      const response = await fetch(`${address}?${query}`, {
        signal,
        headers: { Accept: "application/json" },
      });
      if (!response.ok) throw new Error(String(response.status));
      const { data } = await response.json();
      show(data.groups);
    } catch {
      if (signal.aborted) return;
      deselect();
      list.replaceChildren();
      list.hidden = true;
      status.textContent = failed;
    }
  };
  input.addEventListener("input", () => {
    // neither the results that are shown nor those of a running search answer the new text
    asked?.abort();
    deselect();
    clearTimeout(timer);
    timer = setTimeout(search, DEBOUNCE);
  });
  // Enter before the results are there shows them on the search page
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || input.hasAttribute("aria-activedescendant")) return;
    event.preventDefault();
    location.assign(`${link.href}?${new URLSearchParams({ search: input.value })}`);
  });

  const open = () => {
    if (document.querySelector("dialog[open]")) return;
    input.value = "";
    list.replaceChildren();
    status.textContent = "";
    dialog.showModal(); // returns the focus when it closes
    input.focus();
    void search();
  };
  button.addEventListener("click", open);
  closing.addEventListener("click", () => dialog.close());
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // keeps the focus in the input
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest('[role="option"]')) dialog.close();
  });
  dialog.addEventListener("close", () => {
    clearTimeout(timer);
    asked?.abort();
  });

  const isTyping = ({ target }) =>
    target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
  // on the window, so that a page with its own "/" comes first
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey) return;
    const hasControl = event.ctrlKey || event.metaKey;
    const isShortcut = hasControl
      ? event.key.toLowerCase() === "k" && !event.shiftKey
      : event.key === "/" && !isTyping(event);
    if (!isShortcut) return;
    event.preventDefault();
    open();
  });
}
