import { DAY, HOUR, setClock } from "../../../src/lib/clock.js";
import type { User } from "../../../src/models/user.js";
import type { Visit } from "../browser/chromium.js";
import { addContent, MOMENT } from "./demo.js";
import type { PageState } from "./pages.js";
import { administrator, later, openDialog, sendsNothing, signIn, type OpenPage } from "./page-states.js";
import type { RunningProduct } from "../browser/running-product.js";

/** An account with sessions, tokens and applications, as administrators see it. */
async function grace(
  product: RunningProduct,
  options: { role?: string; last_name?: string } = {},
): Promise<User> {
  setClock(() => MOMENT - 90 * DAY);
  const user = await product.world.make.user({
    first_name: "Grace",
    last_name: "Hopper",
    email: "grace@example.test",
    email_verified_at: MOMENT - 90 * DAY,
    ...options,
  });
  await addContent(product, user);
  await product.world.make.twoFactor(user);
  return user;
}

/** Ada, as an administrator, opens the page of another account. */
const onUser =
  (
    who: (product: RunningProduct) => Promise<User>,
    { role = "system_admin", then }: { role?: string; then?: (visit: Visit) => Promise<unknown> } = {},
  ): OpenPage =>
  async (product) => {
    const user = await who(product);
    setClock(() => MOMENT);
    const ada = await product.world.make.user({ email: "ada@example.test", role });
    const visit = await signIn(product, ada);
    await visit.open(`/admin/users/${user.id}`);
    await then?.(visit);
    return visit;
  };

/**
 * An account created an hour ago, unverified and without sessions. Where verification is on, Ada has to be verified
 * too.
 */
const onNewcomer: OpenPage = async (product) => {
  const { make, services } = product.world;
  await services.settings.write({ "auth.email_verification": "1" });
  setClock(() => MOMENT - HOUR);
  const user = await make.user({ first_name: "Şule", last_name: "Yılmaz", email: "sule@example.test" });
  setClock(() => MOMENT);
  const ada = { email: "ada@example.test", role: "system_admin", email_verified_at: MOMENT };
  const visit = await signIn(product, await make.user(ada));
  await visit.open(`/admin/users/${user.id}`);
  return visit;
};

const save = (visit: Visit): Promise<void> =>
  visit.leaving(() => visit.page.locator("#account button[type=submit]").click());

const wrongAddress = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#account-first_name").fill("");
  await visit.page.locator("#account-email").fill("grace");
  await save(visit);
};

/** The form was opened before another administrator saved. */
const tooLate =
  (product: RunningProduct) =>
  async (visit: Visit): Promise<void> => {
    await visit.page.locator("#account-last_name").fill("Murray Hopper");
    await product.world.services
      .knex("users")
      .where({ email: "grace@example.test" })
      .update({ first_name: "Amazing Grace", status: "inactive", version: 9 });
    await save(visit);
  };

const setting = async (product: RunningProduct): Promise<User> => {
  await product.world.make.role("janitor", 5, ["settings.update"]);
  return grace(product, { role: "janitor" });
};

/** An account that is banned for a month and is told why. */
async function banned(product: RunningProduct): Promise<User> {
  const user = await grace(product);
  const terms = {
    status_reason: "Sends advertising to other members",
    status_told: true,
    status_until: MOMENT + 30 * DAY,
  };
  await product.world.services
    .knex("users")
    .where({ id: user.id })
    .update({ status: "banned", ...terms });
  return user;
}

const state = (name: string, show: OpenPage, unpictured = false): PageState => ({
  name,
  route: "admin.users.edit",
  show,
  ...(unpictured ? { unpictured: true } : {}),
});
const creating = (name: string, show: OpenPage): PageState => ({ name, route: "admin.users.create", show });

/** Opens a dialog that needs the password again. */
const askLater =
  (part: string) =>
  async (visit: Visit): Promise<void> => {
    await later(visit, visit.location);
    await openDialog(part)(visit);
  };

/** The pages of one account. */
export const ACCOUNT_PAGES: readonly PageState[] = [
  creating("user-create", administrator("/admin/users/create")),
  creating("user-create-errors", sendsNothing(administrator("/admin/users/create"), "/admin/users")),
  state("user", onUser(grace)),
  state("user-errors", onUser(grace, { then: wrongAddress })),
  state("user-stale", async (product) => {
    const visit = await onUser(grace)(product);
    await tooLate(product)(visit);
    return visit;
  }),
  state("user-asks", onUser(grace, { then: askLater("#access") })),
  state("user-asks-two-factor", onUser(grace, { then: askLater("#security li:nth-child(2)") }), true),
  state("user-asks-delete", onUser(grace, { then: askLater("#delete") }), true),
  state(
    "user-cut-off",
    onUser(grace, {
      then: async (visit) => {
        await visit.page.locator("#account-status").selectOption("banned");
        await visit.leaving(() => visit.page.locator("#account button[type=submit]").last().click());
      },
    }),
  ),
  state("user-ban", onUser(grace, { then: openDialog(".status-actions") }), true),
  state("user-banned", onUser(banned), true),
  state("user-new", onNewcomer),
  state("user-above", onUser(setting, { role: "admin" })),
  state("user-own", async (product) => {
    const visit = await administrator("/profile", { withContent: true })(product);
    const ada = (await product.world.services
      .knex("users")
      .where({ email: "ada@example.test" })
      .first("id")) as User;
    await visit.open(`/admin/users/${ada.id}`);
    return visit;
  }),
  state(
    "user-read",
    async (product) => {
      await product.world.make.role("clerk", 3, ["users.read"]);
      return onUser(grace, { role: "clerk" })(product);
    },
    true,
  ),
  state(
    "user-password-errors",
    onUser(grace, {
      then: (visit) => visit.leaving(() => visit.page.locator("#password button[type=submit]").click()),
    }),
    true,
  ),
  state(
    "user-picture-errors",
    onUser(grace, {
      then: (visit) =>
        visit.leaving(() => visit.page.locator("#picture button[type=submit]").first().click()),
    }),
    true,
  ),
];
