import { AccountInactive } from "../../../auth/browser-sign-in.js";
import { CredentialsRejected } from "../../../lib/failures.js";
import { path } from "../../server/addresses.js";
import type { WebCall } from "../../server/call.js";
import { redirect, type Flash, type WebResult } from "../../server/responses/web-result.js";

/** The card of the security page. */
export const identityList = (): string => `${path("security")}#identities`;

/** The sign-in page for guests, and the security page for everyone else. */
const startOf = (call: WebCall, next: string | null): string =>
  call.isGuest ? path("login", { next: next ?? undefined }) : identityList();

/**
 * Leads a browser that comes from a provider, or goes there, back to a page that says why it failed: it has sent no form
 * that could be shown again.
 * @param next the page to continue at
 */
export async function catchRejection(
  call: WebCall,
  answer: () => Promise<WebResult>,
  next: () => string | null = () => call.next,
): Promise<WebResult> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof CredentialsRejected) || typeof error.sentence === "string") throw error;
    const { key, values } = error.sentence;
    const denial = error instanceof AccountInactive ? { denial: error.denial } : {};
    const flash: Flash = { kind: "danger", key, ...(values && { values }), ...denial };
    return redirect(startOf(call, next()), flash);
  }
}
