import type { Context } from "../domain/context.js";
import { linkTo } from "../domain/mail/links.js";
import { queueNotice } from "../domain/mail/notices.js";
import type { SignInMethod } from "../domain/access/sign-in.js";
import { openSession, type Session } from "../domain/sessions/sessions.js";
import type { SettingsSnapshot } from "../domain/settings/settings.js";
import { deviceSentence } from "../lib/text/devices.js";
import { CredentialsRejected } from "../lib/failures.js";
import type { User } from "../models/user.js";
import { localeOf, say, text, translatorOf } from "../texts/translate.js";
import type { DeviceOf } from "./password-step.js";
import type { SignInSurface } from "./sign-in.js";
import { recordSignIn } from "./signed-in.js";

/**
 * The password was right, but the account's status doesn't allow sign-in (docs/requirements.md, "Account status").
 */
export class AccountInactive extends CredentialsRejected {
  constructor(readonly denial: Denial) {
    super(text("sk-auth.inactive"));
  }
}

/** What is shown after the message about an account that isn't active. */
export interface Denial {
  /** Why, if the owner is told. */
  reason: string | null;
  /** When the account becomes active again, in milliseconds since the epoch, if the owner is told. */
  until: number | null;
  supportEmail: string | null;
}

function denialOf({ status_told: isTold, ...user }: User, settings: SettingsSnapshot): Denial {
  return {
    reason: isTold ? user.status_reason : null,
    until: isTold ? user.status_until : null,
    supportEmail: settings.get("branding.support_email") || null,
  };
}

/** The browser that signs in. */
export interface Browser {
  remember: boolean;
  deviceOf: DeviceOf;
  /** The provider at which the user signed in, if it is one. */
  providerId?: string | undefined;
}

/** Browser sign-in, which grants a session. */
export const browserSignIn = (browser: Browser): SignInSurface<Session> => ({
  requiresVerifiedEmail: false,
  inactive: (user, settings) => new AccountInactive(denialOf(user, settings)),
  deviceOf: browser.deviceOf,
  grant: (context, user, method) => startSession(context, user, browser, method),
});

/** Starts a session. The caller holds the account's lock and has checked its status. */
export async function startSession(
  context: Context,
  user: User,
  { remember, deviceOf, providerId }: Browser,
  method: SignInMethod,
): Promise<Session> {
  // no mail for the first sign-in here, which never has a known device; an import can know an earlier one elsewhere
  const isNewDevice = deviceOf(user) === null;
  if (user.last_login_ip !== null && isNewDevice) await mailNewDevice(context, user);
  await recordSignIn(context, user, method, isNewDevice);
  return openSession(context.trx, { userId: user.id, remember, method, providerId }, context.origin);
}

async function mailNewDevice(context: Context, user: User): Promise<void> {
  const { ip, userAgent } = context.origin;
  const device = say(deviceSentence(userAgent), translatorOf(localeOf(user)));
  const url = linkTo(context.services, "browser-sessions");
  await queueNotice(context, user, { kind: "new_device", values: { device, ip }, url });
}
