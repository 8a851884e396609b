import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { shippedOAuthDocument, type OperationObject } from "../../../src/contract/document.js";
import { METHODS } from "../../../src/contract/operations.js";
import type { CheckedResponse } from "./contract-check.js";
import { seenOAuthAnswers } from "./seen.js";

interface Header {
  required?: boolean;
  schema: { type?: string };
  examples?: Record<string, unknown>;
}
export interface Example {
  summary: string;
  value: Record<string, string | number | boolean>;
}
interface Media {
  schema: object;
  examples: Record<string, Example>;
}
export interface Answer {
  headers: Record<string, Header>;
  content?: Record<string, Media>;
}
export interface OAuthOperation {
  id: string;
  path: string;
  method: string;
  isPage: boolean;
  /** The named examples of the form. */
  requests: Record<string, Example>;
  requestSchema: object | undefined;
  answers: Record<string, Answer>;
}

const document = shippedOAuthDocument();
const ajv = new (Ajv2020 as unknown as typeof Ajv2020.default)({ strict: false, allErrors: true });
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addSchema({ $id: "oauth", components: document.components });
const validators = new Map<object, ValidateFunction>();

const resolve = <T>(node: unknown): T => {
  const { $ref } = node as { $ref?: string };
  if ($ref === undefined) return node as T;
  const [, , group, name] = $ref.split("/");
  return resolve<T>(document.components[group!]![name!]);
};

function answerOf(node: unknown): Answer {
  const { headers = {}, content } = resolve<Partial<Answer>>(node);
  const entries = Object.entries(headers).map(([name, header]) => [name, resolve<Header>(header)]);
  return { headers: Object.fromEntries(entries) as Answer["headers"], ...(content && { content }) };
}

/** The operations of the document, with their references resolved. */
export const OAUTH_OPERATIONS: readonly OAuthOperation[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    METHODS.flatMap((method) => (item[method] ? [operationOf(path, method, item[method])] : [])),
);

function operationOf(path: string, method: string, operation: OperationObject): OAuthOperation {
  const form = operation.requestBody?.content["application/x-www-form-urlencoded"] as Media | undefined;
  const answers = Object.entries(operation.responses ?? {}).map(([status, node]) => [status, answerOf(node)]);
  return {
    id: operation.operationId!,
    path,
    method: method.toUpperCase(),
    isPage: operation["x-page"] === true,
    requests: form?.examples ?? {},
    requestSchema: form?.schema,
    answers: Object.fromEntries(answers) as OAuthOperation["answers"],
  };
}

/** Everything that the document declares, as (operation, status, kind): an error code, or where a redirect leads. */
export const declaredOAuthAnswers = (): string[] => [
  ...OAUTH_OPERATIONS.flatMap(({ id, answers }) =>
    Object.entries(answers).flatMap(([status, answer]) =>
      kindsOf(status, answer).map((kind) => `${id} ${status} ${kind}`),
    ),
  ),
  "any 405 invalid_request",
];

function kindsOf(status: string, { headers, content }: Answer): string[] {
  if (headers["Location"]?.examples) return Object.keys(headers["Location"].examples);
  const json = content?.["application/json"];
  return json && Number(status) >= 400 ? Object.keys(json.examples) : ["answer"];
}

/** @throws Error when the value doesn't match the schema of the document */
export function assertMatches(schema: object, value: unknown, what: string): void {
  let validate = validators.get(schema);
  if (!validate) {
    const inDocument = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"oauth#/')) as object;
    validators.set(schema, (validate = ajv.compile(inDocument)));
  }
  if (!validate(value))
    throw new Error(`${what} breaks the contract: ${ajv.errorsText(validate.errors)}\n${String(value)}`);
}

/** @throws Error when a response of an OAuth2 endpoint isn't declared */
export function checkOAuthResponse(response: CheckedResponse): void {
  const { method, url, status, headers, body } = response;
  const operations = OAUTH_OPERATIONS.filter(({ path }) => path === url.split("?")[0]);
  if (operations.length === 0) return;
  const what = `${method} ${url.split("?")[0]} → ${status}`;
  if (method === "OPTIONS" && status === 204) return assertHeaders(fallback(), headers, ["Allow"], what);
  const operation = operations.find((one) => one.method === (method === "HEAD" ? "GET" : method));
  if (
    isUnreadable(response) &&
    !operation?.answers[400]?.content?.["application/json"]?.examples["malformed_request"]
  )
    return;
  // a page with a method that it doesn't have is the error page of every page
  if (!operation && operations.some(({ isPage }) => isPage)) return;
  // the page for unknown addresses: without screens, a service has no pages and no device authorization
  if (status === 404 && String(headers["content-type"]).startsWith("text/html")) return;
  const declared = operation ? operation.answers[status] : status === 405 ? fallback() : undefined;
  if (!declared) throw new Error(`${what} is not declared: ${body.slice(0, 500)}`);
  assertHeaders(declared, headers, Object.keys(declared.headers), what);
  if (method === "HEAD") return;
  const kind = kindOf(response, declared, what);
  if (!operation) return void seenOAuthAnswers.add("any 405 invalid_request");
  if (!kindsOf(String(status), declared).includes(kind)) throw new Error(`${what} declares no ${kind}`);
  seenOAuthAnswers.add(`${operation.id} ${status} ${kind}`);
}

/** A request whose line or host can't be read is rejected before its surface is known. */
const isUnreadable = ({ status, body }: CheckedResponse): boolean =>
  status === 400 && body.includes('"code":"malformed_request"');

const fallback = (): Answer => answerOf(document["x-fallbacks"]["405"]);

function kindOf({ status, headers, body }: CheckedResponse, declared: Answer, what: string): string {
  if (declared.headers["Location"]) return destinationOf(String(headers["location"]));
  const type = String(headers["content-type"]).split(";")[0]!;
  const media = declared.content?.[type];
  if (!media) throw new Error(`${what} declares no ${type}`);
  if (type !== "application/json") return "answer";
  const value = JSON.parse(body) as { error?: string; data?: { code: string } };
  assertMatches(media.schema, value, what);
  return status >= 400 ? (value.error ?? value.data!.code) : "answer";
}

/** To the client with a code or an error, or to another page of the service. */
function destinationOf(location: string): string {
  if (location.startsWith("/oauth/authorize?")) return "request";
  if (location.startsWith("/")) return "sign_in";
  const query = new URL(location).searchParams;
  return query.get("error") ?? (query.has("code") ? "code" : "client");
}

function assertHeaders(
  { headers: declared }: Answer,
  headers: CheckedResponse["headers"],
  names: string[],
  what: string,
): void {
  for (const name of names) {
    const value = headers[name.toLowerCase()];
    const { required, schema } = declared[name]!;
    const typed = schema.type === "integer" ? Number(value) : value;
    if (value !== undefined) assertMatches(schema, typed, `${what}: the header ${name}`);
    else if (required) throw new Error(`${what} lacks the header ${name}`);
  }
}
