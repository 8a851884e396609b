import {
  findKeptAddress,
  keepAddress,
  KEPT_ADDRESS_LIFETIME,
} from "../../../domain/sessions/kept-addresses.js";
import type { Services } from "../../../domain/services.js";
import { now } from "../../../lib/clock.js";
import { Signer } from "../../../lib/signatures.js";
import { localPath, MAX_LENGTH, path } from "../addresses.js";
import type { WebCall } from "../call.js";

/*
 * Whatever comes between a guest and the page that they asked for keeps its address (docs/requirements.md, "Sign-in").
 * Links and forms carry it as `next`. A link in a mail can't, because another browser may open it, so this browser
 * keeps it in a cookie until the link is opened. So does a browser whose user must replace the password first.
 */

const KEPT = path("address.resume", { address: "" });

/** The address as `next`. One that is longer than a cookie is kept on the server. Undefined when that isn't possible. */
export async function nextFor(call: WebCall, address: string): Promise<string | undefined> {
  return address.length <= MAX_LENGTH ? address : keptNextFor(call, address);
}

/** An address with a secret as `next`, always kept on the server. Undefined when that isn't possible. */
export async function keptNextFor(call: WebCall, address: string): Promise<string | undefined> {
  const id = await keepAddress(call.services, address, call.origin.ip ?? "unknown");
  return id === null ? undefined : path("address.resume", { address: id });
}

/** The address that `next` stands for; null when it was kept and has expired. */
export async function addressOf({ rows }: Pick<Services, "rows">, next: string): Promise<string | null> {
  return next.startsWith(KEPT) ? findKeptAddress(rows, next.slice(KEPT.length)) : next;
}

const signerOf = ({ services }: WebCall): Signer => new Signer(services.encryption, "intended-address");

/** Keeps `next` in this browser until a link in a mail is opened. */
export function rememberNext(call: WebCall, next = call.next): void {
  if (next === null) return;
  const until = now() + KEPT_ADDRESS_LIFETIME;
  call.setCookie("intended", signerOf(call).seal({ next, until }), KEPT_ADDRESS_LIFETIME);
}

/** The address that this browser kept. */
export function rememberedNext(call: WebCall): string | null {
  const kept = signerOf(call).open(call.readCookie("intended")) as { next: string; until: number } | null;
  return kept && kept.until > now() ? localPath(kept.next) : null;
}

/** The address that this browser kept, once. */
export function takeRememberedNext(call: WebCall): string | null {
  if (call.readCookie("intended") !== undefined) call.clearCookie("intended");
  return rememberedNext(call);
}
