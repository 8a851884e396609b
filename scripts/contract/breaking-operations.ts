import type { OpenApiDocument, PathItem } from "../../src/contract/document.js";
import { METHODS } from "../../src/contract/operations.js";
import { unescapePointer } from "./breaking-removal.js";

/** The operations that hold the place, or refer to the component that does: `GET /users`. */
export function operationsAt(pointer: string, documents: OpenApiDocument[]): string[] {
  const [, root, first, second] = pointer.split("/").map(unescapePointer);
  if (root !== "paths" && root !== "components") return [];
  const component = `#/components/${first!}/${second!}`;
  const holds = (document: OpenApiDocument, path: string, method: string, item: PathItem): boolean =>
    root === "paths"
      ? path === first && (second === method || !METHODS.includes(second as "get"))
      : references(document, [item.parameters, item[method as "get"]]).has(component);
  const names = documents.flatMap((document) =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] && holds(document, path, method, item)).map(
        (method) => `${method.toUpperCase()} ${path}`,
      ),
    ),
  );
  return [...new Set(names)];
}

/** Every reference that can be followed from a node. */
function references({ components }: OpenApiDocument, start: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string" && !found.has($ref)) {
      found.add($ref);
      const [, , group, name] = $ref.split("/");
      visit(components[group!]?.[name!]);
    }
    Object.values(node).forEach(visit);
  };
  visit(start);
  return found;
}

/** Whom a place concerns, in words: the operations, or the component where they are many. */
export function whereIs(pointer: string, operations: string[]): string {
  if (operations.length === 0) return "The contract";
  if (operations.length <= 3) return operations.map((name) => `\`${name}\``).join(", ");
  const [, root, group, name] = pointer.split("/").map(unescapePointer);
  return `${root === "components" ? `\`${name!}\`` : `\`${group!}\``} in ${operations.length} operations`;
}
