// The schemas below the operations.
import { schemasOfCallable } from "./documents.js";
import { say } from "./page.js";
import { elements, useChanges } from "./parts.js";

export const schemasPlugin = (contract, filter) => (system) => {
  const { React } = system;
  const h = elements(React);
  const get = (name, ...more) => system.getSystem().getComponent(name, ...more);

  function SchemaSection() {
    const [isOpen, setOpen] = React.useState(false);
    useChanges(React, filter, () => filter.only);
    const isComplete = useChanges(React, contract, () => contract.isComplete);
    const { specSelectors, layoutActions } = system.getSystem();
    const toggled = ({ currentTarget }) => {
      setOpen(currentTarget.open);
      layoutActions.show(["components", "schemas"], currentTarget.open);
    };
    return h(
      "section.dock-schemas",
      { id: "schemas", "aria-labelledby": "schemas-title" },
      h("h2", { id: "schemas-title" }, say("schemas")),
      h(
        "details.card",
        { onToggle: toggled },
        h("summary", say("schemas.hint", { count: Object.keys(specSelectors.selectSchemas()).length })),
        isOpen && (isComplete ? h(get("Models", true)) : h(get("Loading"), { onLoad: () => {} })),
      ),
    );
  }

  /** All schemas in the document: from 100 on, Swagger UI would mount only those near the window of a box of its own. */
  function Models({ specSelectors, specActions, fn }) {
    const Schema = get("JSONSchema202012");
    const { getTitle } = fn.jsonSchema202012.useFn();
    const resolve = (name) => (_event, isExpanded) => {
      const path = ["components", "schemas", name];
      if (isExpanded && !specSelectors.specResolvedSubtree(path)) specActions.requestResolvedSubtree(path);
    };
    return h(
      "section.models",
      Object.entries(specSelectors.selectSchemas()).map(([name, schema]) =>
        h(Schema, {
          key: name,
          name: getTitle(schema, { lookup: "basic" }) || name,
          schema,
          onExpand: resolve(name),
        }),
      ),
    );
  }

  let schemasUsed;
  const selectSchemas =
    (original) =>
    (state, ...rest) => {
      const schemas = original(state, ...rest);
      if (!filter.only) return schemas;
      const used = (schemasUsed ??= schemasOfCallable(contract));
      return Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
    };

  return {
    components: { SchemaSection, OAS31Models: Models },
    statePlugins: { spec: { wrapSelectors: { selectSchemas } } },
  };
};
