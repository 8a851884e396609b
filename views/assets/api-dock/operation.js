// One operation: its summary line and its details.
import { badgesOf, factsOf } from "./access.js";
import { elementOf, linkOf } from "./links.js";
import { say } from "./page.js";
import { copyButton, elements, folded, icon } from "./parts.js";

export const operationPlugin = (contract) => (system) => {
  const { React } = system;
  const h = elements(React);
  const CopyButton = copyButton(system);
  const get = (name, ...more) => system.getSystem().getComponent(name, ...more);

  const badge = ({ text, detail, tone, icon: symbol }) =>
    h(
      "li",
      { key: text },
      h(
        "span",
        { className: `badge bg-${tone}-lt`, title: detail },
        symbol && icon(h, symbol),
        text,
        detail && h("span.visually-hidden", `: ${detail}`),
      ),
    );

  function Line({ operation, isShown, toggle }) {
    const { method, path, summary, id } = operation;
    return h(
      "div.dock-line",
      h(
        "h4",
        h(
          "button",
          { type: "button", "aria-expanded": isShown, onClick: toggle },
          h("span", { className: `dock-method dock-method-${method}` }, method),
          " ",
          h("span.dock-path", { translate: "no" }, path.replaceAll("/", "/\u200b")),
          " ",
          h("span.dock-summary", { lang: "en" }, summary),
        ),
      ),
      h("ul.dock-badges", badgesOf(operation).map(badge)),
      h(CopyButton, {
        text: linkOf(operation),
        label: say("copy_link", { operation: id }),
        symbol: "link",
        bare: true,
      }),
      h("span.dock-chevron", icon(h, "chevron")),
    );
  }

  const linked = (sentence) =>
    sentence.href ? h("a", { href: sentence.href, rel: "noreferrer" }, sentence.text) : sentence;

  function Access({ operation }) {
    const { id, middleware } = operation;
    return h(
      "div.dock-access",
      h("h5", { id: `access-${id}` }, say("access")),
      h(
        "dl.dock-facts",
        factsOf(operation).map(([name, sentences]) =>
          h(
            "div",
            { key: name },
            h("dt", name),
            sentences.map((sentence, index) => h("dd", { key: index }, linked(sentence))),
          ),
        ),
      ),
      middleware.length > 0 &&
        folded(
          h,
          say("middleware"),
          h(
            "ol.dock-middleware",
            middleware.map((name) => h("li", { key: name }, h("code", { translate: "no" }, name))),
          ),
        ),
    );
  }

  function Inside(props) {
    const { operation: state, specPath, specActions } = props;
    const op = state.get("op");
    const operation = contract.byId.get(state.get("operationId"));
    const Markdown = get("Markdown", true);
    if (!op || op.size === 0)
      return h(get("Loading"), {
        onLoad: () => specActions.requestResolvedSubtree(["paths", operation.path, operation.method]),
      });
    return h(
      "div.dock-body",
      h(
        "div.dock-intro",
        h("div.dock-description", h(Markdown, { source: operation.description })),
        h(get("CodeSamples"), { operation }),
      ),
      h(Access, { operation }),
      h(get("TryOut"), props),
      h(get("Answer"), { operation, response: props.response, request: props.request }),
      h(get("Successes"), { operation, responses: op.get("responses"), specPath }),
      h(get("Failures"), { operation }),
    );
  }

  function Operation(props) {
    const { operation: state, toggleShown } = props;
    const operation = contract.byId.get(state.get("operationId"));
    const isShown = state.get("isShown");
    const kind = `dock-operation dock-operation-${operation.method}`;
    return h(
      "article",
      {
        id: elementOf(operation),
        className: `${kind}${isShown ? " is-open" : ""}${operation.deprecated ? " is-deprecated" : ""}`,
        "data-operation": operation.id,
      },
      h(Line, { operation, isShown, toggle: toggleShown }),
      isShown ? h(Inside, props) : null,
    );
  }

  return { components: { operation: Operation } };
};
