import { mkdir, rm, writeFile } from "node:fs/promises";
import { DAY, setClock } from "../../src/lib/clock.js";
import { ServiceBusy, TooManyAttempts } from "../../src/lib/failures.js";
import { mailFolderOf } from "../../src/lib/mailer.js";
import { sealRecoveryCodes, sealTwoFactorSecret } from "../../src/domain/two-factor.js";
import type { User } from "../../src/models/user.js";
import type { RouteName } from "../../src/web/routes.js";
import type { Visit } from "./chromium.js";
import { ada, furnish, MOMENT } from "./demo.js";
import type { Stage } from "./stage.js";

/** A page in a state worth looking at. */
export interface PageState {
  /** Of the picture. */
  name: string;
  /** Whose page it is; null for pages of errors. */
  route: RouteName | null;
  show: (stage: Stage) => Promise<Visit>;
  /** Looks like another one on most screens. */
  unpictured?: true;
}

/** GET rows that are no pages. */
export const NO_PAGES: readonly RouteName[] = [
  "home", // leads on
  "well-known.change-password", // leads on
  "well-known.security", // plain text
];

type Show = PageState["show"];
type Prepare = (stage: Stage) => Promise<unknown>;

const setting =
  (key: string, value: string): Prepare =>
  ({ world }) =>
    world.services.settings.write({ [key]: value });

/** A local service that writes its mails into a folder: `/dev/mail` is nowhere else. */
export const PAGES_VARIABLES = { APP_ENV: "local", MAIL_URL: "file:var/pages-mail" };

/** Signed in from an address that is always the same. */
async function signIn(stage: Stage, user: User): Promise<Visit> {
  const visitor = Object.assign(stage.world.visitor(), { ip: "192.0.2.10" });
  await visitor.signIn(user);
  return stage.takeOver(visitor);
}

/** Somebody who is not signed in opens the path. */
const guest =
  (path: string, prepare?: Prepare): Show =>
  async (stage) => {
    setClock(() => MOMENT);
    await prepare?.(stage);
    const visit = await stage.visit();
    await visit.open(path);
    return visit;
  };

/** Ada opens the path; `furnished` with everything that an account gathers. */
const member =
  (
    path: string,
    { furnished = false, then }: { furnished?: boolean; then?: (visit: Visit) => Promise<unknown> } = {},
  ): Show =>
  async (stage) => {
    const user = await ada(stage);
    if (furnished) await furnish(stage, user);
    const visit = await signIn(stage, user);
    await visit.open(path);
    await then?.(visit);
    return visit;
  };

/** The form of the page is sent as it is: empty. */
const sendsNothing =
  (show: Show, form: string): Show =>
  async (stage) => {
    const visit = await show(stage);
    await visit.leaving(() =>
      visit.page.locator(`form[action="${form}"] button[type="submit"]`).first().click(),
    );
    return visit;
  };

const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)![0];

const withResetLink: Show = async (stage) => {
  const user = await ada(stage);
  const visitor = stage.world.visitor();
  await visitor.get("/forgot-password");
  await visitor.submit("/forgot-password", { email: user.email });
  const visit = await stage.visit();
  const [mail] = await stage.mails();
  await visit.open(new URL(linkIn(mail!.text)).pathname);
  return visit;
};

const unverified = async (stage: Stage): Promise<Visit> => {
  setClock(() => MOMENT);
  await setting("auth.email_verification", "1")(stage);
  const user = await stage.world.make.user({
    email: "grace@example.test",
    first_name: "Grace",
    last_name: "Hopper",
  });
  return signIn(stage, user);
};

const withVerificationLink: Show = async (stage) => {
  const visit = await unverified(stage);
  await visit.open("/email/verify");
  await visit.leaving(() =>
    visit.page.locator('form[action="/email/verification-notification"] button').click(),
  );
  const [mail] = await stage.mails();
  const { pathname, search } = new URL(linkIn(mail!.text));
  const other = await stage.visit();
  await other.open(pathname + search);
  return other;
};

/** The second factor is on, with codes that are always the same. */
async function protect({ world }: Stage, user: User): Promise<void> {
  await world.make.twoFactor(user);
  const codes = ["4f7k2", "9tq3m", "xw8d5", "b6n1r", "hj3c8", "v2z7p", "q5m9g", "d8s4t"];
  const sealed = sealRecoveryCodes(
    world.services.encryption,
    user,
    codes.map((code, index) => `${code}-${codes[(index + 3) % 8]}-${codes[(index + 5) % 8]}`),
  );
  await world.services.knex("users").where({ id: user.id }).update({ two_factor_recovery_codes: sealed });
}

const settingUpSecondFactor: Show = async (stage) => {
  const user = await ada(stage);
  const visit = await signIn(stage, user);
  await visit.open("/profile");
  await visit.leaving(() =>
    visit.page.locator('form[action="/user/two-factor-authentication"] button[type="submit"]').click(),
  );
  const { knex, encryption } = stage.world.services;
  const two_factor_secret = sealTwoFactorSecret(encryption, user, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
  await knex("users").where({ id: user.id }).update({ two_factor_secret });
  await visit.open("/profile");
  return visit;
};

const MAIL = `From: Authdock <authdock@localhost>
To: ada@example.test
Subject: Verify your email address for Authdock
Date: Mon, 04 May 2026 09:12:00 +0000
Content-Type: text/plain; charset=utf-8

Hello Ada,

please open this link to verify your email address for Authdock:

http://127.0.0.1/email/verify/0196c2d4/3f9a

The link works for one hour.
`;
const MAIL_ID = "0196c2d4-8c00-7000-8000-000000000001";

/** At the service's own machine: without the header of a proxy. */
const mailbox =
  (path: string, mails: boolean): Show =>
  async (stage) => {
    setClock(() => MOMENT);
    const folder = mailFolderOf(stage.world.services.config.env.MAIL_URL)!;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    if (mails) await writeFile(`${folder}/${MAIL_ID}.eml`, MAIL.replace("http://127.0.0.1", stage.origin));
    const visit = await stage.visit({ extraHTTPHeaders: {} });
    await visit.open(path);
    return visit;
  };

const withSecondFactor: Show = async (stage) => {
  const user = await ada(stage);
  await stage.world.make.twoFactor(user);
  const visitor = stage.world.visitor();
  await visitor.signIn(user);
  const visit = await stage.takeOver(visitor);
  await visit.open("/two-factor-challenge");
  return visit;
};

const afterLongTime: Show = async (stage) => {
  const user = await ada(stage);
  await setting("auth.password_expiry_days", "30")(stage);
  await stage.world.services
    .knex("users")
    .where({ id: user.id })
    .update({ password_changed_at: MOMENT - 40 * DAY });
  const visit = await signIn(stage, user);
  await visit.open("/password/expired");
  return visit;
};

/** Ada has the second factor on and opens the path. */
const protectedMember =
  (path: string): Show =>
  async (stage) => {
    const user = await ada(stage);
    const visit = await signIn(stage, user);
    await protect(stage, user);
    await visit.open(path);
    return visit;
  };

/** The next request meets this. */
const failing =
  (status: number, error: Error): Show =>
  async (stage) => {
    const { settings } = stage.world.services;
    const visit = await stage.visit();
    visit.expected.add(status);
    settings.read = () => Promise.reject(error);
    try {
      await visit.open("/login");
    } finally {
      delete (settings as Partial<typeof settings>).read; // the method of the class is back
    }
    return visit;
  };

const forbidden: Show = async (stage) => {
  setClock(() => MOMENT);
  const user = await stage.world.make.user({ role: null });
  const visit = await signIn(stage, user);
  await visit.open("/dashboard");
  return visit;
};

const outdated: Show = async (stage) => {
  const visit = await guest("/login")(stage);
  await visit.context.clearCookies();
  await visit.fill({ Email: "ada@example.test", Password: "whatever" });
  await visit.press("Sign in");
  return visit;
};

const createToken = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#name").fill("Deploy pipeline");
  await visit.leaving(() =>
    visit.page.locator('form[action="/user/tokens"] button[type="submit"]').last().click(),
  );
};

const openMenu =
  (menu: string) =>
  (visit: Visit): Promise<void> =>
    visit.page.locator(`details.${menu} > summary`).click();

/** The menu that there is on a phone only. */
const openPhoneMenu = async (visit: Visit): Promise<void> => {
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await openMenu("phone-menu")(visit);
};

const state = (name: string, route: RouteName | null, show: Show): PageState => ({ name, route, show });

/** Every page of the table in the states that look different. */
export const PAGES: readonly PageState[] = [
  state("login", "login", guest("/login")),
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
  state("reset-password-invalid", "password.reset", guest("/reset-password/no-such-link")),
  state("two-factor-challenge", "two-factor.login", withSecondFactor),
  state("verify-email", "verification.notice", async (stage) => {
    const visit = await unverified(stage);
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
  state("password-expired-errors", "password.expired", sendsNothing(afterLongTime, "/password/expired")),
  state("dashboard", "dashboard", member("/dashboard", { furnished: true })),
  state("dashboard-new", "dashboard", member("/dashboard")),
  state(
    "dashboard-menu",
    "dashboard",
    member("/dashboard", { furnished: true, then: openMenu("account-menu") }),
  ),
  {
    ...state("dashboard-phone-menu", "dashboard", member("/dashboard", { then: openPhoneMenu })),
    unpictured: true,
  },
  state("profile", "profile", member("/profile", { furnished: true })),
  state("profile-errors", "profile", async (stage) => {
    const visit = await member("/profile")(stage);
    await visit.page.locator("#profile-first_name").fill("");
    await visit.leaving(() =>
      visit.page.locator('form[action="/user/profile-information"] button[type="submit"]').click(),
    );
    return visit;
  }),
  state("profile-password-errors", "profile", sendsNothing(member("/profile"), "/user/password")),
  state("profile-two-factor-setup", "profile", settingUpSecondFactor),
  state("profile-two-factor-on", "profile", protectedMember("/profile")),
  state("password-changed", "user-password.tokens", member("/user/password", { furnished: true })),
  state("recovery-codes", "two-factor.recovery-codes", protectedMember("/user/two-factor-recovery-codes")),
  state("browser-sessions", "browser-sessions", member("/browser-sessions", { furnished: true })),
  state("browser-sessions-one", "browser-sessions", member("/browser-sessions")),
  state("tokens", "tokens", member("/user/tokens", { furnished: true })),
  state("tokens-none", "tokens", member("/user/tokens")),
  state("tokens-created", "tokens", member("/user/tokens", { furnished: true, then: createToken })),
  state("tokens-errors", "tokens", sendsNothing(member("/user/tokens"), "/user/tokens")),
  state("applications", "applications", member("/user/applications", { furnished: true })),
  state("applications-none", "applications", member("/user/applications")),
  state("delete-account", "account.delete", member("/user/delete")),
  state("delete-account-errors", "account.delete", sendsNothing(member("/user/delete"), "/user")),
  state("dev-mail", "dev-mail", mailbox("/dev/mail", true)),
  state("dev-mail-none", "dev-mail", mailbox("/dev/mail", false)),
  state("dev-mail-one", "dev-mail.show", mailbox(`/dev/mail/${MAIL_ID}`, true)),
  state("error-403", null, forbidden),
  state("error-404", null, guest("/no-such-page")),
  state("error-419", null, outdated),
  state("error-429", null, failing(429, new TooManyAttempts(30_000))),
  state("error-500", null, failing(500, new Error("on purpose"))),
  state("error-503", null, failing(503, new ServiceBusy(5_000))),
];
