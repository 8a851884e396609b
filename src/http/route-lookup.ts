import findMyWay, { type HTTPMethod } from "find-my-way";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type RoutedMethod = (typeof METHODS)[number];

/**
 * Finds the route of a request, for every surface. find-my-way looks routes up in a tree, while Express compares all
 * of them in turn (docs/decisions/0003). Paths are case-sensitive and have no optional trailing slash.
 */
export class RouteLookup<Target> {
  private readonly table = findMyWay({ caseSensitive: true, maxParamLength: 1024 });
  /** Paths without parameters and their methods. `/users/export` is never `/users/:user`, whatever the method. */
  private readonly literal = new Map<string, Set<string>>();

  /** @param path parameters are written `:name` */
  add(method: RoutedMethod, path: string, target: Target): void {
    this.table.on(method, path, () => undefined, target);
    if (path.includes(":")) return;
    const methods = this.literal.get(path) ?? new Set();
    this.literal.set(path, methods.add(method));
  }

  /** Looks up HEAD as GET. Null if the path has no route for the method. */
  find(method: string, path: string): { target: Target; params: Record<string, string> } | null {
    const asked = method === "HEAD" ? "GET" : method;
    if (!(METHODS as readonly string[]).includes(asked)) return null;
    const found = this.exists(asked, path) ? this.table.find(asked as HTTPMethod, path) : null;
    return found && { target: found.store as Target, params: found.params as Record<string, string> };
  }

  private exists(method: string, path: string): boolean {
    return this.literal.get(path)?.has(method) ?? true;
  }

  /** The methods of a path for the header `Allow`; empty for an unknown path. */
  allowedOn(path: string): string[] {
    const known: string[] = METHODS.filter((method) => this.find(method, path));
    return known.includes("GET") ? [...known, "HEAD"] : known;
  }
}
