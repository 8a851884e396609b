import type { RouteName } from "../paths.js";

/**
 * Pages and forms that can be part of an authorization, from the request of a client to the answer: signing in,
 * registering, and everything that can come between. A form of theirs can lead to the client in the end, and a client
 * can show them in a popup (docs/requirements.md, "OAuth2"). A test requires each page to be here or to be named as
 * one that isn't part.
 */
const STEPS: ReadonlySet<string> = new Set<RouteName>([
  ...(["login", "login.store", "login.passkey", "logout", "address.resume"] as const),
  ...(["two-factor.login", "two-factor.login.store"] as const),
  ...(["register", "register.store"] as const),
  ...(["verification.notice", "verification.status", "verification.send", "verification.address"] as const),
  ...(["verification.verify", "verification.confirm"] as const),
  ...([
    "password.request",
    "password.email",
    "password.reset",
    "password.update",
    "password.left.destroy",
  ] as const),
  ...(["password.expired", "password.expired.update"] as const),
  ...(["password.confirm", "password.confirm.store", "password.confirm.provider"] as const),
  ...(["user-password.link", "invitation.passkey", "preferences.update"] as const),
  ...(["two-factor.setup", "two-factor.enable", "two-factor.confirm", "two-factor.disable"] as const),
  ...(["two-factor.recovery-codes", "two-factor.regenerate"] as const),
  ...(["passkeys.create", "passkeys.store"] as const),
  ...(["providers.begin", "providers.callback", "identities.create", "identities.store"] as const),
  ...(["oauth.authorize", "oauth.authorize.decide", "oauth.device", "oauth.device.decide"] as const),
  ...(["oauth.logout", "oauth.logout.answer"] as const),
]);

export const isStepOfAuthorization = (routeName: string | undefined): boolean =>
  routeName !== undefined && STEPS.has(routeName);
