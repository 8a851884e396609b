// The content below the bar: operations by tag, then errors and schemas.
import { tagElementOf } from "./links.js";
import { say } from "./page.js";
import { elements, icon, useChanges } from "./parts.js";
import { drawAll, useTurn } from "./turns.js";

export const layoutPlugin = (contract, filter) => (system) => {
  const { React } = system;
  const h = elements(React);
  const get = (name, ...more) => system.getSystem().getComponent(name, ...more);

  function Tag({ tag, tagObj, children, layoutSelectors, layoutActions }) {
    const key = ["operations-tag", tag];
    const isShown = layoutSelectors.isShown(key, true);
    const isDrawn = useTurn(React);
    // reserves about the height of its operations
    const style = isDrawn ? undefined : { "--dock-rows": React.Children.count(children) };
    const description = tagObj.getIn(["tagDetails", "description"]);
    return h(
      "section.dock-tag",
      { id: tagElementOf(tag) },
      h(
        "div.dock-tag-head",
        h(
          "h3",
          h(
            "button",
            {
              type: "button",
              "aria-expanded": isShown,
              onClick: () => layoutActions.show(key, !isShown),
            },
            icon(h, "chevron"),
            tag,
          ),
        ),
        description ? h(get("Markdown", true), { source: description }) : null,
      ),
      isShown ? h("div.card.dock-operations", { style }, isDrawn && children) : null,
    );
  }

  /** All operations in the document: from 150 rows on, Swagger UI would mount only those near the window. */
  function Operations({ specSelectors, layoutSelectors, layoutActions }) {
    const OperationContainer = get("OperationContainer", true);
    return specSelectors
      .taggedOperations()
      .entrySeq()
      .toArray()
      .map(([tag, tagObj]) =>
        h(
          Tag,
          { key: tag, tag, tagObj, layoutSelectors, layoutActions },
          tagObj
            .get("operations")
            .toArray()
            .map((op) => {
              const [path, method, specPath] = ["path", "method", "specPath"].map((name) => op.get(name));
              return h(OperationContainer, { key: `${path}-${method}`, specPath, op, path, method, tag });
            }),
        ),
      );
  }

  /** Links to the tags with visible operations. A link expands its tag. */
  function Contents({ shown }) {
    const { layoutActions } = system.getSystem();
    const groups = contract.tags
      .map((tag) => ({ tag, count: tag.ids.filter((id) => shown.has(id)).length }))
      .filter(({ count }) => count > 0);
    if (groups.length < 2) return null;
    const go = (name) => (event) => {
      event.preventDefault();
      drawAll();
      layoutActions.show(["operations-tag", name], true);
      const section = document.getElementById(tagElementOf(name));
      section.scrollIntoView();
      section.querySelector("h3 button").focus({ preventScroll: true });
    };
    return h(
      "nav.dock-toc",
      { "aria-label": say("tags") },
      h(
        "ul",
        groups.map(({ tag: { name }, count }) =>
          h(
            "li",
            { key: name },
            h(
              "a",
              { href: `#${tagElementOf(name)}`, onClick: go(name) },
              h("span", { lang: "en" }, name),
              " ",
              h("span.dock-toc-count", count),
            ),
          ),
        ),
      ),
    );
  }

  function Nothing() {
    const button = (name, change) =>
      h("button.btn", { type: "button", onClick: () => filter.set(change) }, say(name));
    return h(
      "div.card.dock-nothing",
      h("p", filter.emptiness),
      h(
        "div.btn-list",
        filter.words.trim() !== "" && button("clear_search", { words: "" }),
        filter.only && button("show_all", { only: false }),
      ),
    );
  }

  function Conventions({ description }) {
    const isDrawn = useTurn(React);
    return h(
      "details.card.dock-conventions",
      h("summary", say("conventions")),
      h("div", isDrawn && h(get("Markdown", true), { source: description })),
    );
  }

  function ApiDockLayout() {
    const shown = useChanges(React, filter, () => filter.shown);
    const { specSelectors } = system.getSystem();
    const description = specSelectors.info().get("description");
    return h(
      "div.swagger-ui",
      { style: { "--dock-required": JSON.stringify(say("form.required")) } },
      description && h(Conventions, { description }),
      h("h2", { id: "operations" }, say("operations")),
      h(Contents, { shown }),
      shown.size === 0 ? h(Nothing) : h(get("operations", true)),
      h(get("ErrorCodes")),
      h(get("SchemaSection")),
    );
  }

  /** Swagger UI changes the ids of expanded operations and keeps the original id beside them. */
  const idOf = (operation) =>
    operation.getIn(["operation", "__originalOperationId"]) ?? operation.getIn(["operation", "operationId"]);
  const isShown = (operation) => filter.shown.has(idOf(operation));

  /** Omits hidden operations and tags without visible operations. */
  const opsFilter = (tags) =>
    tags
      .map((tag) => tag.update("operations", (operations) => operations.filter(isShown)))
      .filter((tag) => tag.get("operations").size > 0);

  return {
    components: { ApiDockLayout, operations: Operations },
    fn: { opsFilter },
  };
};
