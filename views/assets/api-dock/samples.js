// Code samples of an operation: one tab for each language.
import { say } from "./page.js";
import { codeBlock, copyButton, elements } from "./parts.js";

/** Names, strings and keywords of curl, JavaScript, Python and JSON: a simple highlighter. */
const TOKENS =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<word>\b(?:curl|const|await|import|from|headers|fetch|method|body|requests|true|false|null|True|False|None)\b|--[a-z-]+)|(?<number>\b\d+(?:\.\d+)?\b)/g;

export function coloured(h, source) {
  const pieces = [];
  let end = 0;
  for (const match of source.matchAll(TOKENS)) {
    const [kind] = Object.entries(match.groups).find(([, text]) => text !== undefined);
    pieces.push(source.slice(end, match.index));
    pieces.push(h("span", { key: match.index, className: `dock-code-${kind}` }, match[0]));
    end = match.index + match[0].length;
  }
  return [...pieces, source.slice(end)];
}

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** @returns the tab that the key selects, from tab `at` of `count`; undefined for other keys */
function tabAfter({ key }, at, count) {
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return STEPS[key] === undefined ? undefined : (at + STEPS[key] + count) % count;
}

/** The last selected language is also that of the next operation. */
let chosen = 0;

export const samplesPlugin = ({ React }) => {
  const h = elements(React);
  const CopyButton = copyButton({ React });

  function CodeSamples({ operation }) {
    const { id, samples } = operation;
    const [at, setAt] = React.useState(Math.min(chosen, samples.length - 1));
    const tabs = React.useRef([]);
    const choose = (index) => {
      chosen = index;
      setAt(index);
    };
    const move = (event) => {
      const next = tabAfter(event, at, samples.length);
      if (next === undefined) return;
      event.preventDefault();
      choose(next);
      tabs.current[next].focus();
    };
    if (samples.length === 0) return null;
    const tabId = (index) => `sample-${id}-${index}`;
    const tab = ({ label }, index) =>
      h(
        "button",
        {
          key: label,
          type: "button",
          role: "tab",
          id: tabId(index),
          "aria-selected": index === at,
          "aria-controls": `${tabId(index)}-panel`,
          tabIndex: index === at ? 0 : -1,
          ref: (element) => (tabs.current[index] = element),
          onClick: () => choose(index),
        },
        label,
      );
    const panel = ({ label, source }, index) =>
      h(
        "div",
        {
          key: label,
          role: "tabpanel",
          id: `${tabId(index)}-panel`,
          "aria-labelledby": tabId(index),
          hidden: index !== at,
        },
        codeBlock(h, coloured(h, source)),
      );
    return h(
      "div.dock-samples",
      h("h5", { id: `samples-${id}` }, say("samples")),
      h(
        "div.dock-samples-bar",
        h(
          "div",
          { role: "tablist", "aria-labelledby": `samples-${id}`, className: "dock-tabs", onKeyDown: move },
          samples.map(tab),
        ),
        h(CopyButton, { text: samples[at].source, label: say("samples.copy") }),
      ),
      samples.map(panel),
    );
  }

  return { components: { CodeSamples } };
};
