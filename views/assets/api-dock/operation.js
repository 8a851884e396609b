// One operation: its line, and what is inside.
import { badgesOf, factsOf } from "./access.js";
import { elementOf, linkOf } from "./links.js";
import { say } from "./page.js";
import { copyButton, icon, prettyJson } from "./parts.js";

export const operationPlugin = (contract) => (system) => {
  const { React } = system;
  const h = React.createElement;
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
        detail && h("span", { className: "visually-hidden" }, `: ${detail}`),
      ),
    );

  function Line({ operation, isShown, toggle }) {
    const { method, path, summary, id } = operation;
    return h(
      "div",
      { className: "dock-line" },
      h(
        "h4",
        null,
        h(
          "button",
          { type: "button", "aria-expanded": isShown, onClick: toggle },
          h("span", { className: `dock-method dock-method-${method}` }, method),
          " ",
          h("span", { className: "dock-path", translate: "no" }, path.replaceAll("/", "/\u200b")),
          " ",
          h("span", { className: "dock-summary", lang: "en" }, summary),
        ),
      ),
      h("ul", { className: "dock-badges" }, badgesOf(operation).map(badge)),
      h(CopyButton, {
        text: linkOf(operation),
        label: say("copy_link", { operation: id }),
        symbol: "link",
        bare: true,
      }),
      h("span", { className: "dock-chevron" }, icon(h, "chevron")),
    );
  }

  const linked = (sentence) =>
    sentence.href ? h("a", { href: sentence.href, rel: "noreferrer" }, sentence.text) : sentence;

  function Access({ operation }) {
    const { id, middleware } = operation;
    return h(
      "div",
      { className: "dock-access" },
      h("h5", { id: `access-${id}` }, say("access")),
      h(
        "dl",
        { className: "dock-facts" },
        factsOf(operation).map(([name, sentences]) =>
          h(
            "div",
            { key: name },
            h("dt", null, name),
            sentences.map((sentence, index) => h("dd", { key: index }, linked(sentence))),
          ),
        ),
      ),
      middleware.length > 0 &&
        h(
          "details",
          { className: "dock-example" },
          h("summary", null, say("middleware")),
          h(
            "ol",
            { className: "dock-middleware" },
            middleware.map((name) => h("li", { key: name }, h("code", { translate: "no" }, name))),
          ),
        ),
    );
  }

  function Success({ status, response, specPath, systemProps }) {
    const [chosen, setChosen] = React.useState(0);
    const media = response.getIn(["content", "application/json"]);
    const examples = media?.get("examples")?.entrySeq().toArray() ?? [];
    const value = examples[chosen]?.[1]?.get("value") ?? media?.get("example");
    const Markdown = get("Markdown", true);
    const HighlightCode = get("HighlightCode", true);
    const select = `example-${specPath.join("-").replaceAll(/\W/g, "-")}`;
    return h(
      "div",
      { className: "dock-success" },
      h(
        "div",
        { className: "dock-success-title" },
        h("span", { className: "badge bg-green-lt" }, status),
        h(Markdown, { source: response.get("description") }),
        examples.length > 1 &&
          h(
            React.Fragment,
            null,
            h("label", { className: "visually-hidden", htmlFor: select }, say("responses.example")),
            h(
              "select",
              { id: select, value: chosen, onChange: ({ target }) => setChosen(Number(target.value)) },
              examples.map(([name, example], index) =>
                h("option", { key: name, value: index }, example.get("summary") ?? name),
              ),
            ),
          ),
      ),
      media &&
        h(get("modelExample", true), {
          ...systemProps,
          key: chosen,
          specPath: specPath.push("content", "application/json", "schema"),
          schema: media.get("schema"),
          example:
            value === undefined
              ? null
              : h(
                  HighlightCode,
                  { className: "example", language: "json" },
                  prettyJson(value?.toJS?.() ?? value),
                ),
          includeReadOnly: true,
        }),
      h(Headers, { headers: response.get("headers") }),
    );
  }

  function Headers({ headers }) {
    if (!headers || headers.size === 0) return null;
    return h(
      "details",
      { className: "dock-example" },
      h("summary", null, say("responses.headers")),
      h(
        "dl",
        { className: "dock-headers" },
        headers
          .entrySeq()
          .toArray()
          .map(([name, header]) =>
            h(
              "div",
              { key: name },
              h("dt", null, h("code", { translate: "no" }, name)),
              h("dd", null, header.get("description")),
            ),
          ),
      ),
    );
  }

  function Successes({ operation, responses, specPath, systemProps }) {
    const good = (responses?.entrySeq().toArray() ?? []).filter(([status]) => Number(status) < 400);
    return h(
      "div",
      { className: "dock-successes" },
      h("h5", { id: `responses-${operation.id}` }, say("responses")),
      good.map(([status, response]) =>
        h(Success, {
          key: status,
          status,
          response,
          specPath: specPath.push("responses", status),
          systemProps,
        }),
      ),
    );
  }

  /** The form of Swagger UI: parameters, body, the button that sends. */
  function Request(props) {
    const { operation: state, response, specPath } = props;
    const { onTryoutClick, onResetClick, onCancelClick, onExecute } = props;
    const { path, method, op, tryItOutEnabled, allowTryItOut, executeInProgress } = state.toObject();
    const { specActions, specSelectors, oas3Actions, oas3Selectors, fn, getComponent, getConfigs } = props;
    const shared = { specActions, specSelectors, oas3Actions, oas3Selectors, fn, getComponent, getConfigs };
    const problems = specSelectors.validationErrors([path, method]);
    const tries = tryItOutEnabled && allowTryItOut;
    return h(
      "div",
      { className: "dock-request" },
      h(get("parameters", true), {
        ...shared,
        parameters: op.get("parameters") ?? specPath.clear(),
        specPath: specPath.push("parameters"),
        operation: op,
        onChangeKey: [path, method],
        onTryoutClick,
        onResetClick,
        onCancelClick,
        tryItOutEnabled,
        allowTryItOut,
        pathMethod: [path, method],
      }),
      tries &&
        problems.length > 0 &&
        h(
          "ul",
          { className: "alert alert-danger dock-problems", role: "alert" },
          problems.map((problem) => h("li", { key: problem }, problem)),
        ),
      tries &&
        h(
          "div",
          { className: "dock-send" },
          h(get("execute"), {
            ...shared,
            operation: op,
            path,
            method,
            onExecute,
            disabled: executeInProgress,
          }),
          response && h(get("clear"), { specActions, path, method }),
        ),
    );
  }

  function Inside(props) {
    const { operation: state, specPath } = props;
    const op = state.get("op");
    const operation = contract.byId.get(state.get("operationId"));
    const Markdown = get("Markdown", true);
    if (!op || op.size === 0) return h("p", { className: "dock-loading" }, say("loading"));
    const { getComponent, getConfigs, specSelectors } = props;
    return h(
      "div",
      { className: "dock-body" },
      h(
        "div",
        { className: "dock-intro" },
        h("div", { className: "dock-description" }, h(Markdown, { source: operation.description })),
        h(get("CodeSamples"), { operation }),
      ),
      h(Access, { operation }),
      h(Request, props),
      h(get("Answer"), { operation, response: props.response, request: props.request }),
      h(Successes, {
        operation,
        responses: op.get("responses"),
        specPath,
        systemProps: { getComponent, getConfigs, specSelectors },
      }),
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
