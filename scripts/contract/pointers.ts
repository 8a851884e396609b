import type { OpenApiDocument, OperationObject, PathItem } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { reachedFrom } from "../../src/contract/reached.js";

export interface NamedOperation {
  /** The method and the path, such as `GET /users`. */
  name: string;
  operation: OperationObject;
}

/** The decoded parts of a JSON pointer (RFC 6901). The first one stands for the root. */
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
 * The operations in a node that was added or removed; empty for a node that is neither an operation nor a path.
 * @param typeName Redocly's name for the type of the node
 */
export function operationsOf(typeName: string, pointer: string, value: unknown): NamedOperation[] {
  const [, , path, method] = partsOf(pointer);
  if (typeName === "Operation")
    return [{ name: nameOf(method!, path!), operation: value as OperationObject }];
  return typeName === "PathItem" ? operationsOfPath(path!, value as PathItem) : [];
}

/** The names of the operations that contain the location, or that refer to the component that contains it. */
export function operationsAt(pointer: string, documents: OpenApiDocument[]): string[] {
  const [, root, first, second] = partsOf(pointer);
  if (root !== "paths" && root !== "components") return [];
  const component = `#/components/${first!}/${second!}`;
  const contains = (document: OpenApiDocument, path: string, method: string, item: PathItem): boolean =>
    root === "paths"
      ? path === first && (second === method || !METHODS.includes(second as "get"))
      : reachedFrom([item.parameters, item[method as "get"]], document.components).has(component);
  const names = documents.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] && contains(document, path, method, item)).map((method) =>
        nameOf(method, path),
      ),
    ),
  );
  return [...new Set(names)];
}

/** Describes the affected operations: their names, or the component and their number when there are more than three. */
export function whereIs(pointer: string, operations: string[]): string {
  if (operations.length === 0) return "The contract";
  if (operations.length <= 3) return operations.map((name) => `\`${name}\``).join(", ");
  const [, root, group, name] = partsOf(pointer);
  return `${root === "components" ? `\`${name!}\`` : `\`${group!}\``} in ${operations.length} operations`;
}
