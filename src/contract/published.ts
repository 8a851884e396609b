import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import type * as Yaml from "yaml";
import { briefOf } from "./brief.js";
import type { OpenApiDocument, OperationObject, PathItem } from "./document.js";
import { METHODS } from "./operations.js";
import { outlineOf } from "./outline.js";
import { usedComponents } from "./reached.js";

/** The origin in the code samples of the bundle. Publishing replaces it by the origin of the service. */
export const SAMPLE_ORIGIN = "https://authdock.example";

/** The form of a document for models: without examples and failures in detail. Addresses contain its name. */
export const BRIEF = "brief";

/** A published document, as JSON and as YAML. */
export interface Publication {
  document: OpenApiDocument;
  json: string;
  /** Written on first use, because it takes longer than everything else. */
  readonly yaml: string;
  /** As JSON, without what `/api-dock` needs only for an open operation or schema. Written on first use, too. */
  readonly outline: string;
  /** As JSON. Written on first use, too. */
  readonly [BRIEF]: string;
  /** SHA-256 of the JSON, in hexadecimal. */
  checksum: string;
}

/**
 * Leaves out what generated clients stumble over. `allowReserved`: the service accepts reserved characters, but a client
 * that sends `&` cuts the value off. Patterns with `\u`: PHP and Go can't compile them, and the service checks them.
 */
function forClients(key: string, value: unknown): unknown {
  const isLeftOut =
    key === "allowReserved" || (key === "pattern" && typeof value === "string" && value.includes("\\u"));
  return isLeftOut ? undefined : value;
}

/** Publishes the document with an absolute server URL, so that clients can be generated from a copy of the file. */
export function publish(document: OpenApiDocument, origin: string): Publication {
  const published = JSON.parse(
    JSON.stringify(document, forClients)
      .replaceAll(SAMPLE_ORIGIN, () => origin)
      .replaceAll(encodeURIComponent(SAMPLE_ORIGIN), () => encodeURIComponent(origin)),
  ) as OpenApiDocument;
  // clients append the path, which begins with a slash
  for (const server of published.servers) server.url = new URL(server.url, origin).href.replace(/\/$/, "");
  let yaml: string | undefined;
  let outline: string | undefined;
  let brief: string | undefined;
  const json = `${JSON.stringify(published, null, 2)}\n`;
  return {
    document: published,
    json,
    get yaml() {
      // many parsers implement YAML 1.1, where an unquoted `no` or date isn't a string
      const { stringify } = createRequire(import.meta.url)("yaml") as typeof Yaml;
      return (yaml ??= stringify(published, {
        aliasDuplicateObjects: false,
        lineWidth: 0,
        compat: "yaml-1.1",
      }));
    },
    get outline() {
      return (outline ??= JSON.stringify(outlineOf(published)));
    },
    get [BRIEF]() {
      return (brief ??= JSON.stringify(briefOf(published)));
    },
    checksum: createHash("sha256").update(json).digest("hex"),
  };
}

/** The document with only these operations, without the tags and components that are no longer used. */
export function withOperations(
  document: OpenApiDocument,
  keep: (operation: OperationObject) => boolean,
): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(document.paths).flatMap(([path, item]) => {
      const kept = keptOf(item, keep);
      return kept ? [[path, kept]] : [];
    }),
  );
  const webhooks = Object.entries(document.webhooks ?? {}).filter(([, { post }]) => keep(post));
  const rest = { ...document, paths, ...(document.webhooks && { webhooks: Object.fromEntries(webhooks) }) };
  const tags = new Set(operationsOf(rest).flatMap((operation) => operation.tags ?? []));
  return {
    ...rest,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    components: usedComponents(rest),
  };
}

function keptOf(item: PathItem, keep: (operation: OperationObject) => boolean): PathItem | null {
  const dropped = METHODS.filter((method) => item[method] && !keep(item[method]));
  const kept = Object.fromEntries(
    Object.entries(item).filter(([name]) => !(dropped as string[]).includes(name)),
  ) as PathItem;
  return METHODS.some((method) => kept[method]) ? kept : null;
}

const operationsOf = ({ paths }: OpenApiDocument): OperationObject[] =>
  Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method] ?? []));

/** The size of the cache. Documents differ by the permissions of their readers, so there are about as many as roles. */
const MAX_CACHED = 16;

/** Publishes the contract of the service, as a whole or for one set of permissions, and caches the documents. */
export class PublishedContract {
  private all: Publication | undefined;
  private readonly selected = new Map<string, Publication>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly origin: string,
  ) {}

  get whole(): Publication {
    return (this.all ??= publish(this.document, this.origin));
  }

  /** The permissions that operations require. */
  get permissions(): string[] {
    const required = operationsOf(this.document).flatMap(({ "x-permission": name }) => name ?? []);
    return [...new Set(required)];
  }

  /**
   * The document with the operations that the reader can call.
   * @param can whether the reader holds a permission
   */
  callable(can: (permission: string) => boolean): Publication {
    const isCallable = ({ "x-permission": permission }: OperationObject): boolean =>
      permission === undefined || can(permission);
    const ids = operationsOf(this.document)
      .filter(isCallable)
      .map(({ operationId }) => operationId);
    return this.cached(ids.join(), () => withOperations(this.document, isCallable));
  }

  /** Replaces the least recently used document when the cache is full. */
  private cached(key: string, select: () => OpenApiDocument): Publication {
    const publication = this.selected.get(key) ?? publish(select(), this.origin);
    this.selected.delete(key);
    this.selected.set(key, publication);
    if (this.selected.size > MAX_CACHED) this.selected.delete(this.selected.keys().next().value!);
    return publication;
  }
}

/** The contracts that the service publishes. */
export type PublishedContracts = Record<"api" | "oauth", PublishedContract>;
