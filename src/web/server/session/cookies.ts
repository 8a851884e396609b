import type { CookieOptions, Request, Response } from "express";
import { parseCookie } from "cookie";
import { COOKIE_PREFIX } from "../../../config/product.js";
import type { ExpressStage } from "../../../http/stage.js";
import { DAY } from "../../../lib/clock.js";

/** All cookies of the pages. Values are text and are parsed by their owners. */
export type CookieName =
  | "session"
  | "csrf"
  | "flash"
  | "challenge"
  | "device"
  | "intended"
  | "registration"
  | "provider"
  | "locale"
  | "theme";

export const YEAR = 365 * DAY;
const LOCAL_MAIL = `${COOKIE_PREFIX}dev_mail`;
const HAS_LOCAL_MAIL = `${COOKIE_PREFIX}has_dev_mail`;

/**
 * Names and attributes depend on APP_URL: over https a cookie is `__Host-` and Secure, whatever the request's headers
 * say.
 */
export class Cookies {
  readonly secure: boolean;

  constructor(appUrl: URL) {
    this.secure = appUrl.protocol === "https:";
  }

  nameOf(cookie: CookieName): string {
    return `${this.secure ? "__Host-" : ""}${COOKIE_PREFIX}${cookie}`;
  }

  options(maxAgeMs?: number): CookieOptions {
    const common = { httpOnly: true, sameSite: "lax", secure: this.secure, path: "/" } as const;
    return maxAgeMs === undefined ? common : { ...common, maxAge: maxAgeMs };
  }

  read(request: Request, cookie: CookieName): string | undefined {
    const value: unknown = (request.cookies as Record<string, unknown>)[this.nameOf(cookie)];
    return typeof value === "string" ? value : undefined;
  }

  /**
   * The key of the local mailbox. It is sent nowhere else, so its path is narrower than `__Host-` allows. A second
   * cookie tells the other pages that the browser has the key.
   */
  setLocalMailKey(response: Response, key: string): void {
    const scope = { sameSite: "strict", path: "/dev/mail" } as const;
    response.cookie(LOCAL_MAIL, key, { ...this.options(YEAR), ...scope });
    response.cookie(HAS_LOCAL_MAIL, "1", this.options(YEAR));
  }

  hasLocalMailKey(request: Request): boolean {
    return (request.cookies as Record<string, string | undefined>)[HAS_LOCAL_MAIL] === "1";
  }

  readLocalMailKey(request: Request): string | undefined {
    return (request.cookies as Record<string, string | undefined>)[LOCAL_MAIL];
  }
}

/** The request's cookies by name. */
export const readCookies: ExpressStage = (request) => {
  request.cookies = parseCookie(request.headers.cookie ?? "");
};
