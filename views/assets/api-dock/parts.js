// Elements that the components share.
import { say } from "./page.js";

/** Creates elements: `h("p.dock-lead.text-secondary", { id }, child, …)`. Properties are optional. */
export const elements =
  ({ createElement, isValidElement }) =>
  (type, ...rest) => {
    const [tag, ...classes] = typeof type === "string" ? type.split(".") : [type];
    const hasProps = rest[0]?.constructor === Object && !isValidElement(rest[0]);
    const props = hasProps ? rest.shift() : {};
    return createElement(
      tag,
      classes.length > 0 ? { className: classes.join(" "), ...props } : props,
      ...rest,
    );
  };

const SHAPES = {
  check: ["M5 12l5 5l10 -10"],
  lock: [
    "M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6z",
    "M8 11v-4a4 4 0 1 1 8 0v4",
  ],
  link: [
    "M9 15l6 -6",
    "M11 6l.463 -.536a5 5 0 0 1 7.071 7.072l-.534 .464",
    "M13 18l-.397 .534a5.068 5.068 0 0 1 -7.127 0a4.972 4.972 0 0 1 0 -7.071l.524 -.463",
  ],
  copy: [
    "M7 9.667a2.667 2.667 0 0 1 2.667 -2.667h8.666a2.667 2.667 0 0 1 2.667 2.667v8.666a2.667 2.667 0 0 1 -2.667 2.667h-8.666a2.667 2.667 0 0 1 -2.667 -2.667z",
    "M4.012 16.737a2.005 2.005 0 0 1 -1.012 -1.737v-10c0 -1.1 .9 -2 2 -2h10c.75 0 1.158 .385 1.5 1",
  ],
  chevron: ["M6 9l6 6l6 -6"],
};

/** Decorative: the text beside it has the meaning. */
export const icon = (h, name) =>
  h(
    "svg.icon",
    {
      viewBox: "0 0 24 24",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
      "aria-hidden": true,
    },
    SHAPES[name].map((d) => h("path", { key: d, d })),
  );

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** A button that copies and announces the result. `label` is its accessible name, if its text isn't enough. */
export const copyButton = ({ React }) => {
  const h = elements(React);
  return function CopyButton({ text, label, symbol = "copy", bare = false }) {
    const [outcome, setOutcome] = React.useState(null);
    React.useEffect(() => {
      if (outcome === null) return undefined;
      const timer = setTimeout(() => setOutcome(null), 2500);
      return () => clearTimeout(timer);
    }, [outcome]);
    const copy = async () => setOutcome((await copied(text)) ? "copied" : "copy_failed");
    const word = outcome ? say(outcome) : say("copy");
    return h(
      React.Fragment,
      h(
        "button",
        {
          type: "button",
          className: bare ? "dock-icon-button" : "btn btn-sm",
          onClick: copy,
          "aria-label": label,
          title: outcome ? word : label,
        },
        icon(h, outcome === "copied" ? "check" : symbol),
        bare ? null : ` ${word}`,
      ),
      h("span.visually-hidden", { role: "status" }, outcome ? word : ""),
    );
  };
};

/** Makes a store of the page (an EventTarget) the state of a component. */
export function useChanges(React, target, read) {
  return React.useSyncExternalStore(
    React.useCallback(
      (changed) => {
        target.addEventListener("change", changed);
        return () => target.removeEventListener("change", changed);
      },
      [target],
    ),
    read,
  );
}

/** A code block that can be scrolled with the keyboard. */
export const codeBlock = (h, ...lines) =>
  h("pre.dock-code", { tabIndex: 0 }, h("code", { translate: "no" }, ...lines));

/** A collapsible section. */
export const folded = (h, summary, ...content) =>
  h("details.dock-example", h("summary", summary), ...content);

export const prettyJson = (value) => JSON.stringify(value, null, 2);
