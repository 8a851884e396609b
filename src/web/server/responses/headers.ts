import type { Response } from "express";
import { ConfigurationError } from "../../../config/env.js";
import type { Config } from "../../../config/config.js";
import type { ExpressStage } from "../../../http/stage.js";
import { recordHeaders } from "../../../http/recorded-headers.js";
import { localsOf } from "../../../http/locals.js";
import { isStepOfAuthorization } from "../session/authorization-steps.js";
import type { PageOptions } from "./web-result.js";
import { holdsSecret } from "../secret-addresses.js";

/**
 * Only the service's own files, no inline script or style. Images can be data URLs (QR codes, icons of the style
 * sheet).
 */
const POLICY: Record<string, string[]> = {
  "default-src": ["'none'"],
  "script-src": ["'self'"],
  "style-src": ["'self'"],
  "img-src": ["'self'", "data:"],
  "font-src": ["'self'"],
  "connect-src": ["'self'"],
  "manifest-src": ["'self'"],
  "frame-src": [],
  "form-action": ["'self'"],
  "base-uri": ["'none'"],
  "frame-ancestors": ["'none'"],
};
const EXTENSIBLE = ["script-src", "style-src", "img-src", "connect-src", "font-src", "frame-src"];

/** Whether the text is a complete, literal origin: no `*`, no keyword, no path. */
const isOrigin = (text: string): boolean =>
  /^(https?|wss?):\/\/[^*\s;,'"]+$/.test(text) &&
  URL.canParse(text) &&
  `${new URL(text).protocol}//${new URL(text).host}` === text;

function policyWith(origins: readonly string[], isStep: boolean): string {
  return Object.entries(POLICY)
    .filter(([directive]) => !isStep || directive !== "form-action")
    .map(([directive, sources]) => {
      const all = [...sources, ...(EXTENSIBLE.includes(directive) ? origins : [])];
      return `${directive} ${all.length === 0 ? "'none'" : all.join(" ")}`;
    })
    .join("; ");
}

/**
 * The headers of every page, including error pages and assets. The policy includes the operator's
 * `security.csp_extra_origins`.
 * @throws ConfigurationError for an invalid extra origin
 */
export class PageHeaders {
  private readonly headers: Map<string, string>;
  private readonly extra: readonly string[];

  constructor({ env, starterKit }: Config) {
    this.extra = starterKit.security.csp_extra_origins ?? [];
    const wrong = this.extra.filter((origin) => !isOrigin(origin));
    if (wrong.length > 0)
      throw new ConfigurationError([
        `security.csp_extra_origins must be origins such as https://cdn.example: ${wrong.join(", ")}`,
      ]);
    this.headers = recordHeaders(env, {
      contentSecurityPolicy: false,
      referrerPolicy: { policy: "same-origin" },
    });
    this.headers.set("Content-Security-Policy", policyWith(this.extra, false));
    this.headers.set("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()");
    this.headers.set("Cache-Control", "private, no-store");
  }

  set: ExpressStage = (request, response) => {
    response.setHeaders(this.headers);
    if (holdsSecret(request.url)) response.setHeader("Referrer-Policy", "no-referrer");
  };

  /**
   * For a step of an authorization. Chromium applies `form-action` to every redirect that follows a form, also where the
   * client leads on, so the page has none: the validation of redirect addresses protects. With another
   * `Cross-Origin-Opener-Policy`, a popup would lose the client's page that opened it.
   */
  setForStep(response: Response): void {
    response.setHeader("Content-Security-Policy", policyWith(this.extra, true));
    response.setHeader("Cross-Origin-Opener-Policy", "unsafe-none");
  }

  /** Extends what this page can load. */
  open(
    response: Response,
    { origins = [], framesOwn = false }: Pick<PageOptions, "origins" | "framesOwn">,
  ): void {
    const isStep = isStepOfAuthorization(localsOf(response).routeName);
    const policy = policyWith([...this.extra, ...origins], isStep);
    response.setHeader(
      "Content-Security-Policy",
      framesOwn ? policy.replace(/frame-src( 'none')?/, "frame-src 'self'") : policy,
    );
  }
}
