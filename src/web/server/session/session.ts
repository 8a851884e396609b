import type { Request, Response } from "express";
import session, { type SessionData } from "express-session";
import type { Services } from "../../../domain/services.js";
import { type ExpressStage, run } from "../../../http/stage.js";
import * as sessions from "../../../domain/sessions/sessions.js";
import type { Session as SignedIn } from "../../../domain/sessions/sessions.js";
import type { SessionPrincipalRow } from "../../../models/principals.js";
import type { Cookies } from "./cookies.js";
import { PageExpired } from "./csrf.js";
import { PAGES } from "../paths.js";

declare module "express-session" {
  interface SessionData {
    signedIn?: SignedIn;
    /** As of the time when the session was read. */
    account?: SessionPrincipalRow | undefined;
  }
}

type Callback<T = void> = (error?: unknown, value?: T) => void;

/**
 * express-session on the table `sessions`. The domain creates, rotates and ends rows in the transactions that sign
 * in, confirm and revoke; the store only reads them. So a request in progress can't restore a session that has ended,
 * and guests have no row. An unavailable database is an error of the request (503), not a guest.
 */
class SessionTable extends session.Store {
  constructor(
    private readonly services: Services,
    private readonly cookies: Cookies,
  ) {
    super();
  }

  override get(id: string, done: Callback<SessionData | null>): void {
    sessions.findSession(this.services.rows, id).then(
      (found) => done(null, found && dataOf(found.session, this.cookies, found.account)),
      (error: unknown) => done(error),
    );
  }

  /** Does nothing, because the domain has written every change already. */
  override set(_id: string, _session: SessionData, done?: Callback): void {
    done?.();
  }

  override destroy(id: string, done?: Callback): void {
    sessions.closeSession(this.services, id).then(
      () => done?.(),
      (error: unknown) => done?.(error),
    );
  }
}

/**
 * Updates the last use without delaying the request. The store's own `touch` would make express-session send the
 * answer in two parts.
 */
function updateLastUse({ knex, outages }: Services, { session: { signedIn }, ip }: Request): void {
  if (signedIn)
    sessions.touchSession(knex, signedIn, ip ?? null).catch((error: unknown) => {
      outages.warn(error, "could not update the last use of a session");
    });
}

function dataOf(signedIn: SignedIn, cookies: Cookies, account?: SessionPrincipalRow): SessionData {
  const maxAge = signedIn.remember ? sessions.REMEMBER_ME : undefined;
  // the types require the class that express-session makes of this
  const cookie = { originalMaxAge: maxAge ?? null, ...cookies.options() } as unknown as SessionData["cookie"];
  // express-session detects changes in the JSON: every rotation has another id
  return { cookie, signedIn, account, toJSON: () => signedIn.id } as SessionData;
}

/** The only page whose opening can sign in: the browser comes to it from a sign-in provider. */
const SIGNS_IN = new RegExp(`^${PAGES["providers.callback"].replace(/:\w+/, "[^/]+")}$`);

/** Reads the session of a request. */
export function readSession(services: Services, cookies: Cookies): ExpressStage {
  const secrets = services.encryption.deriveAll("session-cookie").map((key) => key.toString("base64"));
  const read = session({
    name: cookies.nameOf("session"),
    secret: secrets,
    store: new SessionTable(services, cookies),
    cookie: cookies.options() as session.CookieOptions,
    // the domain creates ids; this placeholder for guests is never sent
    genid: () => "guest",
    resave: false,
    saveUninitialized: false,
  });
  return async (request, response) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    // a guest that only reads has no session to look up
    if (isRead && cookies.read(request, "session") === undefined && !SIGNS_IN.test(request.path)) {
      request.session = {} as typeof request.session;
      return;
    }
    // APP_URL says whether the service is reached over https; express-session would check the connection
    if (cookies.secure) Object.defineProperty(request, "secure", { value: true });
    await run(read, request, response);
    updateLastUse(services, request);
  };
}

/** Requests whose session was started or rotated: their answer must set the cookie, whatever its status. */
const changed = new WeakSet<Request>();

/** Keeps a changed session when an error is answered, because its previous id isn't valid any more. */
export function keepChangedSession(request: Request): void {
  if (!changed.has(request)) request.session = undefined as never;
}

/** The session of one request, for handlers. */
export class WebSession {
  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly cookies: Cookies,
  ) {}

  /** Null for a guest. */
  get current(): SignedIn | null {
    return this.request.session?.signedIn ?? null;
  }

  /** Makes the browser use this session, which the domain has started or rotated. */
  adopt(opened: SignedIn): void {
    changed.add(this.request);
    this.request.sessionID = opened.id;
    this.request.sessionStore.createSession(this.request, dataOf(opened, this.cookies) as never);
  }

  /** `adopt` for a rotated session, null if it has ended. @throws PageExpired */
  renew(renewed: SignedIn | null): void {
    if (!renewed) throw new PageExpired();
    this.adopt(renewed);
  }

  /** Deletes the browser's cookie. The caller ends the row. */
  clear(): void {
    // express-session ignores a request without a session
    this.request.session = undefined as never;
    this.response.clearCookie(this.cookies.nameOf("session"), this.cookies.options());
  }
}
