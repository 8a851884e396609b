import { raiseAuthorityVersion } from "../../../src/domain/access/authority.js";
import type { Visit } from "../browser/chromium.js";
import { createAda } from "./demo.js";
import { addRoles } from "./demo-roles.js";
import { administrator, openDialog, signIn, type OpenPage } from "./page-states.js";
import type { PageState } from "./pages.js";

const LIST = "/admin/roles";

const open =
  (label: string, then?: (visit: Visit) => Promise<unknown>) =>
  async (visit: Visit): Promise<void> => {
    await visit.follow(label);
    await then?.(visit);
  };

const inList = (label: string, then?: (visit: Visit) => Promise<unknown>): OpenPage =>
  administrator(LIST, { prepare: addRoles, then: open(label, then) });

const save = (visit: Visit): Promise<void> =>
  visit.leaving(() => visit.page.locator("main form .btn-primary").first().click());

/** Ada leads the support desk and manages the roles below hers. */
const asManager =
  (label: string): OpenPage =>
  async (product) => {
    const user = await createAda(product);
    await addRoles(product);
    const may = [
      "dashboard.read",
      "users.read",
      "users.update",
      "roles.read",
      "roles.update",
      "api-docs.read",
    ];
    await product.world.make.role("lead", 5, may);
    await product.world.make.giveRole(user, "lead");
    const visit = await signIn(product, user);
    await visit.open(LIST);
    await visit.follow(label);
    return visit;
  };

/** Another administrator saves the role while Ada has its form open. */
const overtaken: OpenPage = async (product) => {
  const visit = await inList("Auditor")(product);
  const { knex } = product.world.services;
  await knex("roles").where({ name: "auditor" }).update({ label: "External auditor" });
  await raiseAuthorityVersion(knex);
  await visit.page.locator("#rank").fill("7");
  await visit.page.locator('input[value="settings.read"]').uncheck();
  await save(visit);
  return visit;
};

const filled = async (visit: Visit): Promise<void> => {
  await visit.page.locator("#label").fill("Şube müdürü");
  await visit.page.locator("#rank").fill("1");
  await visit.page.locator("#name").fill("Branch!");
  await visit.page.locator('input[value="users.read"]').check();
  await save(visit);
};

const state = (name: string, route: PageState["route"], show: OpenPage): PageState => ({ name, route, show });
const unpictured = (...parts: Parameters<typeof state>): PageState => ({
  ...state(...parts),
  unpictured: true,
});

export const ROLE_PAGES: readonly PageState[] = [
  state("roles", "admin.roles.index", administrator(LIST, { prepare: addRoles })),
  unpictured(
    "roles-nothing-found",
    "admin.roles.index",
    administrator(`${LIST}?search=nothing`, { prepare: addRoles }),
  ),
  state("roles-create", "admin.roles.create", administrator(`${LIST}/create`, { prepare: addRoles })),
  state(
    "roles-create-errors",
    "admin.roles.create",
    administrator(`${LIST}/create`, { prepare: addRoles, then: filled }),
  ),
  unpictured("roles-create-copy", "admin.roles.create", inList("Developer", open("Duplicate"))),
  state("roles-edit", "admin.roles.edit", inList("Support desk")),
  state("roles-edit-limited", "admin.roles.edit", asManager("Developer")),
  unpictured("roles-edit-above", "admin.roles.edit", asManager("Auditor")),
  state("roles-edit-system", "admin.roles.edit", inList("System administrator")),
  state("roles-edit-stale", "admin.roles.edit", overtaken),
  state("roles-delete", "admin.roles.edit", inList("Intern", openDialog())),
];
