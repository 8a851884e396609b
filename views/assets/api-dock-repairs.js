// What parts of Swagger UI that stay as they are do not tell those who hear or type: names of fields, reachable code.

const nearest = (element, selector) =>
  element.closest("tr, .opblock-section-request-body, .dock-success")?.querySelector(selector);
const nameOf = (element) =>
  nearest(element, ".parameter__name")?.firstChild?.textContent?.trim() ??
  element.getAttribute("placeholder");

const setOnce = (element, name, value) => {
  if (value && !element.hasAttribute(name)) element.setAttribute(name, value);
};

const REPAIRS = {
  "input:not([type=hidden]), textarea, select": (field) => {
    if (!field.labels?.length) setOnce(field, "aria-label", nameOf(field));
  },
  "pre, .highlight-code > div, .body-param__example": (code) => {
    if (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight)
      setOnce(code, "tabindex", "0");
  },
};

function repair(root) {
  for (const [selector, mend] of Object.entries(REPAIRS)) root.querySelectorAll(selector).forEach(mend);
}

/** Now, and after whatever is drawn later. */
export function keepRepaired(root) {
  let asked = false;
  const soon = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      repair(root);
    });
  };
  new MutationObserver(soon).observe(root, { childList: true, subtree: true });
  soon();
}
