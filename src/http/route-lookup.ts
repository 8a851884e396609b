import findMyWay, { type HTTPMethod } from "find-my-way";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type RoutedMethod = (typeof METHODS)[number];

/**
 * Finds the route of a request, for every surface. find-my-way looks routes up in a tree, while Express compares all
 * of them in turn (docs/decisions/0003). Paths are case-sensitive and have no optional trailing slash.
 */
export class RouteLookup<Target> {
  private readonly table = findMyWay({ caseSensitive: true, maxParamLength: 1024 });
  /** The targets of paths without parameters by method. `/users/export` is never `/users/:user`, whatever the method. */
  private readonly literal = new Map<string, Map<string, Target>>();

  /** @param path parameters are written `:name` */
  add(method: RoutedMethod, path: string, target: Target): void {
    this.table.on(method, path, () => undefined, target);
    if (path.includes(":")) return;
    const targets = this.literal.get(path) ?? new Map<string, Target>();
    this.literal.set(path, targets.set(method, target));
  }

  /** Looks up HEAD as GET. Null if the path has no route for the method. */
  find(method: string, path: string): { target: Target; params: Record<string, string> } | null {
    const asked = method === "HEAD" ? "GET" : method;
    const targets = this.literal.get(path);
    if (targets) {
      const target = targets.get(asked);
      return target === undefined ? null : { target, params: {} };
    }
    if (!(METHODS as readonly string[]).includes(asked)) return null;
    const found = this.table.find(asked as HTTPMethod, path);
    const params = (found?.params ?? {}) as Record<string, string>;
    // it finds `/users/` as `/users/:user`
    if (!found || Object.values(params).includes("")) return null;
    return { target: found.store as Target, params };
  }

  /** The methods of a path for the header `Allow`; empty for an unknown path. */
  allowedOn(path: string): string[] {
    const known: string[] = METHODS.filter((method) => this.find(method, path));
    return known.includes("GET") ? [...known, "HEAD"] : known;
  }
}
