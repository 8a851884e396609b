import {
  showNewProvider,
  showProvider,
  showProviders,
  submitConnectionTest,
  submitProvider,
  submitProviderChanges,
  submitProviderDeletion,
} from "./providers.js";
import { submitLogo, submitLogoRemoval } from "./logos.js";
import { submitCaptchaTest, submitMailTest } from "./settings-trials.js";
import { showArea, showSettings, submitArea } from "./settings.js";
import { del, get, post, put, RECENT } from "../../../server/table.js";

const READ = ["auth", "can:settings.read"] as const;
// changing settings also needs the permission to read them, because the answer is a settings page
const UPDATE = [...READ, "can:settings.update", ...RECENT] as const;

const [general, branding, security, agents, mail, captcha] = [
  showArea("general"),
  showArea("branding"),
  showArea("security"),
  showArea("agents"),
  showArea("mail"),
  showArea("captcha"),
];

export const SETTINGS_ROUTES = [
  get("admin.settings.index", READ, showSettings),
  get("admin.settings.general", READ, general),
  put("admin.settings.general.update", UPDATE, submitArea("general"), {
    form: general,
  }),
  get("admin.settings.branding", READ, branding),
  put("admin.settings.branding.update", UPDATE, submitArea("branding"), { form: branding }),
  post("admin.settings.branding.logo.update", [...UPDATE, "throttle:upload"], submitLogo, {
    upload: "logo",
    form: branding,
  }),
  del("admin.settings.branding.logo.destroy", UPDATE, submitLogoRemoval, { form: branding }),
  get("admin.settings.security", READ, security),
  put("admin.settings.security.update", UPDATE, submitArea("security"), {
    form: security,
  }),
  get("admin.settings.agents", READ, agents),
  put("admin.settings.agents.update", UPDATE, submitArea("agents"), { form: agents }),
  get("admin.settings.mail", READ, mail),
  put("admin.settings.mail.update", UPDATE, submitArea("mail"), { form: mail }),
  post("admin.settings.mail.test", [...UPDATE, "throttle:settings-test"], submitMailTest, { form: mail }),
  get("admin.settings.captcha", READ, captcha),
  put("admin.settings.captcha.update", UPDATE, submitArea("captcha"), {
    form: captcha,
  }),
  get("admin.settings.providers", READ, showProviders),
  get("admin.settings.providers.create", [...READ, "can:settings.update"], showNewProvider),
  post("admin.settings.providers.store", UPDATE, submitProvider, { form: showNewProvider }),
  get("admin.settings.providers.edit", READ, showProvider),
  put("admin.settings.providers.update", UPDATE, submitProviderChanges, { form: showProvider }),
  del("admin.settings.providers.destroy", UPDATE, submitProviderDeletion, { form: showProvider }),
  post("admin.settings.providers.test", [...UPDATE, "throttle:settings-test"], submitConnectionTest, {
    form: showProvider,
  }),
  post("admin.settings.captcha.test", [...UPDATE, "throttle:settings-test"], submitCaptchaTest, {
    form: captcha,
  }),
] as const;
