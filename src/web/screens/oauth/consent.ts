import { randomUUID } from "node:crypto";
import { MINUTE, now, SECOND } from "../../../lib/clock.js";
import { ServiceBusy } from "../../../lib/failures.js";
import { Signer } from "../../../lib/signatures.js";
import type { WebCall } from "../../server/call.js";

const LIFETIME = 10 * MINUTE;

/** What somebody is asked to allow. */
export type ConsentKind = "authorization" | "device";

/** What the form of the question carries: nobody else can answer it, nor about anything else. */
interface Consent {
  id: string;
  kind: ConsentKind;
  sessionId: string;
  userId: string;
  expiresAt: number;
  /** What was asked, as it was shown. */
  subject: object;
}

export type Decision = "allow" | "deny";

/** An answer to a question that was asked. */
export interface Answer<Subject> {
  decision: Decision;
  subject: Subject;
}

const signerOf = ({ services }: WebCall): Signer => new Signer(services.encryption, "oauth-consent");

/** The question as a field of its form. The public id of a session outlives its renewals. */
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
 * The answer that the form brings, once; null for one that was given before, that is too old, or of another session.
 * @throws ServiceBusy when it cannot be told whether it was given before
 */
export async function takeAnswer<Subject extends object>(
  call: WebCall,
  kind: ConsentKind,
): Promise<Answer<Subject> | null> {
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

/** The window opens with the first hit and ends after the consent has. */
async function isFirst({ services }: WebCall, id: string): Promise<boolean> {
  try {
    return (await services.counters.add(`oauth:consent:${id}`, 1, LIFETIME)).hits === 1;
  } catch (cause) {
    throw new ServiceBusy(SECOND, { cause });
  }
}
