import type { EnsureUserIsActive, Guards } from "../../auth/guards.js";
import type { PublishedContracts } from "../../contract/published.js";
import type { Services } from "../../domain/services.js";
import type { AuthorizationServer } from "../../oauth/server.js";
import type { Cookies } from "./session/cookies.js";
import type { Csrf } from "./session/csrf.js";
import type { Limits } from "./limits.js";
import type { Pages } from "./responses/page.js";

/** The dependencies of the web surface. */
export interface WebParts {
  services: Services;
  /** Null if the library isn't installed. */
  oauth: AuthorizationServer | null;
  contracts: PublishedContracts;
  guards: Guards;
  ensureUserIsActive: EnsureUserIsActive;
  /** False for an application with its own web guard. */
  hasSignInPage: boolean;
  cookies: Cookies;
  csrf: Csrf;
  limits: Limits;
  pages: Pages;
}
