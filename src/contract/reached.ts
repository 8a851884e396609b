import type { OpenApiDocument } from "./document.js";

/** The components that a node refers to, directly or through other components, such as `#/components/schemas/User`. */
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
