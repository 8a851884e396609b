// The response to a request that was sent from the page.
import { say } from "./page.js";
import { codeBlock, copyButton, elements, folded } from "./parts.js";
import { codeOf } from "./contract.js";
import { errorId } from "./failures.js";

/** `"throttle:api";r=59;t=60` → what is left of each limit (draft-ietf-httpapi-ratelimit-headers-08). */
const leftOf = (header = "") =>
  [...header.matchAll(/"([^"]*)";\s*r=(\d+);\s*t=(\d+)/g)].map(([, name, left, seconds]) => ({
    name,
    text: say("answer.left", { left, seconds }),
  }));

/** Swagger UI splits headers at commas. */
const headersOf = (response) => {
  const cut = Object.entries(response.get("headers")?.toJS() ?? {});
  return Object.fromEntries(cut.map(([name, value]) => [name, [value].flat().join(", ")]));
};

const codeIn = (text) => {
  try {
    return codeOf(JSON.parse(text));
  } catch {
    return undefined;
  }
};

const tone = (status) => (status < 300 ? "green" : status < 500 ? "orange" : "red");

export const answersPlugin = (contract) => (system) => {
  const { React } = system;
  const h = elements(React);
  const CopyButton = copyButton({ React });

  function NoAnswer({ response }) {
    const foreign = response.get("name") === "ForeignAddress";
    return h(
      "div.alert.alert-danger",
      h(
        "div",
        h("strong", say("answer.none")),
        h(
          "p",
          foreign ? say("answer.rejected", { address: response.get("message") }) : say("answer.unreachable"),
        ),
      ),
    );
  }

  const fact = (label, value, more = null) => h("div", { key: label }, h("dt", label), h("dd", value, more));

  function facts(headers) {
    const requestId = headers["x-request-id"];
    return [
      ...leftOf(headers["ratelimit"]).map(({ name, text }) => fact(`RateLimit ${name}`, text)),
      ...(headers["retry-after"] ? [fact("Retry-After", `${headers["retry-after"]} s`)] : []),
      ...(requestId
        ? [
            fact(
              "X-Request-ID",
              h("code.dock-request-id", { translate: "no" }, requestId),
              h(CopyButton, { text: requestId, label: `${say("copy")} X-Request-ID`, bare: true }),
            ),
          ]
        : []),
    ];
  }

  function allHeaders(headers) {
    const names = Object.keys(headers);
    return folded(
      h,
      say("answer.all_headers", { count: names.length }),
      codeBlock(h, names.map((name) => `${name}: ${headers[name]}`).join("\n")),
    );
  }

  function meaning(status, text) {
    const code = status >= 400 && codeIn(text);
    if (!code || !contract.explanations[code]) return null;
    const Markdown = system.getSystem().getComponent("Markdown", true);
    return h(
      "div.dock-means",
      h("a", { href: `#${errorId(code)}` }, h("code", { translate: "no" }, code)),
      h(Markdown, { source: contract.explanations[code] }),
    );
  }

  function Answered({ response, url }) {
    const status = response.get("status");
    const headers = headersOf(response);
    const text = response.get("text");
    const ResponseBody = system.getSystem().getComponent("responseBody", true);
    return h(
      React.Fragment,
      h(
        "p.dock-answer-status",
        { role: "status" },
        h(
          "span",
          { className: `badge bg-${tone(status)}-lt` },
          `${status} ${response.get("statusText") ?? ""}`.trim(),
        ),
        h("span.dock-time", say("answer.time", { ms: response.get("duration") ?? 0 })),
        h("code.dock-request-url", { translate: "no" }, url),
      ),
      meaning(status, text),
      h("dl.dock-answer-facts", facts(headers)),
      text ? h(ResponseBody, { content: text, contentType: headers["content-type"], url, headers }) : null,
      allHeaders(headers),
    );
  }

  function Answer({ operation, response, request }) {
    if (!response || response.size === 0) return null;
    const address = request?.get("url");
    const { pathname = "", search = "" } = address ? new URL(address, location.href) : {};
    const failed = response.get("error") && !response.get("status");
    return h(
      "div.dock-answer",
      h("h5", { id: `answer-${operation.id}` }, say("answer")),
      failed ? h(NoAnswer, { response }) : h(Answered, { response, url: pathname + search }),
    );
  }

  return { components: { Answer } };
};
