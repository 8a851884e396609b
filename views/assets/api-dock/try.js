// Sending a request: what it does, and what is missing.
import { say } from "./page.js";
import { useChanges } from "./parts.js";
import { acting } from "./token.js";

/** The panel comes into view, and the keyboard is there. */
export function goAuthenticate() {
  const panel = document.getElementById("authenticate");
  panel.scrollIntoView();
  [...panel.querySelectorAll("button, input")]
    .find((element) => element.offsetParent)
    ?.focus({
      preventScroll: true,
    });
}

export const tryPlugin = (contract) => (system) => {
  const { React } = system;
  const h = React.createElement;
  const get = (name, ...more) => system.getSystem().getComponent(name, ...more);
  const operationOf = ({ path, method }) =>
    contract.operations.find((operation) => operation.path === path && operation.method === method);

  const wrapped = (Execute) =>
    function GuardedExecute(props) {
      const kind = useChanges(React, acting, () => acting.kind);
      const [anyway, setAnyway] = React.useState(false);
      const operation = operationOf(props);
      if (operation?.asksForToken && kind === "none" && !anyway)
        return h(
          "div",
          { className: "alert alert-warning dock-missing" },
          h("p", null, say("try.missing")),
          h(
            "div",
            { className: "btn-list" },
            h(
              "button",
              { type: "button", className: "btn btn-primary", onClick: goAuthenticate },
              say("try.authenticate"),
            ),
            h(
              "button",
              { type: "button", className: "btn", onClick: () => setAnyway(true) },
              say("try.send_anyway"),
            ),
          ),
        );
      return h(
        "div",
        { className: "dock-execute" },
        h(Execute, props),
        props.method === "get" ? null : h("p", { className: "dock-changes" }, say("try.changes")),
      );
    };

  /** The form of Swagger UI: parameters, body, the button that sends. */
  function TryOut(props) {
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

  return { components: { TryOut }, wrapComponents: { execute: wrapped } };
};
