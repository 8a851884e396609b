// Errors of an operation, and all error codes of the contract.
import { page, say } from "./page.js";
import { codeBlock, elements, folded, prettyJson } from "./parts.js";
import { coloured } from "./samples.js";
import { useTurn } from "./turns.js";

export const errorId = (code) => `error-${code}`;

/** The codes that are drawn in one step. */
const inGroups = (codes, size = 8) =>
  Array.from({ length: Math.ceil(codes.length / size) }, (_, at) => codes.slice(at * size, (at + 1) * size));

export const failuresPlugin = (contract, filter) => (system) => {
  const { React } = system;
  const h = elements(React);
  const Markdown = (props) => h(system.getSystem().getComponent("Markdown", true), props);

  const codeLink = (code) => h("a", { href: `#${errorId(code)}` }, h("code", { translate: "no" }, code));

  function failureRows({ status, description, examples, meanings }) {
    const rows = examples.size === 0 ? [[null, null]] : [...examples];
    return rows.map(([code, value], index) =>
      h(
        "tr",
        { key: `${status}-${code}` },
        h("th", { scope: "row" }, index === 0 ? status : h("span.dock-again", status)),
        h("td", { "data-label": say("failures.code") }, code ? codeLink(code) : "–"),
        h(
          "td",
          { "data-label": say("failures.meaning") },
          h(Markdown, { source: meanings[code] ?? contract.explanations[code] ?? description }),
          value && folded(h, say("failures.example"), codeBlock(h, coloured(h, prettyJson(value)))),
        ),
      ),
    );
  }

  function Failures({ operation }) {
    return h(
      "div.dock-failures",
      h("h5", { id: `failures-${operation.id}` }, say("failures")),
      h(
        "table.table.dock-table",
        h(
          "thead",
          h(
            "tr",
            ["status", "code", "meaning"].map((name) =>
              h("th", { key: name, scope: "col" }, say(`failures.${name}`)),
            ),
          ),
        ),
        h("tbody", operation.failures.flatMap(failureRows)),
      ),
    );
  }

  const find = (code) => {
    filter.set({ words: code });
    document.getElementById("dock-search").focus();
  };

  const describe = ({ code, statuses, explanation, operations }) =>
    h(
      "div",
      { key: code, id: errorId(code) },
      h(
        "dt",
        h("a", { href: `#${errorId(code)}` }, h("code", { translate: "no" }, code)),
        h("span.dock-status", statuses.join(", ")),
      ),
      h(
        "dd",
        h(Markdown, { source: explanation }),
        operations > 0 &&
          h(
            "button.dock-link-button",
            { type: "button", onClick: () => find(code) },
            `${say("errors.find")} (${operations})`,
            h("span.visually-hidden", `: ${code}`),
          ),
      ),
    );

  function Codes({ codes }) {
    return useTurn(React) && codes.map(describe);
  }

  function ErrorCodes() {
    return h(
      "section.dock-errors",
      { id: "errors", "aria-labelledby": "errors-title" },
      h("h2", { id: "errors-title" }, say("errors")),
      h("p.text-secondary", say(page.contract === "api" ? "errors.intro" : "errors.intro.oauth")),
      h(
        "dl.card.dock-codes",
        inGroups(contract.errors).map((codes) => h(Codes, { key: codes[0].code, codes })),
      ),
    );
  }

  return { components: { Failures, ErrorCodes } };
};
