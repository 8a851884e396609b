import type { Mutation } from "./mutation.js";

const CSRF = ["test/web/server/csrf.test.ts"];
const HEADERS = ["test/web/server/headers.test.ts"];

/** Forms of other sites, redirects, headers and cookies of pages, and their sessions. */
export const CSRF_MUTATIONS: readonly Mutation[] = [
  {
    name: "a form that deletes something needs no token",
    file: "src/web/server/session/csrf.ts",
    search: `ignoredMethods: ["GET", "HEAD"],`,
    replace: `ignoredMethods: ["GET", "HEAD", "DELETE"],`,
    tests: CSRF,
  },
  {
    name: "a form with the token and cookie of another account is accepted",
    file: "src/web/server/session/csrf.ts",
    search: `request.session?.signedIn?.publicId ?? "guest"`,
    replace: `(request.session === undefined ? "" : "guest")`,
    tests: CSRF,
  },
  {
    name: "a sign-in continues at another site, whose address is encoded twice",
    file: "src/web/server/addresses.ts",
    search: String.raw`if (url.origin !== HERE || /^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null;`,
    replace: `if (url.origin !== HERE) return null;`,
    tests: ["test/web/server/redirects.test.ts"],
  },
  {
    name: "pages can have inline scripts",
    file: "src/web/server/responses/headers.ts",
    search: `"script-src": ["'self'"],`,
    replace: `"script-src": ["'self'", "'unsafe-inline'"],`,
    tests: HEADERS,
  },
  {
    name: "the address of a page with a token is sent to other sites",
    file: "src/web/server/responses/headers.ts",
    search: `if (holdsSecret(request.url)) response.setHeader("Referrer-Policy", "no-referrer");`,
    replace: ``,
    tests: HEADERS,
  },
  {
    name: "the session keeps its id when the password is confirmed",
    file: "src/domain/sessions/sessions.ts",
    search: `  const id = randomId();
  const lastActivity = now();`,
    replace: `  const { id } = session;
  const lastActivity = now();`,
    tests: ["test/web/sign-in/confirm-password.test.ts"],
  },
  {
    name: "an active session never ends",
    file: "src/domain/sessions/sessions.ts",
    search: `Math.min(createdAt + LONGEST, lastActivity + IDLE);`,
    replace: `Math.max(createdAt + LONGEST, lastActivity + IDLE);`,
    tests: ["test/web/server/sessions.test.ts"],
  },
];
