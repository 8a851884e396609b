import type { OpenApiDocument, OperationObject, PathItem } from "../../src/contract/document.js";
import { METHODS, type Method } from "../../src/contract/operations.js";

/** An operation as a request of the collection. */
export interface Step {
  path: string;
  method: Method;
  /** With the parameters of its path. */
  operation: OperationObject;
  /** The documented success. */
  status: number;
  /** `data` of its first success example; empty for a file. */
  data: Record<string, unknown>;
  /** Whether the success has an `ETag`. */
  hasVersion: boolean;
  /** Its folder in the collection: its tag, or its summary if it has to run after other tags. */
  folder: string;
}

interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: { "application/json"?: { examples?: Record<string, unknown> } };
  value?: { data?: Record<string, unknown> };
}

/** The first allowed value of a path parameter that isn't an id, such as `{scheme}`; undefined for an id. */
export function choiceOf({ operation }: Step, parameter: string): string | undefined {
  const found = operation.parameters!.find(({ name }) => name === parameter);
  return (found?.schema as { enum?: string[] } | undefined)?.enum?.[0];
}

const SIGN_OUT = "auth.logout";

/**
 * The operations in an order in which each finds what it needs, such as a created role. It is the order of the contract,
 * except that deletions follow everything else with the same tag and what lies below with other tags, and signing out is last.
 * What can be restored is deleted before that.
 */
export function stepsInOrder(document: OpenApiDocument): Step[] {
  const steps = stepsOf(document);
  const tags = [...new Set(steps.map(tagOf))];
  const isFinal = ({ path, method }: Step): boolean =>
    method === "delete" && document.paths[`${path}/restore`] === undefined;
  /** What lies deeper is deleted first: a token before all tokens. */
  const rank = (step: Step): number => (isFinal(step) ? 100 - step.path.split("/").length : 0);
  const isBelow =
    ({ path }: Step) =>
    (other: Step) =>
      other.path.startsWith(`${path}/`);
  /** The place of its folder. One of its own follows the last tag that it has to wait for. */
  const place = (step: Step): number => {
    if (isSignOut(step)) return tags.length;
    const own = tags.indexOf(tagOf(step));
    const last = Math.max(
      own,
      ...(isFinal(step) ? steps.filter(isBelow(step)).map((other) => tags.indexOf(tagOf(other))) : []),
    );
    return last === own ? own : last + 0.5;
  };
  return steps
    .map((step, index) => [place(step), rank(step), index, step] as const)
    .sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
    .map(([at, , , step]) =>
      tags[at] === step.folder ? step : { ...step, folder: step.operation.summary! },
    );
}

export const tagOf = ({ operation }: Step): string => operation.tags![0]!;
export const isSignOut = ({ operation }: Step): boolean => operation.operationId === SIGN_OUT;
export const isPublic = ({ operation }: Step): boolean => operation.security?.length === 0;

/** The operations in the order of the contract. */
function stepsOf(document: OpenApiDocument): Step[] {
  const resolve = (node: unknown): Answer => {
    const { $ref } = node as Answer;
    const [, , group, name] = $ref?.split("/") ?? [];
    return $ref === undefined ? (node as Answer) : resolve(document.components[group!]![name!]);
  };
  const stepOf = (path: string, item: PathItem, method: Method): Step => {
    const own = item[method]!;
    const status = Object.keys(own.responses!)
      .map(Number)
      .find((code) => code < 300)!;
    const answer = resolve(own.responses![status]);
    const [example] = Object.values(answer.content?.["application/json"]?.examples ?? {});
    return {
      path,
      method,
      operation: { ...own, parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])] },
      status,
      data: (example === undefined ? undefined : resolve(example).value?.data) ?? {},
      hasVersion: "ETag" in (answer.headers ?? {}),
      folder: own.tags![0]!,
    };
  };
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => stepOf(path, item, method)),
  );
}

/** The names of the collection's variables, and which answers set them. */
export class Variables {
  constructor(private readonly steps: Step[]) {}

  /** The id in a path parameter, such as `roles-id` for `{role}` in `/roles/{role}`. */
  idIn = (path: string, parameter: string): string =>
    nameOf(path.slice(0, path.indexOf(`/{${parameter}}`)), "id");

  /** A field that the contract names in `x-input`. */
  input = ({ path }: Step, field: string): string => nameOf(path, field);

  /** The `ETag` of the resource that an operation changes: the closest one that can be read. */
  version({ path }: Step): string {
    const isRead = (candidate: string): boolean =>
      this.steps.some((step) => step.path === candidate && step.method === "get" && step.hasVersion);
    const item = this.itemOf(path);
    if (item !== undefined && isRead(item)) return nameOf(item, "etag");
    let resource = path;
    while (resource !== "" && !isRead(resource)) resource = resource.slice(0, resource.lastIndexOf("/"));
    return nameOf(resource || path, "etag");
  }

  /** The token of the account that the collection registers. */
  get ofRegistered(): string | undefined {
    const step = this.steps.find((one) => isPublic(one) && one.status === 201 && "token" in one.data);
    return step && nameOf(step.path, "token");
  }

  /** The key of the authenticator app, which another operation of the path creates. */
  appKey({ path }: Step): string | undefined {
    const creates = (step: Step): boolean =>
      step.path === path && step.status === 201 && "otpauth_uri" in step.data;
    return this.steps.some(creates) ? nameOf(path, "secret") : undefined;
  }

  /** Whether the collection can't create what has this id. It takes the first item of the list, if there is one. */
  isFound(path: string, parameter: string): boolean {
    const list = path.slice(0, path.indexOf(`/{${parameter}}`));
    const creates = ({ path, status, operation }: Step): boolean =>
      path === list && status === 201 && operation["x-input"] === undefined;
    return !this.steps.some(creates);
  }

  /** Variable → the expression of its value, after the answer of an operation. */
  setBy(step: Step): Record<string, string> {
    const { path, method, status, data, hasVersion } = step;
    const item = this.itemOf(path);
    const parameter = item?.slice(path.length + 2, -1) ?? "";
    const set: Record<string, string> = {};
    if (item !== undefined && status === 201) set[nameOf(path, "id")] = "body.data.id";
    if (item !== undefined && method === "get" && this.isFound(item, parameter))
      set[nameOf(path, "id")] = 'body.data.items[0]?.id ?? ""';
    if (isPublic(step) && "token" in data)
      set[status === 201 ? nameOf(path, "token") : TOKEN] = 'body.data.token ?? ""';
    if ("otpauth_uri" in data) {
      set[nameOf(path, "secret")] = "body.data.secret";
      set[nameOf(path, "last")] = "0"; // no code of this key was used
    }
    if (hasVersion) set[this.version(step)] = 'pm.response.headers.get("ETag")';
    return set;
  }

  /** The path of one item of a list. */
  private itemOf(path: string): string | undefined {
    const rest = (other: string): string => other.slice(path.length);
    return this.steps.find((step) => step.path.startsWith(path) && /^\/\{\w+\}$/.test(rest(step.path)))?.path;
  }
}

/** The variable with the token of the account that signs in. */
export const TOKEN = "bearerToken";

/** The words of the path and the field: `users-tokens-id`. */
const nameOf = (path: string, field: string): string =>
  [...path.split("/").filter((part) => part !== "" && !part.startsWith("{")), field].join("-");
