// Made by scripts/generate.ts from openapi/. Do not edit.
export interface RouteFileOperations {
  "activity-logs": "activity-logs.index" | "activity-logs.index.export" | "activity-logs.index.chart" | "activity-logs.show";
  "api-clients": "api-clients.index" | "api-clients.store" | "api-clients.show" | "api-clients.update" | "api-clients.destroy" | "api-clients.update.logo" | "api-clients.update.logo.destroy" | "api-clients.update.secret";
  "api-tokens": "api-tokens.index" | "api-tokens.store" | "api-tokens.destroy";
  "auth/account": "auth.confirm-password" | "auth.confirm-password.options" | "auth.me.update" | "auth.me.password.update" | "auth.me.password.destroy" | "auth.me.email.update" | "auth.me.email.destroy" | "auth.me.email.verification-notification" | "auth.me.avatar.update" | "auth.me.avatar.destroy";
  "auth/account-activity": "auth.me.activity.index";
  "auth/account-applications": "auth.me.applications.index" | "auth.me.applications.destroy-others" | "auth.me.applications.destroy";
  "auth/account-identities": "auth.me.identities.index" | "auth.me.identities.destroy";
  "auth/account-passkeys": "auth.me.passkeys.options" | "auth.me.passkeys.index" | "auth.me.passkeys.store" | "auth.me.passkeys.update" | "auth.me.passkeys.destroy";
  "auth/account-sessions": "auth.me.sessions.index" | "auth.me.sessions.destroy-others" | "auth.me.sessions.destroy";
  "auth/account-tokens": "auth.me.tokens.index" | "auth.me.tokens.store" | "auth.me.tokens.destroy-others" | "auth.me.tokens.destroy";
  "auth/account-two-factor": "auth.me.two-factor.show" | "auth.me.two-factor.store" | "auth.me.two-factor.confirm" | "auth.me.two-factor.destroy" | "auth.me.recovery-codes.index" | "auth.me.recovery-codes.store";
  "auth/authentication": "auth.logout" | "auth.me";
  "public/account-recovery": "auth.forgot-password" | "auth.reset-password" | "auth.invitation.passkeys.options" | "auth.invitation.passkeys.store" | "auth.email.verify" | "auth.email.verification-notification";
  "public/authentication": "auth.register" | "auth.login" | "auth.two-factor-challenge";
  "public/passkeys": "auth.passkeys.options" | "auth.passkeys";
  "roles": "roles.index" | "roles.store" | "roles.show" | "roles.update" | "roles.destroy";
  "service/definitions": "definitions.index";
  "settings": "settings.index" | "settings.update" | "settings.update.logo" | "settings.update.logo.destroy" | "settings.update.mail-test" | "settings.update.captcha-test" | "settings.index.providers" | "settings.update.providers.store" | "settings.show.provider" | "settings.update.provider" | "settings.update.provider.destroy" | "settings.update.provider.test";
  "users/user-access": "users.show.sessions" | "users.update.sessions.destroy" | "users.show.tokens" | "users.update.tokens.destroy" | "users.show.applications" | "users.update.applications.destroy" | "users.show.passkeys" | "users.update.passkeys.destroy" | "users.show.identities" | "users.update.identities.destroy";
  "users/users": "users.index" | "users.store" | "users.index.export" | "users.update.statuses" | "users.show" | "users.update" | "users.patch" | "users.destroy" | "users.restore" | "users.update.status" | "users.update.access" | "users.update.two-factor" | "users.update.verification" | "users.update.invitation" | "users.update.avatar" | "users.update.avatar.destroy";
}
