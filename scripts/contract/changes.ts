import type { Node } from "./envelopes.js";
import { SourceError } from "./source-error.js";

/**
 * Adds to each schema with `x-changes: <name>` the properties of that schema which aren't read-only. All of them are
 * optional, and null changes nothing. A resource whose schema has these rules is written down once.
 * @throws SourceError when a schema doesn't exist
 */
export function addChanges(schemas: Record<string, Node>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const changed = schema["x-changes"] as string | undefined;
    if (changed === undefined) continue;
    const source = schemas[changed];
    if (!source) throw new SourceError([`${name} changes ${changed}, which is no schema`]);
    delete schema["x-changes"];
    const writable = Object.entries(source["properties"] as Record<string, Node>)
      .filter(([, { readOnly }]) => readOnly !== true)
      .map(([key, property]) => [key, { ...property, type: [property["type"], "null"] }]);
    schema["properties"] = { ...Object.fromEntries(writable), ...(schema["properties"] as Node) };
  }
  // webhooks send the same schemas, and nothing in a request would be read-only
  for (const schema of Object.values(schemas))
    for (const property of Object.values((schema["properties"] ?? {}) as Record<string, Node>))
      delete property["readOnly"];
}
