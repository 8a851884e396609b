// Reads the OpenAPI document: an outline at the start, and the rest when an operation or a schema is opened.
import { page, statusOf } from "./page.js";
import { pause } from "./turns.js";

export const METHODS = ["get", "post", "put", "patch", "delete"];

async function load(url) {
  const response = await fetch(url, { headers: { Accept: "application/json" }, redirect: "manual" });
  if (!response.ok) throw Object.assign(new Error("rejected"), { status: statusOf(response) });
  return response.json();
}

/** @throws Error with the `status` of the response, or without one after a network error */
export async function loadContract() {
  const outline = await load(page.outlineUrl);
  await pause();
  const contract = new Contract(outline);
  // the address of an operation, which is opened when the list is drawn
  if (location.hash.startsWith("#/")) void contract.complete();
  return contract;
}

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, object: item[method] })),
  );

/** Error code of the API or of OAuth2. */
export const codeOf = (value) => value?.data?.code ?? value?.error;

/** Dispatches `change` when the rest was loaded, or when loading it failed. */
export class Contract extends EventTarget {
  /** Whether the document has more than its outline. */
  isComplete = false;
  /** Why the rest didn't load. */
  failure = null;
  #completing;

  constructor(outline) {
    super();
    this.document = outline;
    // the OAuth2 contract has no list of error codes; its examples explain them
    this.explanations = outline.components?.schemas?.ErrorCode?.["x-enumDescriptions"];
    this.operations = operationsOf(outline).map((entry) => this.read(entry));
    this.explanations ??= this.meanings;
    this.byId = new Map(this.operations.map((operation) => [operation.id, operation]));
  }

  /** Loads the rest, once. After a failure, the next call tries again. */
  complete() {
    return (this.#completing ??= this.#load());
  }

  async #load() {
    this.#change({ failure: null });
    try {
      const document = await load(page.documentUrl);
      for (const { object } of operationsOf(document)) {
        const operation = this.byId.get(object.operationId);
        // a new release of the service can have another one
        if (operation) operation.samples = object["x-codeSamples"] ?? [];
      }
      this.#change({ document, isComplete: true });
    } catch (failure) {
      this.#completing = undefined;
      this.#change({ failure });
    }
  }

  #change(state) {
    Object.assign(this, state);
    this.dispatchEvent(new Event("change"));
  }

  read({ path, method, object }) {
    const id = object.operationId;
    const permission = object["x-permission"] ?? null;
    const failures = this.failuresOf(object);
    const requires = (scheme) => (object.security ?? []).some((requirement) => scheme in requirement);
    const scopes = (scheme) => object.security?.find((requirement) => scheme in requirement)?.[scheme];
    return {
      id,
      path,
      method,
      tag: object.tags?.[0] ?? "default",
      summary: object.summary ?? "",
      description: object.description ?? "",
      permission,
      callable: permission === null || page.permissions.has(permission),
      asksForToken: requires("bearerAuth") || requires("oauth2"),
      asksForClient: requires("clientBasic"),
      isPage: object["x-page"] === true,
      allScopes: scopes("bearerAuth") ?? [],
      clientScopes: scopes("oauth2") ?? [],
      firstParty: object["x-first-party"] === true,
      anyScopes: object["x-scope-any"] ?? [],
      limits: object["x-limits"] ?? [],
      clientToken: object["x-client-token"] === true,
      deprecated: object.deprecated === true,
      deprecatedSince: object["x-deprecated-since"] ?? null,
      sunset: object["x-sunset"] ?? null,
      deprecationLink: object["x-deprecation-link"] ?? null,
      middleware: object["x-middleware"] ?? [],
      samples: [],
      schemas: object["x-schemas"] ?? [],
      failures,
    };
  }

  /** Tags in the order of the document, with the ids of their operations. */
  get tags() {
    return (this.document.tags ?? []).map(({ name }) => ({
      name,
      ids: this.operations.filter(({ tag }) => tag === name).map(({ id }) => id),
    }));
  }

  /** Resolves a `$ref` of the document. */
  resolve(node) {
    if (typeof node?.$ref !== "string") return node;
    const steps = node.$ref.replace(/^#\//, "").split("/");
    return steps.reduce((at, step) => at?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], this.document);
  }

  failuresOf({ responses = {} }) {
    return Object.entries(responses)
      .filter(([status]) => Number(status) >= 400)
      .map(([status, response]) => this.failureOf(status, this.resolve(response)));
  }

  failureOf(status, response) {
    const media = response?.content?.["application/json"] ?? {};
    const found = Object.values(media.examples ?? {}).map((example) => this.resolve(example) ?? {});
    if (media.example !== undefined) found.push({ value: media.example });
    const examples = new Map();
    const meanings = {};
    for (const { value, summary } of found) {
      const code = codeOf(value);
      if (!code) continue;
      examples.set(code, value);
      if (!this.explanations) meanings[code] = summary;
    }
    return { status: Number(status), description: response?.description ?? "", examples, meanings };
  }

  /** Explanation of each code from the examples; the first is the most common one. */
  get meanings() {
    const found = this.operations.flatMap(({ failures }) => failures.map(({ meanings }) => meanings));
    const codes = found.flatMap((meanings) => Object.keys(meanings));
    return Object.fromEntries(codes.map((code) => [code, found.find((one) => one[code])[code]]));
  }

  /** Every code with its statuses. */
  get errors() {
    const statuses = new Map(Object.keys(this.explanations).map((code) => [code, new Set()]));
    const fallbacks = this.failuresOf({ responses: this.document["x-fallbacks"] });
    for (const { status, examples } of [...this.operations.flatMap(({ failures }) => failures), ...fallbacks])
      for (const code of examples.keys()) {
        if (!statuses.has(code)) statuses.set(code, new Set());
        statuses.get(code).add(status);
      }
    return [...statuses].map(([code, found]) => ({
      code,
      statuses: [...found].sort(),
      explanation: this.explanations[code] ?? "",
      operations: this.operations.filter(({ failures }) =>
        failures.some(({ examples }) => examples.has(code)),
      ).length,
    }));
  }
}
