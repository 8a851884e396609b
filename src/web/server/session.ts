import type { Request, RequestHandler, Response } from "express";
import session, { type SessionData } from "express-session";
import type { Services } from "../../domain/services.js";
import * as sessions from "../../domain/sessions/sessions.js";
import type { Session as SignedIn } from "../../domain/sessions/sessions.js";
import type { SessionPrincipalRow } from "../../models/principals.js";
import type { Cookies } from "./cookies.js";
import { PageExpired } from "./csrf.js";

declare module "express-session" {
  interface SessionData {
    signedIn?: SignedIn;
    /** As it was when the session was read. */
    account?: SessionPrincipalRow | undefined;
  }
}

type Callback<T = void> = (error?: unknown, value?: T) => void;

/**
 * express-session on the table `sessions`. Rows are made, renewed and ended by the domain, in the transactions that
 * sign in, confirm and revoke; the store only reads them. So a request in flight can never
 * bring back a session that was ended, and guests have no row. A database that cannot be asked is an error of the
 * request (503), not a guest.
 */
class SessionTable extends session.Store {
  constructor(
    private readonly services: Services,
    private readonly cookies: Cookies,
  ) {
    super();
  }

  override get(id: string, done: Callback<SessionData | null>): void {
    sessions.findSession(this.services.knex, id).then(
      (found) => done(null, found && dataOf(found.session, this.cookies, found.account)),
      (error: unknown) => done(error),
    );
  }

  /** Nothing of a session changes but through the domain, which has written it already. */
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

/** Never in the way of the request. In `touch` of the store express-session would send the answer in two pieces. */
function noteUse({ knex, log }: Services, { session: { signedIn }, ip }: Request): void {
  if (signedIn)
    sessions.touchSession(knex, signedIn, ip ?? null).catch((error: unknown) => {
      log.warn({ err: error }, "the use of a session was not noted");
    });
}

function dataOf(signedIn: SignedIn, cookies: Cookies, account?: SessionPrincipalRow): SessionData {
  const maxAge = signedIn.remember ? sessions.REMEMBERED : undefined;
  // the types ask for the class that express-session makes of this
  const cookie = { ...cookies.options(), originalMaxAge: maxAge ?? null } as unknown as SessionData["cookie"];
  // express-session looks for changes in the JSON: every renewal has another id
  return { cookie, signedIn, account, toJSON: () => signedIn.id } as SessionData;
}

/** Reads the session of a request. */
export function sessionMiddleware(services: Services, cookies: Cookies): RequestHandler {
  const secrets = services.encryption.deriveAll("session-cookie").map((key) => key.toString("base64"));
  const read = session({
    name: cookies.nameOf("session"),
    secret: secrets,
    store: new SessionTable(services, cookies),
    cookie: cookies.options() as session.CookieOptions,
    // ids are made by the domain; this one stands for a guest and is never given out
    genid: () => "guest",
    resave: false,
    saveUninitialized: false,
  });
  return (request, response, next) => {
    const isRead = request.method === "GET" || request.method === "HEAD";
    // a guest who only reads gets no session: there is none to look for
    if (isRead && cookies.read(request, "session") === undefined) {
      request.session = {} as typeof request.session;
      return next();
    }
    // APP_URL says whether the service is reached over https; express-session would ask the connection
    if (cookies.secure) Object.defineProperty(request, "secure", { value: true });
    read(request, response, (error?: unknown) => {
      if (error === undefined) noteUse(services, request);
      next(error);
    });
  };
}

/** Requests whose session was opened or renewed: the browser has to be told, whatever the answer is. */
const changed = new WeakSet<Request>();

/** An error leaves the session alone, unless the request has changed it already: its former id opens nothing now. */
export function keepChangedSession(request: Request): void {
  if (!changed.has(request)) request.session = undefined as never;
}

/** The session of one request, as handlers use it. */
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

  /** From now on the browser holds this session, which the domain has opened or renewed. */
  adopt(opened: SignedIn): void {
    changed.add(this.request);
    this.request.sessionID = opened.id;
    this.request.sessionStore.createSession(this.request, dataOf(opened, this.cookies) as never);
    this.response.clearCookie(this.cookies.nameOf("csrf"), this.cookies.options());
  }

  /** The same after a renewal, which fails when the session was ended meanwhile. @throws PageExpired */
  renew(renewed: SignedIn | null): void {
    if (!renewed) throw new PageExpired();
    this.adopt(renewed);
  }

  /** The browser holds none any more; its row is the caller's business. */
  forget(): void {
    // express-session does nothing for a request without a session
    this.request.session = undefined as never;
    this.response.clearCookie(this.cookies.nameOf("session"), this.cookies.options());
  }
}
