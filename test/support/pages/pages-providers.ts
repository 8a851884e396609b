import { DAY, HOUR, setClock } from "../../../src/lib/clock.js";
import { issueState } from "../../../src/domain/providers/states.js";
import type { User } from "../../../src/models/user.js";
import { FIRST, linkIdentity, makeProvider, SECOND } from "../providers/providers.js";
import type { Visit } from "../browser/chromium.js";
import type { RunningProduct } from "../browser/running-product.js";
import { createAda, MOMENT } from "./demo.js";
import type { PageState } from "./pages.js";
import { administrator, guest, signIn, type OpenPage } from "./page-states.js";

const LIST = "/admin/settings/providers";

/** A company's provider, and GitHub. */
async function addProviders({ world }: RunningProduct): Promise<void> {
  await makeProvider(world, {
    name: "Harbour office",
    issuer: "https://login.harbour.example",
    allowed_domains: ["harbour.example"],
  });
  await makeProvider(world, { id: SECOND, kind: "github", name: "GitHub", scopes: "user:email" });
}

async function link({ world }: RunningProduct, user: User): Promise<void> {
  const { id } = await linkIdentity(world, user, { email: "ada@harbour.example" });
  const used = { created_at: MOMENT - 30 * DAY, last_used_at: MOMENT - 2 * HOUR };
  await world.services.knex("user_identities").where({ id }).update(used);
}

/** Ada has signed up with a provider and opens the path. */
const owner =
  (path: string): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    await addProviders(product);
    await link(product, user);
    const visit = await signIn(product, user);
    const columns = { password: null, password_changed_at: null };
    await product.world.services.knex("users").where({ id: user.id }).update(columns);
    await visit.open(path);
    return visit;
  };

/** Ada comes back from a provider and is asked whether to link it. */
const asked: OpenPage = async (product) => {
  const user = await createAda(product);
  await addProviders(product);
  const browser = "b".repeat(43);
  const visitor = product.world.visitor();
  visitor.cookies.set("authdock_provider", browser);
  await visitor.signIn(user);
  const payload = { subject: "ada", email: "ada@harbour.example" };
  const offer = { providerId: FIRST, purpose: "linking", userId: user.id, payload } as const;
  const id = await issueState(product.world.services, browser, offer);
  const visit = await product.browserOf(visitor);
  await visit.open(`/user/providers/links/${id}`);
  return visit;
};

/** An administrator sees the account of someone who signs in with a provider. */
const administered: OpenPage = async (product) => {
  const user = await createAda(product);
  await addProviders(product);
  await link(product, user);
  const root = await product.world.make.user({ email: "root@example.test", role: "system_admin" });
  const visit = await signIn(product, root);
  await visit.open(`/admin/users/${user.id}`);
  return visit;
};

const down: OpenPage = async (product) => {
  setClock(() => MOMENT);
  await makeProvider(product.world, { name: "Harbour office", issuer: "http://127.0.0.1:9" });
  const visit = await product.visit();
  await visit.open(`/auth/providers/${FIRST}`);
  return visit;
};

/** An administrator enters the issuer of all tenants of Microsoft Entra ID. */
const entersAllTenants = async (visit: Visit): Promise<void> => {
  const issuer = "https://login.microsoftonline.com/common/v2.0";
  await visit.fill({ Name: "Microsoft", Issuer: issuer, "Client ID": "harbour" });
  await visit.page.locator("#client_secret").fill("a-secret-of-the-application");
  await visit.page.locator("#emails_are_verified").check();
  await visit.leaving(() => visit.page.locator('main button[type="submit"]').click());
};

export const PROVIDER_PAGES: readonly PageState[] = [
  { name: "login-providers", route: "login", show: guest("/login", addProviders) },
  { name: "login-provider-down", route: "login", show: down },
  { name: "register-providers", route: "register", show: guest("/register", addProviders) },
  { name: "provider-link", route: "identities.create", show: asked },
  { name: "security-providers", route: "security", show: owner("/user/security") },
  { name: "confirm-provider", route: "password.confirm", show: owner("/user/confirm-password") },
  { name: "user-providers", route: "admin.users.edit", show: administered },
  {
    name: "settings-providers",
    route: "admin.settings.providers",
    show: administrator(LIST, { prepare: addProviders }),
  },
  {
    name: "settings-provider-new",
    route: "admin.settings.providers.create",
    show: administrator(`${LIST}/create`),
  },
  {
    name: "settings-provider-rejected",
    route: "admin.settings.providers.create",
    show: administrator(`${LIST}/create?for=microsoft`, { then: entersAllTenants }),
  },
  {
    name: "settings-provider",
    route: "admin.settings.providers.edit",
    show: administrator(`${LIST}/${FIRST}`, { prepare: addProviders }),
  },
];
