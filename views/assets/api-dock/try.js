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

export const tryPlugin =
  (contract) =>
  ({ React }) => {
    const h = React.createElement;
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

    return { wrapComponents: { execute: wrapped } };
  };
