import type { Request, Response } from "express";
import type { Principal } from "../../auth/guards.js";
import type { PublishedContracts } from "../../contract/published.js";
import type { Actor } from "../../domain/access/actor.js";
import type { Origin } from "../../domain/audit/origin.js";
import { localMailFolderOf } from "../../domain/mail/local-mail-key.js";
import type { Services } from "../../domain/services.js";
import type { SettingsSnapshot } from "../../domain/settings/settings.js";
import { Disconnect, originOf } from "../../http/locals.js";
import type { Abort } from "../../lib/abort.js";
import { say, type Locale, type Sentence, type Translate } from "../../texts/translate.js";
import type { SessionPrincipalRow } from "../../models/principals.js";
import type { AuthorizationServer } from "../../oauth/server.js";
import { localPath } from "./addresses.js";
import type { CookieName, Cookies } from "./session/cookies.js";
import { wantsJson } from "./responses/errors.js";
import { Form } from "../forms/form.js";
import type { Rejection } from "../forms/form-view.js";
import { isLocalPeer } from "./local-peer.js";
import type { Preferences } from "./preferences.js";
import type { WebResult } from "./responses/web-result.js";
import { WebSession } from "./session/session.js";
import { uploadOf } from "./upload.js";

export type WebHandler = (call: WebCall) => Promise<WebResult> | WebResult;

/** The parts of a call besides the request itself. */
type CallParts = Pick<WebCall, "services" | "oauth" | "contracts" | "settings" | "preferences"> & {
  cookies: Cookies;
};

/** The input of a handler, which never sees the request or the response. */
export class WebCall {
  readonly params: Record<string, string>;
  readonly origin: Origin;
  readonly session: WebSession;
  /** Set while a page shows a rejected form again. */
  rejection: Rejection | null = null;
  private sent: Form | undefined;

  readonly services: Services;
  /** Null if the library isn't installed. */
  readonly oauth: AuthorizationServer | null;
  /** The published contracts of the API and of the OAuth2 endpoints. */
  readonly contracts: PublishedContracts;
  readonly settings: SettingsSnapshot;
  readonly preferences: Preferences;
  private readonly cookies: Cookies;

  constructor(
    parts: CallParts,
    private readonly request: Request,
    private readonly response: Response,
    private readonly authenticated: Principal | null,
  ) {
    const { services, oauth, contracts, settings, preferences, cookies } = parts;
    this.services = services;
    this.oauth = oauth;
    this.contracts = contracts;
    this.settings = settings;
    this.preferences = preferences;
    this.cookies = cookies;
    this.params = request.params as Record<string, string>;
    this.origin = originOf(response);
    this.session = new WebSession(request, response, cookies);
  }

  /** Read on first use, because the fields of an upload are available late. */
  get form(): Form {
    return (this.sent ??= new Form(this.request.body, uploadOf(this.request)));
  }

  /** Aborts when the client disconnects. */
  get signal(): Abort {
    return new Disconnect(this.response);
  }

  get t(): Translate {
    return this.preferences.t;
  }

  say(sentence: Sentence): string {
    return say(sentence, this.t);
  }

  get locale(): Locale {
    return this.preferences.locale;
  }

  /** The path and query of the request. */
  get address(): string {
    return this.request.originalUrl;
  }

  /** The query as sent, including repeated names; empty without one. */
  get queryString(): string {
    return /\?(.*)$/s.exec(this.request.originalUrl)?.[1] ?? "";
  }

  /** Whether the method is GET or HEAD; all others are forms. */
  get isRead(): boolean {
    return this.request.method === "GET" || this.request.method === "HEAD";
  }

  /** Whether the request comes from a script, which can't use a page. */
  get wantsJson(): boolean {
    return wantsJson(this.request);
  }

  /** The path of the page that a form was on, according to the browser; it must be checked before use. */
  get referringPath(): string | undefined {
    const { referer } = this.request.headers;
    if (referer === undefined || !URL.canParse(referer)) return undefined;
    const { origin, pathname, search } = new URL(referer);
    return origin === this.services.config.env.APP_URL.origin ? pathname + search : undefined;
  }

  /** Whether the request comes from the local machine, without a proxy, for a name that no other page can claim. */
  get isLocalPeer(): boolean {
    return isLocalPeer(this.request);
  }

  /**
   * The address to continue at, from a field of the form or the query of its page. Null unless it is a path of this
   * service.
   */
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

  /** The signed-in actor. @throws when a route for guests uses it, which is a programming error */
  get actor(): Actor {
    const actor = this.authenticated?.actor;
    if (!actor) throw new RangeError("A guest has no actor.");
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

  /**
   * Whether this browser can open the local mailbox, for links to it. A forged cookie shows only the link: the mailbox
   * itself checks the key.
   */
  get canOpenLocalMail(): boolean {
    return (
      this.cookies.hasLocalMailKey(this.request) &&
      localMailFolderOf(this.services.config.env) !== null &&
      this.isLocalPeer
    );
  }

  setLocalMailKey(key: string): void {
    this.cookies.setLocalMailKey(this.response, key);
  }

  clearCookie(name: CookieName): void {
    this.response.clearCookie(this.cookies.nameOf(name), this.cookies.options());
  }
}
