import type { Request, Response } from "express";
import type { Authenticated } from "../../auth/guards.js";
import type { PublishedContract } from "../../contract/published.js";
import type { Actor } from "../../domain/access/actor.js";
import type { Origin } from "../../domain/audit/origin.js";
import type { Services } from "../../domain/services.js";
import type { SettingsSnapshot } from "../../domain/settings/settings.js";
import { originOf } from "../../http/locals.js";
import type { Locale, Translate } from "../../texts/translate.js";
import type { SessionPrincipalRow } from "../../models/principals.js";
import type { AuthorizationServer } from "../../oauth/server.js";
import { localPath } from "./addresses.js";
import type { CookieName, Cookies } from "./cookies.js";
import { wantsJson } from "./errors.js";
import { Form } from "../forms/form.js";
import type { Refusal } from "../forms/form-view.js";
import { isLocalPeer } from "./local-peer.js";
import type { Preferences } from "./preferences.js";
import type { WebReply } from "./reply.js";
import { WebSession } from "./session.js";
import { uploadOf } from "./upload.js";

export type WebHandler = (call: WebCall) => Promise<WebReply> | WebReply;

/** What a call is made of, beside the request itself. */
type CallParts = Pick<WebCall, "services" | "oauth" | "contract" | "settings" | "preferences"> & {
  cookies: Cookies;
};

/** What a handler gets. It never sees the request or the response. */
export class WebCall {
  readonly params: Record<string, string>;
  readonly origin: Origin;
  readonly session: WebSession;
  /** Set while a page shows a form again. */
  refusal: Refusal | null = null;
  private sent: Form | undefined;

  readonly services: Services;
  /** Null where its library is not installed. */
  readonly oauth: AuthorizationServer | null;
  /** What the API promises, as it is published. */
  readonly contract: PublishedContract;
  readonly settings: SettingsSnapshot;
  readonly preferences: Preferences;
  private readonly cookies: Cookies;

  constructor(
    parts: CallParts,
    private readonly request: Request,
    private readonly response: Response,
    private readonly authenticated: Authenticated | null,
  ) {
    const { services, oauth, contract, settings, preferences, cookies } = parts;
    this.services = services;
    this.oauth = oauth;
    this.contract = contract;
    this.settings = settings;
    this.preferences = preferences;
    this.cookies = cookies;
    this.params = request.params as Record<string, string>;
    this.origin = originOf(response);
    this.session = new WebSession(request, response, cookies);
  }

  /** Read when it is first asked for: the fields of an upload come late. */
  get form(): Form {
    return (this.sent ??= new Form(this.request.body, uploadOf(this.request)));
  }

  get t(): Translate {
    return this.preferences.t;
  }

  get locale(): Locale {
    return this.preferences.locale;
  }

  /** The path and query that were asked for. */
  get address(): string {
    return this.request.originalUrl;
  }

  /** The query as it was sent, repeated names included; empty without one. */
  get queryString(): string {
    return /\?(.*)$/s.exec(this.request.originalUrl)?.[1] ?? "";
  }

  /** Whether the request only reads; all others are forms. */
  get isRead(): boolean {
    return this.request.method === "GET" || this.request.method === "HEAD";
  }

  /** Whether a script asks, which can do nothing with a page. */
  get wantsJson(): boolean {
    return wantsJson(this.request);
  }

  /** The path of the page that a form was on, as the browser says; to be checked before it is used. */
  get referringPath(): string | undefined {
    const { referer } = this.request.headers;
    if (referer === undefined || !URL.canParse(referer)) return undefined;
    const { origin, pathname, search } = new URL(referer);
    return origin === this.services.config.env.APP_URL.origin ? pathname + search : undefined;
  }

  /** Whether somebody at this very machine asks, through no proxy, for a name that no other page can claim. */
  get isLocalPeer(): boolean {
    return isLocalPeer(this.request);
  }

  /** Where to go on: a field of the form, or the query of its page. What is no path of this service is dropped. */
  get next(): string | null {
    return localPath(this.form.text("next") || this.query("next"));
  }

  query(name: string): string | undefined {
    const value = this.request.query[name];
    return typeof value === "string" ? value : undefined;
  }

  get isGuest(): boolean {
    return this.authenticated === null;
  }

  /** Asking for the actor where guests may come is a programming error, and found as one. */
  get actor(): Actor {
    const actor = this.authenticated?.actor;
    if (!actor) throw new RangeError("A guest is no actor.");
    return actor;
  }

  get account(): SessionPrincipalRow {
    const account = this.authenticated?.account;
    if (!account) throw new RangeError("A guest has no account.");
    return account;
  }

  readCookie(name: CookieName): string | undefined {
    return this.cookies.read(this.request, name);
  }

  setCookie(name: CookieName, value: string, maxAgeMs: number): void {
    this.response.cookie(this.cookies.nameOf(name), value, this.cookies.options(maxAgeMs));
  }

  get localMailKey(): string | undefined {
    return this.cookies.readLocalMailKey(this.request);
  }

  setLocalMailKey(key: string): void {
    this.cookies.setLocalMailKey(this.response, key);
  }

  clearCookie(name: CookieName): void {
    this.response.clearCookie(this.cookies.nameOf(name), this.cookies.options());
  }
}
