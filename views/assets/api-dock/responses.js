// Successful responses of an operation.
import { say } from "./page.js";
import { elements, folded, prettyJson } from "./parts.js";

export const responsesPlugin = (system) => {
  const { React } = system;
  const h = elements(React);
  const get = (name, ...more) => system.getSystem().getComponent(name, ...more);

  function Success({ status, response, specPath }) {
    const [chosen, setChosen] = React.useState(0);
    const media = response.getIn(["content", "application/json"]);
    const examples = media?.get("examples")?.entrySeq().toArray() ?? [];
    const value = examples[chosen]?.[1]?.get("value") ?? media?.get("example");
    const Markdown = get("Markdown", true);
    const HighlightCode = get("HighlightCode", true);
    const select = `example-${specPath.join("-").replaceAll(/\W/g, "-")}`;
    return h(
      "div.dock-success",
      h(
        "div.dock-success-title",
        h("span.badge.bg-green-lt", status),
        h(Markdown, { source: response.get("description") }),
        examples.length > 1 &&
          h(
            React.Fragment,
            h("label.visually-hidden", { htmlFor: select }, say("responses.example")),
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
    return folded(
      h,
      say("responses.headers"),
      h(
        "dl.dock-headers",
        headers
          .entrySeq()
          .toArray()
          .map(([name, header]) =>
            h(
              "div",
              { key: name },
              h("dt", h("code", { translate: "no" }, name)),
              h("dd", header.get("description")),
            ),
          ),
      ),
    );
  }

  function Successes({ operation, responses, specPath }) {
    const good = (responses?.entrySeq().toArray() ?? []).filter(([status]) => Number(status) < 400);
    return h(
      "div.dock-successes",
      h("h5", { id: `responses-${operation.id}` }, say("responses")),
      good.map(([status, response]) =>
        h(Success, { key: status, status, response, specPath: specPath.push("responses", status) }),
      ),
    );
  }

  return { components: { Successes } };
};
