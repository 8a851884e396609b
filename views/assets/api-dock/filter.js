// Filters operations by a search and by what the reader can call.
import { page, part, say } from "./page.js";

/** Searchable text of an operation. */
const textOf = (operation) =>
  [
    `${operation.method} ${operation.path}`,
    operation.summary,
    operation.id,
    operation.description,
    operation.permission,
    ...operation.allScopes,
    ...operation.anyScopes,
    ...operation.failures.flatMap(({ examples }) => [...examples.keys()]),
  ]
    .join("\n")
    .toLowerCase();

export class Filter extends EventTarget {
  constructor(contract) {
    super();
    this.contract = contract;
    this.texts = new Map(contract.operations.map((operation) => [operation.id, textOf(operation)]));
    const asked = new URLSearchParams(location.search);
    this.words = asked.get("q") ?? "";
    this.only = page.callableUrl !== "" && asked.get("only") === "callable";
    this.apply();
  }

  set({ words = this.words, only = this.only }) {
    this.words = words;
    this.only = only;
    this.apply();
    this.remember();
    this.dispatchEvent(new Event("change"));
  }

  apply() {
    const words = this.words.toLowerCase().split(/\s+/).filter(Boolean);
    const matches = ({ id, callable }) =>
      (callable || !this.only) && words.every((word) => this.texts.get(id).includes(word));
    this.shown = new Set(this.contract.operations.filter(matches).map(({ id }) => id));
  }

  /** The filter is in the address, so links and reloads keep it. */
  remember() {
    const url = new URL(location.href);
    const keep = (name, value) => (value ? url.searchParams.set(name, value) : url.searchParams.delete(name));
    keep("q", this.words.trim());
    keep("only", this.only && "callable");
    history.replaceState(history.state, "", url);
  }

  /** The value that Swagger UI filters by: a change renders the operations again. */
  get phrase() {
    return JSON.stringify([this.words, this.only]);
  }

  get count() {
    const all = this.contract.operations.length;
    const { size } = this.shown;
    return size === all ? say("count", { count: all }) : say("count.of", { count: size, all });
  }

  get emptiness() {
    if (this.words.trim() === "") return say("nothing.at_all");
    return say(this.only ? "nothing.callable" : "nothing", { words: this.words.trim() });
  }
}

const isTyping = ({ target }) => target.closest("input, textarea, select, [contenteditable]") !== null;

/** The bar above the operations. */
export function connectBar(filter) {
  const bar = part("bar");
  const field = bar.querySelector("#dock-search");
  const only = bar.querySelector("#dock-only");
  const show = () => {
    if (field.value !== filter.words) field.value = filter.words;
    if (only) only.checked = filter.only;
    part("count").textContent = filter.count;
    const query = filter.only ? page.callableUrl : page.documentUrl;
    part("download=json").href = query;
    part("download=yaml").href = filter.only ? `${page.yamlUrl}?only=callable` : page.yamlUrl;
  };
  field.addEventListener("input", () => filter.set({ words: field.value }));
  only?.addEventListener("change", () => filter.set({ only: only.checked }));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      document.querySelector("[data-operation] h4 button")?.focus();
    }
    if (event.key !== "Escape") return;
    event.preventDefault();
    filter.set({ words: "" });
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  filter.addEventListener("change", show);
  show();
  bar.hidden = false;
}
