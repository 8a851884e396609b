import Ajv2020, { type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { shippedDocument, type OpenApiDocument } from "../../../src/contract/document.js";
import { seenFailures, seenPairs } from "./seen.js";

/** A response with everything that the contract describes. */
export interface CheckedResponse {
  method: string;
  /** Path and query as sent. */
  url: string;
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface ResponseObject {
  /** Name of the response component; undefined for a response that the operation declares inline. */
  name?: string;
  headers?: Record<string, { required?: boolean; $ref?: string }>;
  content?: Record<string, { schema: object; examples: Record<string, Example> }>;
}
type Example = { value: { message: string; data: { code?: string } } };

const BASE = "/api/v1";
const document: OpenApiDocument = shippedDocument();
const ajv = new (Ajv2020 as unknown as typeof Ajv2020.default)({ strict: false, allErrors: true });
(addFormats as unknown as typeof addFormats.default)(ajv);
ajv.addSchema({ $id: "contract", components: document.components });
const validators = new Map<string, ValidateFunction>();

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  (["get", "post", "put", "patch", "delete"] as const).flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    const responses = Object.fromEntries(
      Object.entries(operation.responses ?? {}).map(([status, value]) => [
        status,
        resolve<ResponseObject>(value as object),
      ]),
    );
    const pattern = new RegExp(`^${path.replaceAll(/\{[^}]+\}/g, "[^/]{1,1024}")}$`);
    return [{ id: operation.operationId!, path, method: method.toUpperCase(), pattern, responses }];
  }),
);

/** Every pair that the contract declares. */
export function declaredPairs(): string[] {
  return operations.flatMap(({ id, responses }) => Object.keys(responses).map((status) => `${id} ${status}`));
}

/** Every failure that the contract has an example of. */
export function documentedFailures(): string[] {
  const shared = Object.keys(document.components["responses"]!).map((name) =>
    resolve<ResponseObject>({ $ref: `#/components/responses/${name}` }),
  );
  return [...shared, ...fallbacks.values()].flatMap((declared) =>
    failuresOf(declared).map(({ data }) => `${declared.name} ${data.code}`),
  );
}

/** Status → the response to a request that matches no operation. */
const fallbacks = new Map(
  Object.entries(document["x-fallbacks"]).map(([status, declared]) => [
    Number(status),
    { ...(declared as ResponseObject), name: `fallback ${status}` },
  ]),
);

interface ResponseExample {
  status: number;
  name: string;
  value: object;
}

/** The success examples of an operation. */
export const successExamples = (id: string): ResponseExample[] =>
  responseExamples(id).filter(({ status }) => status < 400);

/** The examples of an operation's responses. */
export function responseExamples(id: string): ResponseExample[] {
  const { responses } = operations.find((operation) => operation.id === id)!;
  return Object.entries(responses).flatMap(([status, { content }]) =>
    !content?.["application/json"] // a response without a body, or a file
      ? []
      : Object.entries(content["application/json"].examples).map(([name, example]) => ({
          status: Number(status),
          name,
          value: resolve<Example>(example).value,
        })),
  );
}

const failuresOf = ({ content }: ResponseObject): Example["value"][] =>
  Object.values(content!["application/json"]!.examples).map(({ value }) => value);

/** @throws Error when a response under /api/v1 isn't declared by its operation */
export function checkResponse(response: CheckedResponse): void {
  const path = response.url.split("?")[0]!;
  if (!path.startsWith(BASE)) return;
  assertTraced(response);
  if (response.method === "OPTIONS" || response.method === "HEAD") return;
  const declared = declaredResponse(response, path.slice(BASE.length));
  assertHeaders(response, declared);
  if (declared.content === undefined) {
    if (response.body !== "") throw new Error(`${describeResponse(response)} has a body`);
    return;
  }
  const [type] = String(response.headers["content-type"]).split(";");
  if (type! in declared.content && type !== "application/json") return;
  if (!String(response.headers["content-type"]).startsWith("application/json"))
    throw new Error(`${describeResponse(response)} is not JSON`);
  if (isOfOtherContract(response, declared)) return;
  assertSchema(response, declared);
  if (response.status >= 400) assertDocumentedFailure(response, declared);
}

/** contracts of tests require scopes that the shipped one doesn't */
const isOfOtherContract = ({ body }: CheckedResponse, { name }: ResponseObject): boolean =>
  name === "AccountDenied" && (JSON.parse(body) as Example["value"]).data.code === "insufficient_scope";

/** these have more than one message */
const VARIOUS = [
  ...["malformed_request", "payload_too_large", "forbidden", "unsupported_media_type"],
  "organisation_rule_unmet",
];

/** A documented failure has the code of its example, and its message where the example shows one. */
function assertDocumentedFailure(response: CheckedResponse, declared: ResponseObject): void {
  const { message, data } = JSON.parse(response.body) as Example["value"];
  const code = data.code!;
  const shown = failuresOf(declared).find((failure) => failure.data.code === code);
  if (!shown) throw new Error(`${describeResponse(response)}: no example of ${declared.name} shows ${code}`);
  if (shown.message !== message && !VARIOUS.includes(code))
    throw new Error(
      `${describeResponse(response)}: the example of ${code} says ${shown.message}, not ${message}`,
    );
  seenFailures.add(`${declared.name} ${code}`);
}

const describeResponse = ({ method, url, status }: CheckedResponse): string => `${method} ${url} → ${status}`;

function declaredResponse(response: CheckedResponse, path: string): ResponseObject {
  const candidates = path in document.paths ? operations.filter((one) => one.path === path) : operations;
  const operation = candidates.find(
    ({ method, pattern }) => method === response.method && pattern.test(path),
  );
  const declared = operation?.responses[response.status];
  if (declared) {
    seenPairs.add(`${operation.id} ${response.status}`);
    return declared;
  }
  const fallback = fallbacks.get(response.status);
  if (fallback && !operation) return fallback;
  // 429 and 503 can also answer unknown routes, and 400 any route
  const anywhere: Record<number, string> = {
    400: "MalformedRequest",
    429: "Throttled",
    500: "ServerError",
    503: "Unavailable",
  };
  const name = anywhere[response.status];
  if (operation || name === undefined)
    throw new Error(
      `${describeResponse(response)} is not declared${operation ? ` by ${operation.id}` : ""}: ${response.body}`,
    );
  return resolve<ResponseObject>({ $ref: `#/components/responses/${name}` });
}

function assertTraced({ headers, body, ...rest }: CheckedResponse): void {
  const traceId = headers["x-request-id"];
  if (typeof traceId !== "string") throw new Error(`${rest.method} ${rest.url}: no X-Request-ID`);
  if (body === "" || !String(headers["content-type"]).startsWith("application/json")) return;
  const envelope = JSON.parse(body) as Record<string, unknown>;
  if (envelope["trace_id"] !== traceId)
    throw new Error(`${rest.method} ${rest.url}: trace_id differs from X-Request-ID`);
  const keys = Object.keys(envelope)
    .filter((key) => key !== "debug")
    .join();
  if (keys !== "success,status,message,data,meta,trace_id")
    throw new Error(`${rest.method} ${rest.url}: keys are ${keys}`);
  if (envelope["status"] !== rest.status)
    throw new Error(`${rest.method} ${rest.url}: status differs from the envelope`);
  if (envelope["success"] !== rest.status < 400)
    throw new Error(`${rest.method} ${rest.url}: success doesn't fit the status`);
}

function assertHeaders(response: CheckedResponse, declared: ResponseObject): void {
  for (const [name, header] of Object.entries(declared.headers ?? {}))
    if (
      resolve<{ required?: boolean }>(header).required &&
      response.headers[name.toLowerCase()] === undefined
    )
      throw new Error(`${describeResponse(response)} lacks the header ${name}`);
}

function assertSchema(response: CheckedResponse, declared: ResponseObject): void {
  const schema = JSON.stringify(declared.content!["application/json"]!.schema).replaceAll(
    '"#/',
    '"contract#/',
  );
  let validate = validators.get(schema);
  if (!validate) validators.set(schema, (validate = ajv.compile(JSON.parse(schema) as object)));
  if (!validate(JSON.parse(response.body)))
    throw new Error(
      `${describeResponse(response)} breaks the contract: ${ajv.errorsText(validate.errors)}\n${response.body}`,
    );
}

function resolve<T>(value: object): T {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value as T;
  const [, , group, name] = $ref.split("/");
  return { name, ...resolve<T>(document.components[group!]![name!] as object) };
}
