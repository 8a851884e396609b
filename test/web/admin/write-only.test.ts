import { expect } from "chai";
import type { Response } from "supertest";
import { ROUTES } from "../../../src/web/routes.js";
import { operations, pathOf, NO_ROW } from "../../support/contract/operations.js";
import { makeClient } from "../../support/oauth/oauth.js";
import { decode, type Fields, type Visitor } from "../../support/app/web.js";
import { useWorld, type World } from "../../support/app/world.js";

/** Texts of this world's rows. */
const NAMES = [
  "Quentin",
  "Xylander",
  "quentin@secret.test",
  "Zeppelin calendar",
  "Umbrella keepers",
  "Velvet token",
];
const REDIRECT = "https://zeppelin.example.test/back";

interface Rows {
  user: string;
  client: string;
  role: string;
  token: string;
}

async function makeRows({ make, services }: World): Promise<Rows> {
  const user = await make.user({
    first_name: "Quentin",
    last_name: "Xylander",
    email: "quentin@secret.test",
  });
  const role = await make.role("umbrella", 9, []);
  await services.knex("roles").where({ id: role.id }).update({ label: "Umbrella keepers" });
  await services.knex("cache_versions").where({ name: "authority" }).increment("version", 1);
  const { client } = await makeClient({ services }, { name: "Zeppelin calendar", redirect_uris: [REDIRECT] });
  await make.token(user, { name: "Velvet token" });
  const [{ id: token }] = (await services
    .knex("personal_access_tokens")
    .where({ name: "Velvet token" })
    .select("id")) as [{ id: string }];
  return { user: user.id, client: client.id, role: role.id, token };
}
const NO_ROWS: Rows = { user: NO_ROW, client: NO_ROW, role: NO_ROW, token: NO_ROW };

/** Every route that changes a row, with permissions that don't include reading. */
const CHANGES = ROUTES.filter(({ name, method }) => name.startsWith("admin.") && method !== "GET").map(
  ({ name, path, method, guards }) => {
    const asked = guards.flatMap((guard) => (guard.startsWith("can:") ? [guard.slice("can:".length)] : []));
    const writes = asked.filter((permission) => !permission.endsWith(".read"));
    // the domain checks access to other users' tokens, because owners can use the route too
    return {
      name,
      path,
      method,
      writes: name === "admin.api-tokens.destroy" ? ["api-tokens.delete"] : writes,
    };
  },
);
const addressOf = (path: string, rows: Rows): string =>
  path.replaceAll(/:(user|client|role)\b/g, (_, name: keyof Rows) => rows[name]);

/** A form with an invalid value and a valid one. */
const formsOf = (rows: Rows): Fields[] => [
  {
    name: "",
    redirect_uris: "no address",
    label: "",
    rank: "x",
    first_name: "",
    email: "no",
    token: rows.token,
  },
  {
    users: `${rows.user} 1`,
    status: "banned",
    act: "status:banned",
    token: rows.token,
    first_name: "New",
    label: "New",
    rank: "9",
  },
];

/** The text of a page without values that differ each time and without the requested URL. */
const sameEachTime = ({ status, headers, text }: Response, rows: Rows): object => {
  let page = decode(text ?? "");
  for (const id of Object.values(rows) as string[]) page = page.replaceAll(id, "ID");
  page = page
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "TRACE")
    .replaceAll(/(name="(?:_csrf|_form|consent)" value=")[^"]*/g, "$1");
  return { status, location: headers["location"] ?? null, page };
};

describe("A role that can change data on the pages but not read it", () => {
  const world = useWorld();

  async function holderOf(permissions: readonly string[]): Promise<Visitor> {
    await world.make.role("writer", 2, [...permissions, "dashboard.read"]);
    return (await world.signedIn(await world.make.user({ role: "writer" }))).visitor;
  }

  it("is tested with every change in the administration", () => {
    expect(CHANGES.map(({ name }) => name)).to.include.members([
      "admin.users.update",
      "admin.users.bulk",
      "admin.roles.update",
      "admin.api-clients.update",
      "admin.api-clients.secret",
      "admin.api-tokens.destroy",
      "admin.settings.mail.update",
    ]);
  });

  for (const { name, path, method, writes } of CHANGES)
    it(`learns nothing from ${name}, not even whether a row exists`, async () => {
      const rows = await makeRows(world);
      const visitor = await holderOf(writes);
      for (const [index, form] of formsOf(rows).entries()) {
        const send = (at: Rows): Promise<Response> =>
          visitor.submit(addressOf(path, at), { _method: method, ...formsOf(at)[index] });
        const [there, nowhere] = [await send(rows), await send(NO_ROWS)];
        // creating an account includes choosing a role
        const words = NAMES.filter((word) => name !== "admin.users.store" || !word.startsWith("Umbrella"));
        for (const word of [...words, REDIRECT])
          expect(decode(there.text ?? ""), `${JSON.stringify(form)}: ${word}`).not.to.contain(word);
        expect(sameEachTime(there, rows)).to.deep.equal(sameEachTime(nowhere, NO_ROWS));
      }
    });

  for (const screen of ROUTES.filter(({ name, method }) => name.startsWith("admin.") && method === "GET"))
    it(`learns nothing from ${screen.name}`, async () => {
      const rows = await makeRows(world);
      const visitor = await holderOf([...new Set(CHANGES.flatMap(({ writes }) => writes))]);
      const query = screen.name === "admin.roles.create" ? `?from=${rows.role}` : "";
      const { text } = await visitor.get(addressOf(screen.path, rows) + query);
      // creating an account includes choosing a role
      const words = screen.name === "admin.users.create" ? [] : NAMES;
      for (const word of words) expect(decode(text ?? ""), word).not.to.contain(word);
    });
});

describe("A role that can change data through the API but not read it", () => {
  const world = useWorld();

  for (const operation of operations.filter(
    ({ permission, method }) => permission !== null && method !== "get",
  ))
    it(`learns nothing about the row from a rejected ${operation.id}`, async () => {
      const rows = await makeRows(world);
      await world.make.role("above", 1, []);
      const hidden = await world.make.user({
        role: "above",
        first_name: "Hidden",
        email: "hidden@secret.test",
      });
      await world.make.role("writer", 2, [operation.permission!]);
      const { token } = await world.make.userWithToken({ role: "writer" });
      const api = world.api.as(token);
      const send = (id: string, body: object | undefined) =>
        api.send(operation.method, pathOf(operation, id), body).set("If-Match", '"999"');
      for (const body of [{ first_name: "" }, { status: "banned", role: "nothing" }, {}]) {
        const given = operation.hasBody ? body : undefined;
        for (const id of [rows.user, hidden.id]) {
          const { status, text } = await send(id, given);
          if (status < 400) continue;
          for (const word of [...NAMES, "Hidden", "hidden@secret.test"]) expect(text).not.to.contain(word);
        }
        if (!operation.path.includes("{")) continue;
        const [above, nowhere] = [await send(hidden.id, given), await send(NO_ROW, given)];
        expect({ status: above.status, data: above.body.data }).to.deep.equal({
          status: nowhere.status,
          data: nowhere.body.data,
        });
      }
    });
});
