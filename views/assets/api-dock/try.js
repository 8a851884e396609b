// Sending a request: its effects and its requirements.
import { say } from "./page.js";
import { elements, useChanges } from "./parts.js";
import { acting } from "./token.js";

/** Scrolls to the panel and focuses it. */
export function goAuthenticate() {
  const panel = document.getElementById("authenticate");
  panel.scrollIntoView();
  [...panel.querySelectorAll("button, input")]
    .find((element) => element.offsetParent)
    ?.focus({ preventScroll: true });
}

export const tryPlugin = (contract) => (system) => {
  const { React } = system;
  const h = elements(React);
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
          "div.alert.alert-warning.dock-missing",
          h("p", say("try.missing")),
          h(
            "div.btn-list",
            h("button.btn.btn-primary", { type: "button", onClick: goAuthenticate }, say("try.authenticate")),
            h("button.btn", { type: "button", onClick: () => setAnyway(true) }, say("try.send_anyway")),
          ),
        );
      return h(
        "div.dock-execute",
        h(Execute, props),
        props.method === "get" ? null : h("p.dock-changes", say("try.changes")),
      );
    };

  /** Swagger UI's form: parameters, body and the button. */
  function TryOut(props) {
    const { operation: state, response, specPath } = props;
    const { onTryoutClick, onResetClick, onCancelClick, onExecute } = props;
    const { path, method, op, tryItOutEnabled, executeInProgress } = state.toObject();
    // pages need a browser: requests from here have no session
    const allowTryItOut = state.get("allowTryItOut") && !operationOf({ path, method })?.isPage;
    const problems = props.specSelectors.validationErrors([path, method]);
    const tries = tryItOutEnabled && allowTryItOut;
    return h(
      "div.dock-request",
      h(get("parameters", true), {
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
          "ul.alert.alert-danger.dock-problems",
          { role: "alert" },
          problems.map((problem) => h("li", { key: problem }, problem)),
        ),
      tries &&
        h(
          "div.dock-send",
          h(get("execute", true), { operation: op, path, method, onExecute, disabled: executeInProgress }),
          response && h(get("clear", true), { path, method }),
        ),
    );
  }

  return { components: { TryOut }, wrapComponents: { execute: wrapped } };
};
