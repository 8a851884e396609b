import { randomBytes } from "node:crypto";
import { HOUR, now } from "../../lib/clock.js";
import type { Cell, Encryption } from "../../lib/encryption.js";
import type { Webhook } from "../../models/events/webhook.js";

/** The prefix of secrets (Standard Webhooks). */
const PREFIX = "whsec_";
const BYTES = 32;
/** How long a replaced secret still signs, so that a receiver can change to the new one without losing events. */
export const OVERLAP = 24 * HOUR;

const currentCell = (row: string): Cell => ({ table: "webhooks", column: "secret", row });
const previousCell = (row: string): Cell => ({ table: "webhooks", column: "previous_secret", row });

/** A new secret as its owner gets it, once. */
export const generateWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

export const encryptSecret = (encryption: Encryption, webhookId: string, plaintext: string): string =>
  encryption.encrypt(plaintext, currentCell(webhookId));

/** The columns after a replacement of the secret. A former one that has not ended yet ends now. */
export function columnsOfNewSecret(
  encryption: Encryption,
  { id, secret }: Pick<Webhook, "id" | "secret">,
  plaintext: string,
): Pick<Webhook, "secret" | "previous_secret" | "previous_secret_ends_at"> {
  const former = encryption.decrypt(secret, currentCell(id));
  return {
    secret: encryptSecret(encryption, id, plaintext),
    previous_secret: encryption.encrypt(former, previousCell(id)),
    previous_secret_ends_at: now() + OVERLAP,
  };
}

/** The secrets that sign, as plaintext, the current one first. */
export function activeSecrets(
  encryption: Encryption,
  { id, secret, previous_secret: previous, previous_secret_ends_at: endsAt }: Webhook,
): string[] {
  const current = encryption.decrypt(secret, currentCell(id));
  if (previous === null || endsAt === null || endsAt <= now()) return [current];
  return [current, encryption.decrypt(previous, previousCell(id))];
}
