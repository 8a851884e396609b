import type { Request, RequestHandler } from "express";
import type { Services } from "../../domain/services.js";
import type { SettingsSnapshot } from "../../domain/settings/settings.js";
import { challengedAccount } from "../../domain/two-factor/challenges.js";
import { addressLimiters, ipKey, limiter } from "../../http/rate-limit.js";
import { SharedLimits } from "../../http/shared-limits.js";
import { MINUTE } from "../../lib/clock.js";
import { sha256 } from "../../lib/secrets.js";
import { normalizeEmail } from "../../models/user.js";
import { findDevice } from "./session/known-devices.js";
import { readPendingSignIn } from "./session/pending-sign-in.js";
import type { Cookies } from "./session/cookies.js";

/** The limiters that a route can name as `throttle:<name>`. */
export const LIMITER_NAMES = [
  "login",
  "two-factor",
  "passkey-options",
  "passkey",
  "own-passkey-options",
  "provider",
  "register",
  "forgot-password",
  "reset-password",
  "verification",
  "verify-email",
  "current-password",
  "confirm-password",
  "device",
  "upload",
  "export",
  "invitations",
  "settings-test",
  "domain-verification",
  "search",
] as const;
export type LimiterName = (typeof LIMITER_NAMES)[number];

/** The limiters of a route, in order. Settings choose between limits, but none can be turned off. */
export type Limits = Record<LimiterName, (settings: SettingsSnapshot, request: Request) => RequestHandler[]>;

/**
 * Requests per minute (docs/requirements.md, "Limits"). Counted exactly across processes; requests are rejected when
 * counting fails.
 */
export function webLimits(services: Services, cookies: Cookies): Limits {
  const shared = new SharedLimits(services.counters, userKey);
  const { storeOf } = shared;
  const make = (name: string, limit: number, key: (request: Request) => string | Promise<string>) =>
    limiter({ name, limit, windowMs: MINUTE, store: storeOf(name), key });
  const byAddress = (name: string, limit: number) =>
    addressLimiters({ name, limit, windowMs: MINUTE }, storeOf);
  const strict = [...byAddress("login-ip", 10), make("login-email", 5, emailAndIpKey)];
  const relaxed = [...byAddress("login-relaxed-ip", 30), make("login-relaxed-email", 15, emailAndIpKey)];
  const accountKey = async (request: Request): Promise<string> => {
    const pending = readPendingSignIn(services, cookies, request);
    const account = pending && (await challengedAccount(services.knex, pending.challenge));
    if (account === null) return ipKey(request);
    // the owner's known device has its own limit, so that attempts elsewhere don't block it
    const device = findDevice(services, cookies.read(request, "device"), account);
    return `user:${account.id}${device === null ? "" : `:${device}`}`;
  };
  const twoFactor = [...byAddress("two-factor-ip", 10), make("two-factor-account", 5, accountKey)];
  const passkeyOptions = byAddress("passkey-options-ip", 30);
  const passkey = byAddress("passkey-ip", 10);
  const ownPasskeyOptions = [shared.byUser("passkey-options")];
  const provider = byAddress("provider-ip", 30);
  const register = shared.byAddress("register");
  const forgotPassword = shared.byAddress("forgot-password");
  const resetPassword = shared.byAddress("reset-password");
  const verification = shared.byAddress("verification");
  const verifyEmail = shared.byAddress("verify-email");
  const currentPassword = [shared.byUser("current-password")];
  const device = [make("device-ip", 10, ipKey), make("device-user", 10, userKey)];
  const upload = [shared.byUser("upload")];
  const exported = [shared.byUser("export")];
  const invitations = [shared.byUser("invitations")];
  const search = [make("search", 120, userKey)];
  const settingsTest = [shared.byUser("settings-test")];
  const domainVerification = [shared.byUser("domain-verification")];
  return {
    login: (settings) => (settings.get("auth.login_throttle") ? strict : relaxed),
    "two-factor": () => twoFactor,
    "passkey-options": () => passkeyOptions,
    passkey: () => passkey,
    "own-passkey-options": () => ownPasskeyOptions,
    provider: () => provider,
    register: () => register,
    "forgot-password": () => forgotPassword,
    "reset-password": () => resetPassword,
    verification: () => verification,
    "verify-email": () => verifyEmail,
    upload: () => upload,
    export: () => exported,
    invitations: () => invitations,
    "settings-test": () => settingsTest,
    "domain-verification": () => domainVerification,
    search: () => search,
    // only when the form contains it
    "current-password": (_settings, request) =>
      bodyOf(request)["current_password"] === undefined ? [] : currentPassword,
    // the form has only this field, which can have another name
    "confirm-password": () => currentPassword,
    // only when a code is entered
    device: (_settings, request) => (bodyOf(request)["user_code"] === undefined ? [] : device),
  };
}

const bodyOf = (request: Request): Record<string, unknown> => (request.body ?? {}) as Record<string, unknown>;

/** The key for a form that names an account. A value that isn't text counts as the empty address. */
function emailAndIpKey(request: Request): string {
  const { email } = bodyOf(request);
  const address = typeof email === "string" ? normalizeEmail(email) : "";
  return `${sha256(address).toString("base64url")}:${ipKey(request)}`;
}

const userKey = (request: Request): string =>
  request.session.signedIn ? `user:${request.session.signedIn.userId}` : ipKey(request);
