import type { OpenApiDocument, OperationObject, PathItem } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { reachedFrom } from "../../src/contract/published.js";

export interface NamedOperation {
  /** `GET /users` */
  name: string;
  operation: OperationObject;
}

/** The parts of a JSON pointer, which begins at the root. */
export const partsOf = (pointer: string): string[] =>
  pointer.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

const nameOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

/** The operations of one path. */
export const operationsOfPath = (path: string, item: PathItem): NamedOperation[] =>
  METHODS.filter((method) => item[method]).map((method) => ({
    name: nameOf(method, path),
    operation: item[method]!,
  }));

/** Every operation of a document. */
export const operationsIn = ({ paths }: OpenApiDocument): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, item]) => operationsOfPath(path, item));

/**
 * The operations of a node that was added or removed; empty when it is neither an operation nor a path.
 * @param typeName Redocly's word for the kind of node
 */
export function operationsOf(typeName: string, pointer: string, value: unknown): NamedOperation[] {
  const [, , path, method] = partsOf(pointer);
  if (typeName === "Operation")
    return [{ name: nameOf(method!, path!), operation: value as OperationObject }];
  return typeName === "PathItem" ? operationsOfPath(path!, value as PathItem) : [];
}

/** The operations that hold the place, or refer to the component that does: `GET /users`. */
export function operationsAt(pointer: string, documents: OpenApiDocument[]): string[] {
  const [, root, first, second] = partsOf(pointer);
  if (root !== "paths" && root !== "components") return [];
  const component = `#/components/${first!}/${second!}`;
  const holds = (document: OpenApiDocument, path: string, method: string, item: PathItem): boolean =>
    root === "paths"
      ? path === first && (second === method || !METHODS.includes(second as "get"))
      : reachedFrom([item.parameters, item[method as "get"]], document.components).has(component);
  const names = documents.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] && holds(document, path, method, item)).map((method) =>
        nameOf(method, path),
      ),
    ),
  );
  return [...new Set(names)];
}

/** Whom a place concerns, in words: the operations, or the component where they are many. */
export function whereIs(pointer: string, operations: string[]): string {
  if (operations.length === 0) return "The contract";
  if (operations.length <= 3) return operations.map((name) => `\`${name}\``).join(", ");
  const [, root, group, name] = partsOf(pointer);
  return `${root === "components" ? `\`${name!}\`` : `\`${group!}\``} in ${operations.length} operations`;
}
