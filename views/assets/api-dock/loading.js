// Shown in an open operation and in the schemas until the rest of the contract is loaded.
import { reasonOf, say, stepAfter } from "./page.js";
import { elements, useChanges } from "./parts.js";

export const loadingPlugin =
  (contract) =>
  ({ React }) => {
    const h = elements(React);

    const problem = (failure) => {
      const step = stepAfter(failure);
      return h(
        "div.alert.alert-danger.dock-incomplete",
        { role: "alert" },
        h(
          "div",
          h("p", reasonOf(failure)),
          h(
            "div.btn-list",
            h("button.btn", { type: "button", onClick: () => void contract.complete() }, say("retry")),
            step && h("a.btn", { href: location.pathname }, step),
          ),
        ),
      );
    };

    /** @param onLoad is called when the rest is loaded */
    function Loading({ onLoad }) {
      const failure = useChanges(React, contract, () => contract.failure);
      const isComplete = useChanges(React, contract, () => contract.isComplete);
      React.useEffect(() => {
        if (isComplete) onLoad();
        else if (!failure) void contract.complete();
      }, [isComplete]);
      return failure ? problem(failure) : h("p.dock-loading", { role: "status" }, say("loading"));
    }

    return { components: { Loading } };
  };
