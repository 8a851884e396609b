import type { CookieOptions, Request, RequestHandler, Response } from "express";
import { parseCookie } from "cookie";
import { DAY } from "../../lib/clock.js";

/** Every cookie of the pages. Values are texts; nothing is read out of them but what was put in. */
export type CookieName = "session" | "csrf" | "flash" | "challenge" | "device" | "locale" | "theme";

export const YEAR = 365 * DAY;
const LOCAL_MAIL = "authdock_dev_mail";

/**
 * Names and attributes follow APP_URL: over https a cookie is `__Host-` and Secure, whatever a header of the request
 * says (decisions of the service: no cookie depends on a request).
 */
export class Cookies {
  readonly secure: boolean;

  constructor(appUrl: URL) {
    this.secure = appUrl.protocol === "https:";
  }

  nameOf(cookie: CookieName): string {
    return `${this.secure ? "__Host-" : ""}authdock_${cookie}`;
  }

  options(maxAgeMs?: number): CookieOptions {
    const common = { httpOnly: true, sameSite: "lax", secure: this.secure, path: "/" } as const;
    return maxAgeMs === undefined ? common : { ...common, maxAge: maxAgeMs };
  }

  read(request: Request, cookie: CookieName): string | undefined {
    const value: unknown = (request.cookies as Record<string, unknown>)[this.nameOf(cookie)];
    return typeof value === "string" ? value : undefined;
  }

  /** Opens the local mailbox. Sent nowhere else, so its path is narrower than `__Host-` allows. */
  setLocalMailKey(response: Response, key: string): void {
    const scope = { sameSite: "strict", path: "/dev/mail" } as const;
    response.cookie(LOCAL_MAIL, key, { ...this.options(YEAR), ...scope });
  }

  readLocalMailKey(request: Request): string | undefined {
    return (request.cookies as Record<string, string | undefined>)[LOCAL_MAIL];
  }
}

/** The cookies of the request, by name, as texts. */
export const readCookies: RequestHandler = (request, _response, next) => {
  request.cookies = parseCookie(request.headers.cookie ?? "");
  next();
};
