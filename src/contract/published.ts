import { createHash } from "node:crypto";
import { stringify } from "yaml";
import { METHODS } from "./operations.js";
import type { OpenApiDocument, OperationObject, PathItem } from "./document.js";

/** The origin that the code samples of the bundle name; a published document names the one that serves it. */
export const SAMPLE_ORIGIN = "https://authdock.example";

/** A document as consumers get it, in both notations. */
export interface Publication {
  document: OpenApiDocument;
  json: string;
  yaml: string;
  /** SHA-256 of the JSON, in hexadecimal. */
  checksum: string;
}

/** That the service reads reserved characters is no advice to send them: an `&` would end the value. */
const forClients = (key: string, value: unknown): unknown => (key === "allowReserved" ? undefined : value);

/** The document for consumers: its server is absolute, so that clients can be generated from a copy of the file. */
export function publish(document: OpenApiDocument, origin: string): Publication {
  const located = JSON.parse(
    JSON.stringify(document, forClients).replaceAll(SAMPLE_ORIGIN, () => origin),
  ) as OpenApiDocument;
  for (const server of located.servers) server.url = new URL(server.url, origin).href;
  const json = `${JSON.stringify(located, null, 2)}\n`;
  return {
    document: located,
    json,
    // many readers know YAML 1.1, where a plain `no` or a plain date is no text
    yaml: stringify(located, { aliasDuplicateObjects: false, lineWidth: 0, compat: "yaml-1.1" }),
    checksum: createHash("sha256").update(json).digest("hex"),
  };
}

/** The document with these operations only; tags and components that nothing refers to any more are left out. */
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
  const rest = { ...document, paths };
  const tags = new Set(operationsOf(rest).flatMap((operation) => operation.tags ?? []));
  return {
    ...rest,
    tags: document.tags.filter(({ name }) => tags.has(name)),
    components: referredTo(rest),
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

/** What can be reached from everything but the components themselves; how to sign in is always told. */
function referredTo({ components, ...rest }: OpenApiDocument): OpenApiDocument["components"] {
  const reached = reachedFrom(rest, components);
  const groups = Object.entries(components).map(([group, members]) => {
    const kept = Object.entries(members).filter(
      ([name]) => group === "securitySchemes" || reached.has(`#/components/${group}/${name}`),
    );
    return [group, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(groups.filter(([, members]) => Object.keys(members).length > 0));
}

/** The components that a node refers to, also through others: `#/components/schemas/User`. */
export function reachedFrom(start: unknown, components: OpenApiDocument["components"]): Set<string> {
  const reached = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    const [, , group, name] = typeof $ref === "string" ? $ref.split("/") : [];
    const component = `#/components/${group!}/${name!}`;
    if (typeof $ref === "string" && !reached.has(component)) {
      reached.add(component);
      visit(components[group!]?.[name!]);
    }
    for (const value of Object.values(node)) visit(value);
  };
  visit(start);
  return reached;
}

/** How many documents are kept: what the readers of a service may call differs by their roles, which are few. */
const KEPT = 16;

/** The publications of the running contract: the whole, and what one set of permissions may call. Each is made once. */
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

  /** @param can whether the reader holds a permission */
  callable(can: (permission: string) => boolean): Publication {
    const may = ({ "x-permission": permission }: OperationObject): boolean =>
      permission === undefined || can(permission);
    const ids = operationsOf(this.document)
      .filter(may)
      .map(({ operationId }) => operationId);
    return this.of(ids.join(), () => withOperations(this.document, may));
  }

  /** The one that was asked for longest ago makes room. */
  private of(key: string, select: () => OpenApiDocument): Publication {
    const publication = this.selected.get(key) ?? publish(select(), this.origin);
    this.selected.delete(key);
    this.selected.set(key, publication);
    if (this.selected.size > KEPT) this.selected.delete(this.selected.keys().next().value!);
    return publication;
  }
}
