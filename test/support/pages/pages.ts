import { DEFAULT_OPTIONS } from "../../../src/models/client-options.js";
import { ServiceBusy, TooManyAttempts } from "../../../src/lib/failures.js";
import type { RouteName } from "../../../src/web/server/paths.js";
import { addClients } from "./demo.js";
import { ACTIVITY_PAGES } from "./pages-activity.js";
import { API_DOCK_PAGES } from "./pages-api-dock.js";
import { WEBHOOK_PAGES } from "./pages-webhooks.js";
import { DESCRIBED_CLIENT_PAGES } from "./pages-described-clients.js";
import { ORGANISATION_PAGES } from "./pages-organisations.js";
import { PASSKEY_PAGES } from "./pages-passkeys.js";
import { PROVIDER_PAGES } from "./pages-providers.js";
import { ROLE_PAGES } from "./pages-roles.js";
import { SEARCH_PAGES } from "./pages-search.js";
import { SETTINGS_PAGES } from "./pages-settings.js";
import { ACCOUNT_PAGES } from "./pages-user.js";
import { USER_PAGES } from "./pages-users.js";
import {
  administrator,
  branded,
  afterLongTime,
  afterRegistering,
  changeAddress,
  createClient,
  createToken,
  failing,
  forbidden,
  guest,
  later,
  MAIL_ID,
  mailbox,
  member,
  openClient,
  openDetails,
  openDialog,
  openMenu,
  openPhoneMenu,
  outdated,
  protectedMember,
  requiringSecondFactor,
  sendsNothing,
  setting,
  settingUpSecondFactor,
  unverified,
  withPasswordSetByAdmin,
  withInvitation,
  withResetLink,
  withSecondFactor,
  withVerificationLink,
  type OpenPage,
} from "./page-states.js";
import { allowedBefore, decide, sentByClient, signedOutByClient, withDevice } from "./page-states-oauth.js";

/** A page in one of its states. */
export interface PageState {
  /** Name of the picture. */
  name: string;
  /** The route of the page; null for error pages. */
  route: RouteName | null;
  show: OpenPage;
  /** Excluded from the pictures because it looks almost like another state. */
  unpictured?: true;
}

/** GET routes that aren't pages. */
export const NO_PAGES: readonly RouteName[] = [
  "search.results", // JSON
  "verification.status", // JSON
  "address.resume", // redirects
  "well-known.api-catalog", // JSON
  "well-known.change-password", // redirects
  "well-known.security", // plain text
  "llms", // plain text
  "well-known.webauthn", // a document
  "well-known.passkey-endpoints", // a document
  "passkeys", // redirects
  "providers.begin", // redirects
  "providers.callback", // redirects
  "identities.link", // redirects
  "password.confirm.provider", // redirects
  "api-dock.oauth.json", // a document
  "api-dock.oauth.yaml", // a document
  "admin.settings.index", // redirects
  "admin.users.export", // a file
  "admin.users.imports.report",
  "dev-mail.html", // the content of a frame
  "admin.activity.export", // a file
  "api-dock.json", // a file
  "api-dock.yaml", // a file
  "api-dock.asset", // a file
];

const state = (name: string, route: RouteName | null, show: OpenPage): PageState => ({ name, route, show });

const unpictured = (...parts: Parameters<typeof state>): PageState => ({
  ...state(...parts),
  unpictured: true,
});

/** Every page in its visually different states. */
export const PAGES: readonly PageState[] = [
  state("landing", "home", guest("/")),
  state("landing-branded", "home", guest("/", branded)),
  state("login", "login", guest("/login")),
  unpictured("login-branded", "login", guest("/login", branded)),
  state("login-errors", "login", sendsNothing(guest("/login"), "/login")),
  state("register", "register", guest("/register")),
  state("register-errors", "register", sendsNothing(guest("/register"), "/register")),
  state("forgot-password", "password.request", guest("/forgot-password")),
  state(
    "forgot-password-errors",
    "password.request",
    sendsNothing(guest("/forgot-password"), "/forgot-password"),
  ),
  state("reset-password", "password.reset", withResetLink),
  state("reset-password-errors", "password.reset", sendsNothing(withResetLink, "/reset-password")),
  state("invitation", "password.reset", withInvitation),
  state("invitation-errors", "password.reset", sendsNothing(withInvitation, "/reset-password")),
  state("reset-password-invalid", "password.reset", guest("/reset-password/no-such-link")),
  state("two-factor-challenge", "two-factor.login", withSecondFactor),
  state("verify-email", "verification.notice", async (product) => {
    const visit = await unverified(product);
    await visit.open("/email/verify");
    return visit;
  }),
  state("verify-email-link", "verification.verify", withVerificationLink),
  state(
    "verify-email-invalid",
    "verification.verify",
    guest("/email/verify/nobody/nothing", setting("auth.email_verification", "1")),
  ),
  state("confirm-password", "password.confirm", member("/user/confirm-password")),
  state(
    "confirm-password-errors",
    "password.confirm",
    sendsNothing(member("/user/confirm-password"), "/user/confirm-password"),
  ),
  state("password-expired", "password.expired", afterLongTime),
  state("password-set-by-other", "password.expired", withPasswordSetByAdmin),
  state("password-expired-errors", "password.expired", sendsNothing(afterLongTime, "/password/expired")),
  state("dashboard", "dashboard", member("/dashboard", { withContent: true })),
  unpictured("dashboard-protected", "dashboard", protectedMember("/dashboard")),
  state("dashboard-new", "dashboard", member("/dashboard")),
  state(
    "dashboard-menu",
    "dashboard",
    member("/dashboard", { withContent: true, then: openMenu("account-menu") }),
  ),
  unpictured("dashboard-phone-menu", "dashboard", member("/dashboard", { then: openPhoneMenu })),
  ...SEARCH_PAGES,
  state("profile", "profile", member("/profile", { withContent: true })),
  state("security", "security", member("/user/security", { withContent: true })),
  state("security-log", "security-log", member("/user/security-log", { withContent: true })),
  unpictured("security-log-kind", "security-log", member("/user/security-log?kind=access")),
  state("profile-errors", "profile", async (product) => {
    const visit = await member("/profile")(product);
    await visit.page.locator("#profile-first_name").fill("");
    await visit.leaving(() =>
      visit.page.locator('form[action="/user/profile-information"] button[type="submit"]').click(),
    );
    return visit;
  }),
  state(
    "profile-password-errors",
    "security",
    sendsNothing(member("/user/security"), "/user/password", 'button[form="password-form"]'),
  ),
  state("profile-two-factor-setup", "security", settingUpSecondFactor),
  state("two-factor-required", "two-factor.setup", requiringSecondFactor("/profile", 0)),
  unpictured(
    "two-factor-required-soon",
    "two-factor.setup",
    requiringSecondFactor("/user/two-factor-setup", 7),
  ),
  unpictured("two-factor-required-key", "two-factor.setup", async (product) => {
    const visit = await requiringSecondFactor("/user/two-factor-setup", 0)(product);
    await visit.leaving(() => visit.page.locator(".card button[type=submit]").click());
    return visit;
  }),
  unpictured("dashboard-two-factor-required", "dashboard", requiringSecondFactor("/dashboard", 7)),
  state("profile-two-factor-on", "security", protectedMember("/user/security")),
  state("password-changed", "user-password.access", member("/user/password", { withContent: true })),
  state("recovery-codes", "two-factor.recovery-codes", protectedMember("/user/two-factor-recovery-codes")),
  state("browser-sessions", "browser-sessions", member("/browser-sessions", { withContent: true })),
  state("browser-sessions-one", "browser-sessions", member("/browser-sessions")),
  state("tokens", "tokens", member("/user/tokens", { withContent: true })),
  state("tokens-none", "tokens", member("/user/tokens")),
  state("tokens-created", "tokens", member("/user/tokens", { withContent: true, then: createToken })),
  state("tokens-errors", "tokens", sendsNothing(member("/user/tokens"), "/user/tokens")),
  state("applications", "applications", member("/user/applications", { withContent: true })),
  state("applications-none", "applications", member("/user/applications")),
  state(
    "agents",
    "agents",
    administrator("/user/agents", {
      prepare: setting("agents.enabled", "1"),
      then: (visit) => visit.page.getByText("Codex", { exact: true }).click(),
    }),
  ),
  state(
    "api-clients",
    "admin.api-clients.index",
    administrator("/admin/api-clients", { prepare: addClients }),
  ),
  state("api-clients-none", "admin.api-clients.index", administrator("/admin/api-clients")),
  unpictured(
    "api-clients-nothing-found",
    "admin.api-clients.index",
    administrator("/admin/api-clients?search=nothing", { prepare: addClients }),
  ),
  state("api-clients-create", "admin.api-clients.create", administrator("/admin/api-clients/create")),
  state(
    "api-clients-errors",
    "admin.api-clients.create",
    sendsNothing(administrator("/admin/api-clients/create"), "/admin/api-clients"),
  ),
  state(
    "api-clients-created",
    "admin.api-clients.create",
    administrator("/admin/api-clients/create", { then: createClient }),
  ),
  state(
    "api-clients-edit",
    "admin.api-clients.edit",
    administrator("/admin/api-clients", { prepare: addClients, then: openClient("Team calendar") }),
  ),
  state(
    "api-clients-options",
    "admin.api-clients.edit",
    administrator("/admin/api-clients", {
      prepare: addClients,
      then: openClient("Team calendar", openDetails("details.client-options")),
    }),
  ),
  state(
    "api-clients-connect",
    "admin.api-clients.connect",
    administrator("/admin/api-clients", {
      prepare: addClients,
      then: openClient("Team calendar", async (visit) => {
        await visit.leaving(() => visit.page.locator('a[href$="/connect"]').click());
        await openDetails("details.guide:first-of-type")(visit);
      }),
    }),
  ),
  unpictured(
    "api-clients-secret",
    "admin.api-clients.edit",
    administrator("/admin/api-clients", {
      prepare: addClients,
      then: openClient("API gateway", openDialog()),
    }),
  ),
  unpictured(
    "api-clients-delete",
    "admin.api-clients.edit",
    administrator("/admin/api-clients", {
      prepare: addClients,
      then: openClient("Screen in the hall", openDialog()),
    }),
  ),
  state("api-tokens", "admin.api-tokens.index", administrator("/admin/api-tokens", { withContent: true })),
  state("api-tokens-none", "admin.api-tokens.index", administrator("/admin/api-tokens")),
  state(
    "api-tokens-limited",
    "admin.api-tokens.index",
    administrator("/admin/api-tokens", {
      prepare: setting("oauth.enforce_scopes", "1"),
    }),
  ),
  state(
    "api-tokens-revoke",
    "admin.api-tokens.index",
    administrator("/admin/api-tokens?sort=owner", {
      withContent: true,
      then: openDialog(),
    }),
  ),
  unpictured(
    "api-tokens-nothing-found",
    "admin.api-tokens.index",
    administrator("/admin/api-tokens?search=nothing", { withContent: true }),
  ),
  unpictured(
    "api-tokens-own",
    "admin.api-tokens.index",
    member("/admin/api-tokens?page=2", { withContent: true }),
  ),
  unpictured("api-tokens-password", "admin.api-tokens.index", async (product) => {
    const visit = await administrator("/admin/api-tokens", { withContent: true })(product);
    await later(visit, "/admin/api-tokens");
    await openDialog()(visit);
    await visit.page.locator("dialog[open] input[type=password]").fill("wrong");
    await visit.leaving(() => visit.page.locator("dialog[open] .btn-danger").click());
    return visit;
  }),
  ...ACTIVITY_PAGES,
  ...API_DOCK_PAGES,
  ...ROLE_PAGES,
  ...USER_PAGES,
  ...PASSKEY_PAGES,
  ...PROVIDER_PAGES,
  ...ACCOUNT_PAGES,
  ...SETTINGS_PAGES,
  ...DESCRIBED_CLIENT_PAGES,
  ...WEBHOOK_PAGES,
  ...ORGANISATION_PAGES,
  state("oauth-consent", "oauth.authorize", sentByClient()),
  state(
    "oauth-consent-services",
    "oauth.authorize",
    sentByClient({
      options: { ...DEFAULT_OPTIONS, resources: ["https://files.example.test/archive"] },
      changes: { resource: "https://files.example.test/archive" },
    }),
  ),
  unpictured(
    "oauth-consent-local",
    "oauth.authorize",
    sentByClient({
      name: "A-name-without-a-blank-that-is-longer-than-any-screen-of-a-phone-could-show-in-a-line",
      redirect_uris: ["http://[::1]:51234/callback"],
    }),
  ),
  state(
    "oauth-sign-in-again",
    "password.confirm",
    sentByClient({ changes: { scope: "openid", prompt: "login" } }),
  ),
  state("oauth-go-on", "oauth.authorize", allowedBefore),
  state("oauth-logout", "oauth.logout", signedOutByClient()),
  unpictured("oauth-logout-wrong", "oauth.logout", signedOutByClient({ id_token_hint: "wrong" })),
  state(
    "oauth-untrusted",
    "oauth.authorize",
    sentByClient({ changes: { redirect_uri: "https://elsewhere.example.test/" } }),
  ),
  state("oauth-device", "oauth.device", member("/oauth/device")),
  state("oauth-device-errors", "oauth.device", sendsNothing(member("/oauth/device"), "/oauth/device")),
  state("oauth-device-confirm", "oauth.device", withDevice()),
  state("oauth-device-done", "oauth.device", withDevice(decide("allow"))),
  unpictured("oauth-device-denied", "oauth.device", withDevice(decide("deny"))),
  state("delete-account", "account.delete", member("/user/delete")),
  state(
    "delete-account-errors",
    "account.delete",
    sendsNothing(member("/user/delete"), "/user", 'button[form="delete-form"]'),
  ),
  state("dev-mail", "dev-mail", mailbox("/dev/mail", true)),
  state("dev-mail-none", "dev-mail", mailbox("/dev/mail", false)),
  state("dev-mail-one", "dev-mail.show", mailbox(`/dev/mail/${MAIL_ID}`, true)),
  state("dev-mail-text", "dev-mail.show", mailbox(`/dev/mail/${MAIL_ID}?as=text`, true)),
  unpictured("verify-email-sent", "verification.notice", afterRegistering),
  unpictured("verify-email-wrong", "verification.notice", async (product) => {
    const visit = await afterRegistering(product);
    await openDetails("main details")(visit);
    return visit;
  }),
  unpictured("profile-new-address", "profile", member("/profile", { then: changeAddress })),
  unpictured("two-factor-recovery-code", "two-factor.login", async (product) => {
    const visit = await withSecondFactor(product);
    await openDetails("main details")(visit);
    return visit;
  }),
  unpictured("profile-two-factor-off", "security", async (product) => {
    const visit = await protectedMember("/user/security")(product);
    await openDialog("#two-factor")(visit);
    return visit;
  }),
  unpictured("tokens-revoke", "tokens", member("/user/tokens", { withContent: true, then: openDialog() })),
  unpictured(
    "applications-revoke",
    "applications",
    member("/user/applications", { withContent: true, then: openDialog() }),
  ),
  state("error-403", null, forbidden),
  state("error-404", null, guest("/no-such-page")),
  state("error-419", null, outdated),
  state("error-429", null, failing(429, new TooManyAttempts(30_000))),
  state("error-500", null, failing(500, new Error("on purpose"))),
  state("error-503", null, failing(503, new ServiceBusy(5_000))),
];
