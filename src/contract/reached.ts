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

/** The components that the rest of the document refers to, and all security schemes. */
export function usedComponents({ components, ...rest }: OpenApiDocument): OpenApiDocument["components"] {
  const reached = reachedFrom(rest, components);
  const groups = Object.entries(components).map(([group, members]) => {
    const kept = Object.entries(members).filter(
      ([name]) => group === "securitySchemes" || reached.has(`#/components/${group}/${name}`),
    );
    return [group, Object.fromEntries(kept)] as const;
  });
  return Object.fromEntries(groups.filter(([, members]) => Object.keys(members).length > 0));
}
