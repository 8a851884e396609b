import { setClock, DAY, HOUR } from "../../../src/lib/clock.js";
import { invited } from "../app/invited.js";
import { MOMENT } from "./demo.js";
import type { PageState } from "./pages.js";
import { administrator, later, openDialog, setting, type OpenPage } from "./page-states.js";
import type { RunningProduct } from "../browser/running-product.js";
import type { Visit } from "../browser/chromium.js";

const LIST = "/admin/users";
const PEOPLE: [string, string, string, string?][] = [
  ["Grace", "Hopper", "admin"],
  ["Edsger", "Dijkstra", "user", "inactive"],
  ["Barbara", "Liskov", "user"],
  ["Şule", "Yılmaz", "user", "banned"],
  ["Alan", "Turing", "user"],
  ["Katherine", "Johnson", "user"],
  ["Margaret", "Hamilton", "admin"],
  ["Linus", "Torvalds", "user", "inactive"],
  ["Radia", "Perlman", "user"],
  ["Donald", "Knuth", "user"],
  ["Annie", "Easley", "user"],
  ["Tim", "Berners-Lee", "user"],
  ["Hedy", "Lamarr", "user"],
  ["Ken", "Thompson", "user"],
  ["Anita", "Borg", "user"],
  ["Wolfeschlegelsteinhausenbergerdorff", "de la Concepción y Montenegro", "user"],
  ["Mary", "Jackson", "user"],
];

/** More users than fit on one page of the list, with every kind of role and status. */
async function company({ world }: RunningProduct): Promise<void> {
  for (const [days, [first_name, last_name, role, status]] of PEOPLE.entries()) {
    setClock(() => MOMENT - 3 * days * DAY);
    const name = last_name.toLowerCase().replaceAll(/[^a-z]+/g, ".");
    const user = await world.make.user({
      first_name,
      last_name,
      role,
      email: `${first_name.toLowerCase()}.${name}@example.test`,
      email_verified_at: days % 6 === 4 ? null : MOMENT - 3 * days * DAY,
      ...(status === undefined ? {} : { status }),
    });
    if (days % 5 === 0) await world.make.twoFactor(user);
    if (days % 4 === 3) continue;
    const last_login_at = MOMENT - days * days * HOUR;
    await world.services.knex("users").where({ id: user.id }).update({ last_login_at });
  }
  setClock(() => MOMENT);
}

const everybody = (
  path: string,
  then = (_visit: Visit): Promise<unknown> => Promise.resolve(),
  prepare = (_stage: RunningProduct): Promise<unknown> => Promise.resolve(),
): OpenPage =>
  administrator(path, {
    prepare: async (product) => {
      await company(product);
      await prepare(product);
    },
    then,
  });

/** Names, and the days until the invitation expires. */
const INVITED: [string, string, number][] = [
  ["Grace", "Hopper", 6],
  ["Alan", "Turing", -1],
];

const DELETED = `${LIST}?deleted=only`;

/** Three deleted accounts. Another account has since taken the address of the second. */
const deletedUsers = (then = (_visit: Visit): Promise<unknown> => Promise.resolve()): OpenPage =>
  everybody(DELETED, then, async ({ world }) => {
    const { knex } = world.services;
    for (const [days, last_name] of ["Knuth", "Turing", "Yılmaz"].entries())
      await knex("users")
        .where({ last_name })
        .update({ deleted_at: MOMENT - days * 9 * DAY, updated_at: MOMENT - days * 9 * DAY });
    const { email } = (await knex("users").where({ last_name: "Turing" }).first("email")) as {
      email: string;
    };
    await world.make.user({ first_name: "Allen", last_name: "Tulving", email });
  });

const tick = async (visit: Visit, ...names: string[]): Promise<void> => {
  for (const name of names) await visit.page.getByLabel(`Select ${name}`, { exact: true }).check();
};

async function preview(visit: Visit, status: string, ...names: string[]): Promise<void> {
  await tick(visit, ...names);
  await visit.page.locator("#bulk-act").selectOption(status === "" ? "" : `status:${status}`);
  await visit.leaving(() => visit.page.locator("#bulk button[type=submit]").click());
}

const state = (name: string, show: OpenPage): PageState => ({ name, route: "admin.users.index", show });
const unpictured = (name: string, show: OpenPage): PageState => ({ ...state(name, show), unpictured: true });

/** The list of users and the bulk change of statuses. */
export const LIST_PAGES: readonly PageState[] = [
  state("users", everybody(LIST)),
  state(
    "users-selected",
    everybody(LIST, (visit) => tick(visit, "Alan Turing", "Grace Hopper")),
  ),
  state("users-filtered", async (product) => {
    await setting("auth.email_verification", "1")(product);
    return everybody(`${LIST}?search=a&status=active&role=user&created_from=2026-03-20`)(product);
  }),
  unpictured("users-filters-wrong", everybody(`${LIST}?status=none&role=none&created_from=2026-02-30`)),
  unpictured("users-nothing-found", everybody(`${LIST}?search=nobody&status=banned`)),
  unpictured(
    "users-invited",
    administrator(`${LIST}?invited=only`, {
      prepare: async ({ world }) => {
        for (const [first_name, last_name, days] of INVITED) {
          const email = `${first_name.toLowerCase()}@example.test`;
          const { user } = await invited(world.services, { first_name, last_name, email });
          const left = { expires_at: MOMENT + days * DAY };
          await world.services.knex("password_resets").where({ user_id: user.id }).update(left);
        }
      },
    }),
  ),
  state("users-deleted", deletedUsers()),
  state("users-restore", deletedUsers(openDialog())),
  unpictured(
    "users-restore-taken",
    deletedUsers(async (visit) => {
      await visit.page.locator("main a[data-dialog]").nth(1).click();
      await visit.leaving(() => visit.page.locator("dialog[open] button").click());
    }),
  ),
  unpictured("users-deleted-none", administrator(DELETED)),
  unpictured(
    "users-no-status-chosen",
    everybody(LIST, (visit) => preview(visit, "", "Alan Turing")),
  ),
  state(
    "users-status",
    everybody(`${LIST}?sort=full_name`, (visit) =>
      preview(visit, "banned", "Alan Turing", "Barbara Liskov", "Edsger Dijkstra", "Linus Torvalds"),
    ),
  ),
  unpictured(
    "users-bulk-role",
    everybody(`${LIST}?sort=full_name`, async (visit) => {
      await tick(visit, "Alan Turing", "Grace Hopper");
      await visit.page.locator("#bulk-act").selectOption("role:admin");
      await visit.leaving(() => visit.page.locator("#bulk button[type=submit]").click());
    }),
  ),
  unpictured("users-status-password", async (product) => {
    const visit = await everybody(LIST)(product);
    await later(visit, LIST);
    await preview(visit, "banned", "Alan Turing", "Şule Yılmaz");
    await visit.page.locator("#bulk-confirm-current_password").fill("wrong");
    await visit.leaving(() => visit.page.locator("dialog[open] .btn-danger").click());
    return visit;
  }),
  state(
    "users-status-report",
    everybody(LIST, async (visit) => {
      await preview(visit, "active", "Edsger Dijkstra", "Linus Torvalds", "Şule Yılmaz");
      // another administrator changes the first of them
      await visit.page.evaluate(
        `document.querySelector('dialog input[name="users"]').value = document.querySelector('dialog input[name="users"]').value.replace(/ \\d+$/, " 99")`,
      );
      await visit.leaving(() => visit.page.locator("dialog[open] .btn-primary").click());
    }),
  ),
];
