import { snippetz } from "@scalar/snippetz";
import type { OperationObject } from "../../src/contract/document.js";
import type { Method } from "../../src/contract/operations.js";
import { exampleRequest } from "./example-request.js";

const LANGUAGES = [
  { lang: "Shell", label: "curl", target: "shell", client: "curl", before: "" },
  {
    lang: "JavaScript",
    label: "JavaScript",
    target: "js",
    client: "fetch",
    before: "const response = await ",
  },
  {
    lang: "Python",
    label: "Python",
    target: "python",
    client: "requests",
    before: "import requests\n\nresponse = ",
  },
] as const;
/** Some shells treat an unquoted question mark as a pattern. */
const UNQUOTED_URL = /^curl (https?:\S+)/;
/** The printer for JavaScript doesn't quote such keys. */
const DOTTED_KEY = /^( +)(\w+(?:\.\w+)+):/gm;
const printer = snippetz();

/**
 * The example request of the operation for curl, JavaScript and Python.
 * @param base the absolute URL of the API
 */
export function codeSamplesOf(
  base: string,
  path: string,
  method: Method,
  operation: OperationObject,
): { lang: string; label: string; source: string }[] {
  const { target, headers, body } = exampleRequest(path, method, operation);
  delete headers["If-Match"]; // the version in the example is outdated, so the request would fail
  const allHeaders = {
    ...headers,
    ...(operation.security?.length === 0 ? {} : { Authorization: "Bearer YOUR_TOKEN" }),
    ...(body ? { "Content-Type": "application/json" } : {}),
  };
  const request = {
    url: base + target,
    method: method.toUpperCase(),
    headers: Object.entries(allHeaders).map(([name, value]) => ({ name, value })),
    ...(body ? { postData: { mimeType: "application/json", text: JSON.stringify(body) } } : {}),
  };
  return LANGUAGES.map(({ lang, label, target: language, client, before }) => ({
    lang,
    label,
    source:
      before +
      printer
        .print(language, client, request)!
        .replace(UNQUOTED_URL, "curl '$1'")
        .replaceAll(DOTTED_KEY, language === "js" ? "$1'$2':" : "$&"),
  }));
}
