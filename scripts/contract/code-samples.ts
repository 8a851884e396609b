import { snippetz } from "@scalar/snippetz";
import type { OperationObject } from "../../src/contract/document.js";
import type { Method } from "../../src/contract/operations.js";
import { exampleRequest, type ExampleRequest } from "./example-request.js";

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
/** Header → a value that the reader replaces, as the token. Other optional headers are left out. */
const PLACEHOLDERS: Record<string, string> = {
  "If-Match": '"YOUR_ETAG"',
  "Idempotency-Key": "YOUR_KEY",
};
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
  const { target, headers, body, files } = exampleRequest(path, method, operation);
  const placeholders = Object.entries(PLACEHOLDERS).filter(([name]) => takes(operation, name));
  const allHeaders = {
    ...headers,
    ...(operation.security?.length === 0 ? {} : { Authorization: "Bearer YOUR_TOKEN" }),
    ...Object.fromEntries(placeholders),
    ...(body ? { "Content-Type": "application/json" } : {}),
  };
  const request = {
    url: base + target,
    method: method.toUpperCase(),
    headers: Object.entries(allHeaders).map(([name, value]) => ({ name, value })),
    ...postDataOf(body, files),
  };
  return LANGUAGES.map(({ lang, label, target: language, client, before }) => ({
    lang,
    label,
    source: readingFiles(
      before +
        printer
          .print(language, client, request)!
          .replace(UNQUOTED_URL, "curl '$1'")
          .replaceAll(DOTTED_KEY, language === "js" ? "$1'$2':" : "$&"),
    ),
  }));
}

const takes = ({ parameters = [] }: OperationObject, header: string): boolean =>
  parameters.some(({ name }) => name === header);

function postDataOf(body: ExampleRequest["body"], files: ExampleRequest["files"]) {
  if (files) {
    const params = Object.entries(files).map(([name, fileName]) => ({ name, fileName }));
    return { postData: { mimeType: "multipart/form-data", params } };
  }
  return body ? { postData: { mimeType: "application/json", text: JSON.stringify(body) } } : {};
}

/** The printer for JavaScript appends empty files, and declares the form after the assignment. */
function readingFiles(source: string): string {
  const [, form, call] =
    /^const response = await (const formData = [^]*?)\n\n(fetch\([^]*)$/.exec(source) ?? [];
  if (form === undefined) return source;
  const filled = form.replaceAll(/new Blob\(\[\]\), '([^']+)'/g, "new Blob([await readFile('$1')]), '$1'");
  return `import { readFile } from 'node:fs/promises'\n\n${filled}\n\nconst response = await ${call!}`;
}
