import { SignJWT } from "jose";
import { v4 as uuidv4 } from "uuid";
import { DAY, MINUTE, now, SECOND } from "../../../lib/clock.js";
import { withinTrace } from "../../../lib/telemetry/current-trace.js";
import { postForm } from "../../../lib/mail/post-form.js";
import type { RegisteredClient } from "../../../models/oauth-client.js";
import type { Services } from "../../services.js";
import { clientIdOf } from "../clients/client-ids.js";
import { findClient } from "../clients/client-locks.js";
import { currentSigner } from "./signing-keys.js";
import { sidOf, subjectOf } from "./subjects.js";

/** How long a client has to answer, and how long its logout token is valid. */
const ANSWER_WITHIN = 5 * SECOND;
const TOKEN_LIFETIME = 2 * MINUTE;
/** A row that a process has taken belongs to it for this long. */
const LEASE = MINUTE;
const LONGEST_PAUSE = 15 * MINUTE;
/** How long a client that can't be reached is tried again. */
const TRIED_FOR = DAY;
/** Notices that are sent side by side, so that a slow client doesn't delay the others. */
const TOGETHER = 20;

const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

interface Notice {
  family_id: string;
  client_id: string;
  user_id: string;
  session_id: string;
  session_ended_at: number;
  logout_due_at: number;
  logout_attempts: number;
  /** Of the request that ended the session. */
  logout_trace_id: string | null;
}

export type PostForm = typeof postForm;

/**
 * Tells clients that a browser session has ended (OpenID Connect Back-Channel Logout 1.0). A conditional update takes each notice,
 * so that two processes don't send it twice, and the notice of a killed process is sent by another one.
 * @returns the number of notices that were accepted
 */
export async function deliverLogoutNotices(services: Services, post: PostForm = postForm): Promise<number> {
  const due = (await services
    .knex("oauth_logins")
    .where("logout_due_at", "<=", now())
    .orderBy("logout_due_at")
    .limit(TOGETHER)
    .select(
      ...["family_id", "client_id", "user_id", "session_id"],
      ...["session_ended_at", "logout_due_at", "logout_attempts", "logout_trace_id"],
    )) as Notice[];
  const delivered = await Promise.all(
    due.map((notice) =>
      withinTrace({ traceId: notice.logout_trace_id ?? "" }, deliver, services, post, notice),
    ),
  );
  return delivered.filter(Boolean).length;
}

const rowOf = ({ knex }: Services, { family_id }: Notice) => knex("oauth_logins").where({ family_id });

async function deliver(services: Services, post: PostForm, notice: Notice): Promise<boolean> {
  const taken = await rowOf(services, notice)
    .where({ logout_due_at: notice.logout_due_at })
    .update({ logout_due_at: now() + LEASE, logout_attempts: notice.logout_attempts + 1 });
  if (taken !== 1) return false;
  const client = await findClient(services.rows, notice.client_id);
  const address = client?.options.backchannel_logout_uri ?? null;
  const isAccepted = address !== null && (await send(services, post, { client: client!, address, notice }));
  const isOver = isAccepted || address === null || now() - notice.session_ended_at > TRIED_FOR;
  await rowOf(services, notice).update({
    logout_due_at: isOver ? null : now() + pauseAfter(notice.logout_attempts),
  });
  if (address !== null)
    services.metrics.logoutNotices.inc({ outcome: isAccepted ? "sent" : isOver ? "expired" : "deferred" });
  return isAccepted;
}

interface Delivery {
  client: RegisteredClient;
  address: string;
  notice: Notice;
}

async function send(
  services: Services,
  post: PostForm,
  { client, address, notice }: Delivery,
): Promise<boolean> {
  try {
    const token = await logoutToken(services, client, notice);
    await post(new URL(address), { logout_token: token }, { timeoutMs: ANSWER_WITHIN, publicOnly: false });
    return true;
  } catch (error) {
    const { id } = client;
    services.log.warn({ err: error, client_id: id }, "could not tell a client that a session has ended");
    return false;
  }
}

/** Section 2.4. */
async function logoutToken(
  services: Services,
  client: RegisteredClient,
  { user_id, session_id }: Notice,
): Promise<string> {
  const algorithm = client.options.id_token_signed_response_alg;
  const { id, key } = await currentSigner(services, algorithm);
  const issuedAt = Math.floor(now() / SECOND);
  return new SignJWT({ sid: sidOf(client, session_id), events: { [LOGOUT_EVENT]: {} } })
    .setProtectedHeader({ alg: algorithm, kid: id, typ: "logout+jwt" })
    .setIssuer(services.config.env.APP_URL.origin)
    .setSubject(subjectOf(client, user_id))
    .setAudience(clientIdOf(client))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_LIFETIME / SECOND)
    .setJti(uuidv4())
    .sign(key);
}

/** 10 s, 20 s, 40 s … up to 15 minutes. */
const pauseAfter = (attempts: number): number => Math.min(10 * SECOND * 2 ** attempts, LONGEST_PAUSE);
