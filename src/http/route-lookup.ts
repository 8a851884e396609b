import findMyWay, { type HTTPMethod } from "find-my-way";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type RoutedMethod = (typeof METHODS)[number];

/**
 * Finds the route of a request, for every surface. find-my-way looks routes up in a tree, while Express compares all
 * of them in turn (docs/decisions/0003). Paths are case-sensitive and have no optional trailing slash.
 */
export class RouteLookup<Target> {
  private readonly table = findMyWay({ caseSensitive: true, maxParamLength: 1024 });

  /** @param path parameters are written `:name` */
  add(method: RoutedMethod, path: string, target: Target): void {
    this.table.on(method, path, () => undefined, target);
  }

  /** Looks up HEAD as GET. Null if the path has no route for the method. */
  find(method: string, path: string): { target: Target; params: Record<string, string> } | null {
    const asked = method === "HEAD" ? "GET" : method;
    if (!(METHODS as readonly string[]).includes(asked)) return null;
    const found = this.table.find(asked as HTTPMethod, path);
    return found && { target: found.store as Target, params: found.params as Record<string, string> };
  }

  /** The methods of a path for the header `Allow`; empty for an unknown path. */
  allowedOn(path: string): string[] {
    const known: string[] = METHODS.filter((method) => this.table.find(method, path));
    return known.includes("GET") ? [...known, "HEAD"] : known;
  }
}
