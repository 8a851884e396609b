import findMyWay, { type HTTPMethod } from "find-my-way";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type RoutedMethod = (typeof METHODS)[number];

/**
 * Finds the route of a request, for every surface. Express compares the path of each route in turn; find-my-way looks it
 * up, however many there are (docs/decisions/0003). Paths are case-sensitive and have no optional slash at the end.
 */
export class RouteLookup<Target> {
  private readonly table = findMyWay({ caseSensitive: true, maxParamLength: 1024 });

  /** @param path parameters are written `:name` */
  add(method: RoutedMethod, path: string, target: Target): void {
    this.table.on(method, path, () => undefined, target);
  }

  /** HEAD is looked up as GET. Null where the path has no route for the method. */
  find(method: string, path: string): { target: Target; params: Record<string, string> } | null {
    const asked = method === "HEAD" ? "GET" : method;
    if (!(METHODS as readonly string[]).includes(asked)) return null;
    const found = this.table.find(asked as HTTPMethod, path);
    return found && { target: found.store as Target, params: found.params as Record<string, string> };
  }

  /** The methods of a path, for the header `Allow`; empty where the path is unknown. */
  allowedOn(path: string): string[] {
    const known: string[] = METHODS.filter((method) => this.table.find(method, path));
    return known.includes("GET") ? [...known, "HEAD"] : known;
  }
}
