import { PERMISSIONS } from "../../domain/access/permissions.js";
import type { WebCall, WebHandler } from "./call.js";
import { ACCESS, GUARDS, type GuardName } from "./guards.js";
import type { LimiterName } from "./limits.js";
import { PATHS, type FormName, type PageName, type RouteName } from "./paths.js";
import type { WebResult } from "./responses/web-result.js";

export type Guarded = GuardName | `throttle:${LimiterName}` | `can:${string}`;

export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  name: string;
  /** In the order in which they run. */
  guards: readonly Guarded[];
  handler: WebHandler;
  /** Shows the form again when the handler rejects it. */
  form?: WebHandler;
  /** The name of the form's file field. */
  upload?: string;
  /** Answers a form of another site, which has no CSRF token, and changes nothing; null for the page's own form. */
  fromElsewhere?: (call: WebCall) => WebResult | null;
}

const row =
  <Name extends RouteName>(method: Route["method"]) =>
  (
    name: Name,
    guards: readonly Guarded[],
    handler: WebHandler,
    options?: Pick<Route, "form" | "upload" | "fromElsewhere">,
  ): Route => ({ method, name, path: PATHS[name], guards, handler, ...options });

export const get = row<PageName>("GET");
export const post = row<FormName>("POST");
export const put = row<FormName>("PUT");
export const del = row<FormName>("DELETE");

/** Requires a recent password, or one in the form, which is counted before it is checked. */
export const RECENT = ["throttle:current-password", "password.confirm"] as const;

/** @throws RangeError for a route without access, or with an unknown guard or permission */
export function assertRoutes(routes: readonly Route[], limiterNames: readonly string[]): void {
  const problems: string[] = [];
  const names = new Set<string>();
  for (const { name, guards, method, path } of routes) {
    const where = `${method} ${path} (${name})`;
    if (names.has(name)) problems.push(`${where} has the name of another route`);
    names.add(name);
    if (!guards.some((guard) => (ACCESS as readonly string[]).includes(guard)))
      problems.push(`${where} has no access guard: ${ACCESS.join(", ")}`);
    if (method !== "GET" && lacksPasswordLimiter(guards))
      problems.push(`${where} takes a password without throttle:current-password before it`);
    for (const guard of guards)
      if (!isKnown(guard, limiterNames)) problems.push(`${where} names the unknown guard ${guard}`);
  }
  if (problems.length > 0) throw new RangeError(problems.join("\n"));
}

/** Whether `password.confirm` lacks the limiter before it, which must count an attempt before the password is checked. */
function lacksPasswordLimiter(guards: readonly Guarded[]): boolean {
  const [confirm, limiter] = [
    guards.indexOf("password.confirm"),
    guards.indexOf("throttle:current-password"),
  ];
  return confirm >= 0 && (limiter < 0 || limiter > confirm);
}

function isKnown(guard: Guarded, limiterNames: readonly string[]): boolean {
  const [kind, name = ""] = guard.split(/:(.*)/s);
  if (kind === "throttle") return limiterNames.includes(name);
  if (kind === "can") return (PERMISSIONS as readonly string[]).includes(name);
  return Object.hasOwn(GUARDS, guard);
}
