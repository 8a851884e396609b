// Addresses of operations: /api-dock#/<tag>/<operationId>.
import { drawAll } from "./turns.js";

const encoded = encodeURIComponent;

export const hashOf = ({ tag, id }) => `#/${encoded(tag)}/${encoded(id)}`;
export const elementOf = ({ tag, id }) => `operations-${tag}-${id}`.replaceAll(/\s/g, "_");
/** The element of a tag. */
export const tagElementOf = (tag) => `tag-${tag}`.replaceAll(/[^\w.-]/g, "_");
export const linkOf = (operation) => {
  const { origin, pathname } = location;
  return `${origin}${pathname}${hashOf(operation)}`;
};

/** @returns the operation id in an address: the last part of its hash, because tags can change */
export function operationAt(hash, contract) {
  if (!hash.startsWith("#/")) return undefined;
  try {
    return contract.byId.get(decodeURIComponent(hash.split("/").at(-1)));
  } catch {
    return undefined; // not percent-encoded
  }
}

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits for the element. @returns null when it isn't rendered within a second */
export async function drawn(id) {
  for (let tries = 0; tries < 60; tries++) {
    const element = document.getElementById(id);
    if (element) return element;
    await frame();
  }
  return null;
}

/** Expanding an operation changes the address, without a history entry. */
const setHash = (hash) =>
  history.replaceState(history.state, "", hash || location.pathname + location.search);

/** Expands the operation in the address, on load and on change, and clears a filter that hides it. */
export function deepLinks(contract, filter) {
  const open = async (system, operation) => {
    if (!filter.shown.has(operation.id)) filter.set({ words: "", only: filter.only && operation.callable });
    system.layoutActions.show(["operations-tag", operation.tag], true);
    const key = ["operations", operation.tag, operation.id];
    system.layoutActions.show(key, true);
    const element = await drawn(elementOf(operation));
    await frame();
    element?.scrollIntoView();
    element?.querySelector(".dock-line button")?.focus({ preventScroll: true });
  };
  const follow = (system) => {
    const operation = operationAt(location.hash, contract);
    if (location.hash) drawAll();
    if (operation) return void open(system, operation);
    // errors and schemas are rendered after the browser looked for the anchor
    if (/^#[\w.-]+$/.test(location.hash))
      void drawn(location.hash.slice(1)).then((element) => {
        const details = element?.closest("details");
        if (details) details.open = true;
        element?.scrollIntoView();
      });
  };
  return {
    start(system) {
      addEventListener("hashchange", () => follow(system));
      follow(system);
    },
    plugin: {
      statePlugins: {
        layout: {
          wrapActions: {
            show: (original) => (key, isShown) => {
              const [kind, , id] = [key].flat();
              const operation = kind === "operations" && key.length === 3 && contract.byId.get(id);
              if (operation && isShown) setHash(hashOf(operation));
              else if (operation && operationAt(location.hash, contract) === operation) setHash("");
              return original(key, isShown);
            },
          },
        },
      },
    },
  };
}
