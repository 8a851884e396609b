import { createHmac } from "node:crypto";
import type { Knex } from "knex";
import { HOUR, now } from "../lib/clock.js";
import { sha256 } from "../lib/secrets.js";
import { queueMail } from "./outbox.js";
import type { Services } from "./services.js";
import type { SettingsSnapshot } from "./settings.js";

const LIFETIME = HOUR;

/** A link that proves the address: signed, expiring, of one account and one address. From APP_URL only. */
export function verificationUrl(
  services: Services,
  user: { id: string; email: string },
  expiresAt: number,
): string {
  const url = new URL(
    `/email/verify/${user.id}/${sha256(user.email).toString("hex")}`,
    services.config.env.APP_URL,
  );
  url.searchParams.set("expires", String(expiresAt));
  const signature = createHmac("sha256", services.encryption.derive("signed-url")).update(
    url.pathname + url.search,
  );
  url.searchParams.set("signature", signature.digest("base64url"));
  return url.href;
}

/** Queues the verification mail, in the caller's transaction. */
export async function sendVerificationMail(
  services: Services,
  trx: Knex,
  settings: SettingsSnapshot,
  user: { id: string; email: string; first_name: string },
): Promise<void> {
  const expiresAt = now() + LIFETIME;
  const app = settings.get("general.app_name");
  await queueMail(trx, services.encryption, {
    kind: "verify_email",
    userId: user.id,
    expiresAt,
    message: {
      to: user.email,
      subject: `Verify your email address for ${app}`,
      text: [
        `Hello ${user.first_name},`,
        `please open this link to verify your email address for ${app}:`,
        verificationUrl(services, user, expiresAt),
        "The link works for one hour. If you did not create an account, you need not do anything.",
      ].join("\n\n"),
    },
  });
}
