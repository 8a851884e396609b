// What parts of Swagger UI that stay as they are lack: names of fields, code that the keyboard reaches, other languages.
import { page, say } from "./page.js";

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
  ".parameter__name.required": (name) => setOnce(name, "data-required", say("form.required")),
  pre: (code) => {
    if (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight)
      setOnce(code, "tabindex", "0");
  },
};

/** The words of Swagger UI, and the texts in their place. */
const WORDS = {
  "Try it out": "form.try",
  Cancel: "form.cancel",
  Reset: "form.reset",
  Execute: "form.execute",
  Clear: "form.clear",
  Parameters: "form.parameters",
  "No parameters": "form.no_parameters",
  Name: "form.name",
  Description: "form.description",
  "Request body": "form.body",
  "Response body": "form.answer_body",
  required: "form.required",
  "Examples:": "form.examples",
  "[Modified value]": "form.modified",
  "Edit Value": "form.edit",
  "Example Value": "form.example_value",
  Schema: "form.schema",
  "Default value": "form.default",
  "Available values": "form.choices",
  Example: "form.example",
  "Expand all": "form.expand",
  "Collapse all": "form.collapse",
};

const isWord = ({ data, parentElement }) =>
  Object.hasOwn(WORDS, data.trim()) && !parentElement.closest("pre, code, textarea, [lang]:not(html)");

function translate(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (isWord(node)) node.data = node.data.replace(node.data.trim(), say(WORDS[node.data.trim()]));
  }
}

function repair(root) {
  for (const [selector, mend] of Object.entries(REPAIRS)) root.querySelectorAll(selector).forEach(mend);
  if (page.locale !== "en")
    root.querySelectorAll(".dock-request, .model-example, .dock-answer, .models").forEach(translate);
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
  new MutationObserver(soon).observe(root, { childList: true, characterData: true, subtree: true });
  soon();
}
