import type { Visit } from "../browser/chromium.js";
import { createAda } from "./demo.js";
import type { PageState } from "./pages.js";
import { administrator, branded, later, signIn, type OpenPage } from "./page-states.js";
import type { RunningProduct } from "../browser/running-product.js";

const GENERAL = "/admin/settings/general";
const BRANDING = "/admin/settings/branding";
const SECURITY = "/admin/settings/security";
const MAIL = "/admin/settings/mail";
const CAPTCHA = "/admin/settings/captcha";

const save = (visit: Visit): Promise<void> =>
  visit.leaving(() => visit.page.locator(".settings-save button").click());

/** A configured service. */
const configured = ({ world }: RunningProduct): Promise<void> =>
  world.services.settings.write({
    "auth.password_min_length": "12",
    "auth.password_blocklist": "1",
    "mail.override": "1",
    "mail.host": "smtp.example.test",
    "mail.username": "harbour",
    "mail.password": "not-shown",
    "mail.from_address": "no-reply@example.test",
    "captcha.site_key": "0x4AAAAAAADnPIDROrmt1Wwj",
    "captcha.secret_key": "not-shown",
  });

const tryPolicy = async ({ page }: Visit): Promise<void> => {
  await page.locator("#auth_password_require_numbers").check();
  await page.locator("#auth_password_require_symbols").check();
  await page.locator("#policy-example").fill("tr0ubador9000");
  await page.locator("#policy-example").blur();
  await page.evaluate("scrollTo(0, 0)");
};

const weaken = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#auth_two_factor").uncheck();
  await visit.page.locator("#auth_password_min_length").fill("8");
  await visit.page.locator("#auth_password_confirm_minutes").fill("60");
  await save(visit);
};

const requireFactors = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#auth_two_factor_required-everyone").check();
  await visit.page.locator("#auth_two_factor_grace_days").fill("0");
  await save(visit);
};

const wrongServer = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#mail_host").fill("smtp://smtp.example.test");
  await visit.page.locator("#mail_port").fill("99999");
  await visit.page.locator("#mail_from_address").fill("nobody");
  await save(visit);
};

const wrongBranding = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#branding_terms_url").fill("example.test");
  await save(visit);
};

/** Ada can read settings but not change them. */
const reader =
  (path: string): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    await configured(product);
    await product.world.make.role("auditor", 5, ["dashboard.read", "settings.read"]);
    await product.world.make.giveRole(user, "auditor");
    const visit = await signIn(product, user);
    await visit.open(path);
    return visit;
  };

const prepare = configured;

/** The settings pages. */
export const SETTINGS_PAGES: readonly PageState[] = [
  { name: "settings-general", route: "admin.settings.general", show: administrator(GENERAL) },
  {
    name: "settings-branding",
    route: "admin.settings.branding",
    show: administrator(BRANDING),
    unpictured: true,
  },
  {
    name: "settings-branding-set",
    route: "admin.settings.branding",
    show: administrator(BRANDING, { prepare: branded }),
  },
  {
    name: "settings-branding-errors",
    route: "admin.settings.branding",
    show: administrator(BRANDING, { prepare: branded, then: wrongBranding }),
    unpictured: true,
  },
  {
    name: "settings-security",
    route: "admin.settings.security",
    show: administrator(SECURITY, { prepare, then: tryPolicy }),
  },
  {
    name: "settings-confirm",
    route: "admin.settings.security",
    show: administrator(SECURITY, { prepare, then: weaken }),
  },
  {
    name: "settings-confirm-two-factor",
    route: "admin.settings.security",
    show: administrator(SECURITY, { prepare, withContent: true, then: requireFactors }),
    unpictured: true,
  },
  { name: "settings-read", route: "admin.settings.security", show: reader(SECURITY) },
  { name: "settings-read-mail", route: "admin.settings.mail", show: reader(MAIL), unpictured: true },
  { name: "health", route: "admin.health.index", show: administrator("/admin/health") },
  {
    name: "settings-agents",
    route: "admin.settings.agents",
    show: administrator("/admin/settings/agents", { prepare }),
    unpictured: true,
  },
  { name: "settings-mail", route: "admin.settings.mail", show: administrator(MAIL, { prepare }) },
  {
    name: "settings-mail-errors",
    route: "admin.settings.mail",
    show: administrator(MAIL, { prepare, then: wrongServer }),
  },
  {
    name: "settings-mail-password",
    route: "admin.settings.mail",
    show: async (product) => {
      const visit = await administrator(MAIL)(product);
      await later(visit, MAIL);
      return visit;
    },
    unpictured: true,
  },
  { name: "settings-captcha", route: "admin.settings.captcha", show: administrator(CAPTCHA, { prepare }) },
  {
    name: "settings-captcha-none",
    route: "admin.settings.captcha",
    show: administrator(CAPTCHA),
    unpictured: true,
  },
];
