import { randomUUID } from "node:crypto";
import { MINUTE, now } from "../../../lib/clock.js";
import { countHit } from "../../../lib/counters/counters.js";
import { Signer } from "../../../lib/signatures.js";
import type { WebCall } from "../call.js";

const LIFETIME = 10 * MINUTE;

/** The subject of a consent. */
export type ConsentKind = "authorization" | "device";

/** The sealed content of the consent form, which binds the decision to the user and the subject. */
interface Consent {
  id: string;
  kind: ConsentKind;
  sessionId: string;
  userId: string;
  expiresAt: number;
  /** The subject as displayed. */
  subject: object;
}

export type Decision = "allow" | "deny";

/** The decision about a displayed consent. */
export interface ConsentDecision<Subject> {
  decision: Decision;
  subject: Subject;
}

const signerOf = ({ services }: WebCall): Signer => new Signer(services.encryption, "oauth-consent");

/**
 * The consent as a form field. It contains the session's public id, which stays the same when the session is rotated.
 */
export function sealConsent(call: WebCall, kind: ConsentKind, subject: object): string {
  const consent: Consent = {
    id: randomUUID(),
    kind,
    sessionId: call.session.current!.publicId,
    userId: call.actor.id,
    expiresAt: now() + LIFETIME,
    subject,
  };
  return signerOf(call).seal(consent);
}

/**
 * The decision in the form, once; null for one that was given before, has expired, or belongs to another session.
 * @throws ServiceBusy when it can't be checked whether it was given before
 */
export async function takeDecision<Subject extends object>(
  call: WebCall,
  kind: ConsentKind,
): Promise<ConsentDecision<Subject> | null> {
  const decision = decisionOf(call.form.text("decision"));
  const consent = signerOf(call).open(call.form.text("consent")) as Consent | null;
  if (decision === null || consent === null || !isOwn(call, kind, consent)) return null;
  if (!(await isFirst(call, consent.id))) return null;
  return { decision, subject: consent.subject as Subject };
}

const decisionOf = (sent: string): Decision | null => (sent === "allow" || sent === "deny" ? sent : null);

const isOwn = (call: WebCall, kind: ConsentKind, consent: Consent): boolean =>
  consent.kind === kind &&
  consent.sessionId === call.session.current!.publicId &&
  consent.userId === call.actor.id &&
  consent.expiresAt > now();

/** Counts answers in a window that ends after the consent expires. */
const isFirst = async ({ services }: WebCall, id: string): Promise<boolean> =>
  (await countHit(services.counters, `oauth:consent:${id}`, LIFETIME)).hits === 1;
