import { mkdir, rm, writeFile } from "node:fs/promises";
import { DAY, MINUTE, setClock } from "../../../src/lib/clock.js";
import { mailFolderOf } from "../../../src/lib/mail/mailer.js";
import { localMailKey } from "../../../src/domain/mail/local-mail-key.js";
import { sealRecoveryCodes, sealTwoFactorSecret } from "../../../src/domain/two-factor/two-factor.js";
import type { User } from "../../../src/models/user.js";
import { invited } from "../app/invited.js";
import { requireTwoFactor } from "../app/second-factor.js";
import type { Visit } from "../browser/chromium.js";
import { PASSWORD } from "../app/factories.js";
import { createAda, addColleagues, addContent, MOMENT } from "./demo.js";
import { storeRing } from "./logo.js";
import type { RunningProduct } from "../browser/running-product.js";

/** Opens a page in some state. */
export type OpenPage = (product: RunningProduct) => Promise<Visit>;
type Prepare = (product: RunningProduct) => Promise<unknown>;

export const setting =
  (key: string, value: string): Prepare =>
  ({ world }) =>
    world.services.settings.write({ [key]: value });

/** A local service that writes its mails into a folder, because `/dev/mail` exists only there. */
export const PAGES_VARIABLES = { APP_ENV: "local", MAIL_URL: "file:var/pages-mail" };

/** Signs in from a fixed client address. */
export async function signIn(product: RunningProduct, user: User): Promise<Visit> {
  const visitor = Object.assign(product.world.visitor(), { ip: "192.0.2.10" });
  await visitor.signIn(user);
  return product.browserOf(visitor);
}

/** A service with its operator's branding. */
export const branded: Prepare = async ({ world }) => {
  const name = await storeRing(world.services);
  await world.services.settings.write({
    "branding.name": "Harbour",
    "branding.logo_light": name,
    "branding.accent": "#ffd43b",
    "branding.support_email": "help@example.test",
    "branding.terms_url": "https://example.test/terms",
    "branding.privacy_url": "https://example.test/privacy",
    "branding.sign_in_text": "Accounts of the harbour office.\nQuestions are answered from 8 to 17.",
  });
};

/** Opens the path without signing in. */
export const guest =
  (path: string, prepare?: Prepare): OpenPage =>
  async (product) => {
    setClock(() => MOMENT);
    await prepare?.(product);
    const visit = await product.visit();
    await visit.open(path);
    return visit;
  };

/** Ada opens the path; `withContent` adds sessions, tokens and applications to her account. */
export const member =
  (
    path: string,
    {
      withContent: withContent = false,
      then,
    }: { withContent?: boolean; then?: (visit: Visit) => Promise<unknown> } = {},
  ): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    if (withContent) await addContent(product, user);
    const visit = await signIn(product, user);
    await visit.open(path);
    await then?.(visit);
    return visit;
  };

/** Ada opens the path as an administrator; `withContent` adds content to her account and other users. */
export const administrator =
  (
    path: string,
    {
      withContent: withContent = false,
      prepare,
      then,
    }: { withContent?: boolean; prepare?: Prepare; then?: (visit: Visit) => Promise<unknown> } = {},
  ): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    await product.world.make.giveRole(user, "system_admin");
    if (withContent) {
      await addContent(product, user);
      await addColleagues(product);
    }
    await prepare?.(product);
    const visit = await signIn(product, user);
    await visit.open(path);
    await then?.(visit);
    return visit;
  };

/** Submits the form of the page empty. */
export const sendsNothing =
  (show: OpenPage, form: string, button = `form[action="${form}"] button[type="submit"]`): OpenPage =>
  async (product) => {
    const visit = await show(product);
    await visit.leaving(() => visit.page.locator(button).first().click());
    return visit;
  };

const linkIn = (text: string): string => /https?:\/\/\S+/.exec(text)![0];

/** Ada opens the link of a reset mail. */
export const withResetLink: OpenPage = async (product) => openResetLink(product, await createAda(product));

export async function openResetLink(product: RunningProduct, user: User): Promise<Visit> {
  const visitor = product.world.visitor();
  await visitor.get("/forgot-password");
  await visitor.submit("/forgot-password", { email: user.email });
  const visit = await product.visit();
  const [mail] = await product.mails();
  await visit.open(new URL(linkIn(mail!.text)).pathname);
  return visit;
}

export const withInvitation: OpenPage = async (product) => {
  const { link } = await invited(product.world.services);
  const visit = await product.visit();
  await visit.open(link);
  return visit;
};

export const unverified = async (product: RunningProduct): Promise<Visit> => {
  setClock(() => MOMENT);
  await setting("auth.email_verification", "1")(product);
  const user = await product.world.make.user({
    email: "grace@example.test",
    first_name: "Grace",
    last_name: "Hopper",
  });
  return signIn(product, user);
};

export const withVerificationLink: OpenPage = async (product) => {
  const visit = await unverified(product);
  await visit.open("/email/verify");
  await visit.leaving(() =>
    visit.page.locator('form[action="/email/verification-notification"] button').click(),
  );
  const [mail] = await product.mails();
  const { pathname, search } = new URL(linkIn(mail!.text));
  const other = await product.visit();
  await other.open(pathname + search);
  return other;
};

/** Turns on two-factor authentication with fixed recovery codes. */
async function protect({ world }: RunningProduct, user: User): Promise<void> {
  await world.make.twoFactor(user);
  const codes = ["4f7k2", "9tq3m", "xw8d5", "b6n1r", "hj3c8", "v2z7p", "q5m9g", "d8s4t"];
  const sealed = sealRecoveryCodes(
    world.services.encryption,
    user,
    codes.map((code, index) => `${code}-${codes[(index + 3) % 8]}-${codes[(index + 5) % 8]}`),
  );
  await world.services.knex("users").where({ id: user.id }).update({ two_factor_recovery_codes: sealed });
}

export const settingUpSecondFactor: OpenPage = async (product) => {
  const user = await createAda(product);
  const visit = await signIn(product, user);
  await visit.open("/user/security");
  await visit.leaving(() =>
    visit.page.locator('form[action="/user/two-factor-authentication"] button[type="submit"]').click(),
  );
  const { knex, encryption } = product.world.services;
  const two_factor_secret = sealTwoFactorSecret(encryption, user, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP");
  await knex("users").where({ id: user.id }).update({ two_factor_secret });
  await visit.open("/user/security");
  return visit;
};

/** Ada must have a second factor and has none; the grace period is over after 0 days. */
export const requiringSecondFactor =
  (path: string, days: number): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    const visit = await signIn(product, user);
    await requireTwoFactor(product.world, "everyone", days);
    await visit.open(path);
    return visit;
  };

const MAIL = `From: Authdock <authdock@localhost>
To: ada@example.test
Subject: Verify your email for Authdock
Date: Mon, 04 May 2026 09:12:00 +0000
Content-Type: multipart/alternative; boundary=parts

--parts
Content-Type: text/plain; charset=utf-8

Hello Ada,

please open this link to verify your email address for Authdock:

http://127.0.0.1/email/verify/0196c2d4/3f9a

The link works for one hour.

--parts
Content-Type: text/html; charset=utf-8

<div style="font-family: sans-serif; max-width: 32rem; margin: 2rem auto">
<h1 style="font-size: 1.25rem">Verify your email address</h1>
<p>Hello Ada, open this link to verify your email address for Authdock.</p>
<p><a href="#" style="background: #066fd1; color: #fff; padding: .5rem 1rem; border-radius: 4px">Verify</a></p>
<p>The link works for one hour.</p>
</div>

--parts--
`;
export const MAIL_ID = "0196c2d4-8c00-7000-8000-000000000001";

/** Opens the page from the service's own machine, without proxy headers. */
export const mailbox =
  (path: string, mails: boolean): OpenPage =>
  async (product) => {
    setClock(() => MOMENT);
    const folder = mailFolderOf(product.world.services.config.env.MAIL_URL)!;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    if (mails) await writeFile(`${folder}/${MAIL_ID}.eml`, MAIL.replace("http://127.0.0.1", product.origin));
    const visit = await product.visit({ extraHTTPHeaders: {} });
    await visit.open(`/dev/mail?key=${localMailKey(folder)}`);
    await visit.open(path);
    return visit;
  };

export const withSecondFactor: OpenPage = async (product) => {
  const user = await createAda(product);
  await product.world.make.twoFactor(user);
  const visitor = product.world.visitor();
  await visitor.signIn(user);
  const visit = await product.browserOf(visitor);
  await visit.open("/two-factor-challenge");
  return visit;
};

/** Ada's password was set by an administrator. */
export const withPasswordSetByAdmin: OpenPage = async (product) => {
  const user = await createAda(product);
  await product.world.services.knex("users").where({ id: user.id }).update({ password_must_change: true });
  const visit = await signIn(product, user);
  await visit.open("/password/expired");
  return visit;
};

export const afterLongTime: OpenPage = async (product) => {
  const user = await createAda(product);
  await setting("auth.password_expiry_days", "30")(product);
  await product.world.services
    .knex("users")
    .where({ id: user.id })
    .update({ password_changed_at: MOMENT - 40 * DAY });
  const visit = await signIn(product, user);
  await visit.open("/password/expired");
  return visit;
};

/** Ada has two-factor authentication turned on and opens the path. */
export const protectedMember =
  (path: string): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    const visit = await signIn(product, user);
    await protect(product, user);
    await visit.open(path);
    return visit;
  };

/** The next request fails with this error. */
export const failing =
  (status: number, error: Error): OpenPage =>
  async (product) => {
    const { settings } = product.world.services;
    const visit = await product.visit();
    visit.expected.add(status);
    settings.read = () => Promise.reject(error);
    try {
      await visit.open("/login");
    } finally {
      delete (settings as Partial<typeof settings>).read; // restores the method of the class
    }
    return visit;
  };

export const forbidden: OpenPage = async (product) => {
  setClock(() => MOMENT);
  const user = await product.world.make.user({ role: null });
  const visit = await signIn(product, user);
  await visit.open("/dashboard");
  return visit;
};

export const outdated: OpenPage = async (product) => {
  const visit = await guest("/login")(product);
  // the script of the page asks for passkeys, with the cookies
  await visit.page.waitForLoadState("networkidle");
  await visit.context.clearCookies();
  await visit.fill({ Email: "ada@example.test", Password: "whatever" });
  await visit.press("Sign in");
  return visit;
};

export const createToken = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#name").fill("Deploy pipeline");
  await visit.leaving(() =>
    visit.page.locator('section[aria-labelledby="new-token-title"] button[type="submit"]').click(),
  );
};

export const openMenu =
  (menu: string) =>
  (visit: Visit): Promise<void> =>
    visit.page.locator(`details.${menu} > summary`).click();

/** Opens the path after the password confirmation has expired. */
export async function later(visit: Visit, path: string): Promise<void> {
  setClock(() => MOMENT + 16 * MINUTE);
  await visit.open(path);
}

/** Opens the dialog of the first button within the selector that asks for confirmation. */
export const openDialog =
  (selector = "main") =>
  (visit: Visit): Promise<void> =>
    visit.page.locator(`${selector} a[data-dialog]`).first().click();

/** Opens a `details` element. */
export const openDetails =
  (selector: string) =>
  (visit: Visit): Promise<void> =>
    visit.page.locator(`${selector} > summary`).first().click();

/** After registering with an address that has to be verified. */
export const afterRegistering: OpenPage = async (product) => {
  const visit = await guest("/register", setting("auth.email_verification", "1"))(product);
  const fields = { first_name: "Grace", last_name: "Hopper", email: "grace@example.test" };
  for (const [name, value] of Object.entries({ ...fields, password: PASSWORD }))
    await visit.page.locator(`#${name}`).fill(value);
  await visit.leaving(() => visit.page.locator('main button[type="submit"]').click());
  return visit;
};

/** Ada has changed her address and hasn't opened the link yet. */
export const changeAddress = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#profile-email").fill("ada.king@example.test");
  await visit.leaving(() => visit.page.locator('#information button[type="submit"]').last().click());
};

/** Opens the menu that only phones show. */
export const openPhoneMenu = async (visit: Visit): Promise<void> => {
  await visit.page.setViewportSize({ width: 390, height: 844 });
  await openMenu("phone-menu")(visit);
};

/** Registers a client, leaving the other fields of the form unchanged. */
export const createClient = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#name").fill("Shop");
  await visit.page.locator("#redirect_uris").fill("https://shop.example.test/callback");
  await visit.leaving(() => visit.page.locator("main form .btn-primary").click());
};

/** Opens the page of a client from the list. */
export const openClient =
  (name: string, then?: (visit: Visit) => Promise<unknown>) =>
  async (visit: Visit): Promise<void> => {
    await visit.follow(name);
    await then?.(visit);
  };
