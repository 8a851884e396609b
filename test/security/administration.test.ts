import { expect } from "chai";
import type { Response } from "supertest";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import type { User } from "../../src/models/user.js";
import { ROUTES } from "../../src/web/routes.js";
import { decode, type Visitor } from "../support/app/web.js";
import { useWorld } from "../support/app/world.js";

const NOBODY = "01999999-0000-7000-8000-000000000000";
/** A marker in every value that belongs to the higher-ranked user. */
const MARK = /zzabove/i;
const LISTS = ["users", "users/export", "activity", "activity/export", "roles", "api-tokens", "api-clients"];
const NARROWED = [
  "search=z",
  "search=person",
  "role=user",
  "subject_type=user",
  "subject_type=role",
  "page=2",
];
const EVENTS = ["login_failed", "token_created", "users_exported", "settings_changed", "user_deleted"];

describe("C22: An administrator with every permission, but a lower rank than others,", () => {
  const world = useWorld();
  let above: User;
  let seen: User;
  let visitor: Visitor;

  /** The higher-ranked user leaves traces everywhere, and one of their accounts is deleted. */
  beforeEach(async () => {
    const { make } = world;
    await make.role("zzabove", 2, [...PERMISSIONS]);
    await make.role("below", 3, [...PERMISSIONS]);
    above = await make.user({ role: "zzabove", first_name: "ZzAbove", email: "zzabove@example.test" });
    const gone = await make.user({ role: "zzabove", first_name: "ZzAbove", email: "zzabove2@example.test" });
    seen = await make.user({ first_name: "Seen" });
    await world.visitor().signIn(above, { password: "wrong" });
    const { visitor: high } = await world.signedIn(above);
    high.userAgent = "ZzAbove/1.0";
    const done = [
      await high.put(`/admin/users/${seen.id}`, { first_name: "ZzAbove was here" }),
      await high.put(`/admin/users/${seen.id}`, { first_name: "Seen" }),
      await high.submit("/admin/roles", {
        name: "made",
        label: "Made",
        rank: "7",
        permissions: "users.read",
      }),
      await high.get("/admin/users/export"),
    ];
    expect(done.map(({ status }) => status)).to.deep.equal([303, 303, 303, 200]);
    await make.token(above, { name: "ZzAbove token" });
    const { visitor: system } = await world.signedIn(await make.user({ role: "system_admin" }));
    await system.get("/profile");
    expect((await system.delete(`/admin/users/${gone.id}`)).status).to.equal(303);
    ({ visitor } = await world.signedIn(await make.user({ role: "below" })));
    await visitor.get("/profile");
  });

  /** Every page without a path parameter, every list with filters, and the pages of all ids. */
  async function addresses(): Promise<string[]> {
    const { knex } = world.services;
    const idsOf = async (table: string, column = "id"): Promise<string[]> =>
      (await knex(table).pluck(column)) as string[];
    const plain = ROUTES.filter(({ method, path }) => method === "GET" && !path.includes(":"));
    const [users, roles] = [await idsOf("users"), await idsOf("roles")];
    return [
      ...plain.map(({ path }) => path),
      ...LISTS.flatMap((list) => NARROWED.map((query) => `/admin/${list}?${query}`)),
      ...EVENTS.flatMap((event) => [
        `/admin/activity?event=${event}`,
        `/admin/activity/export?event=${event}`,
      ]),
      ...(await idsOf("activity_log")).map((id) => `/admin/activity/${id}`),
      ...(await idsOf("activity_log", "trace_id")).map((id) => `/admin/activity?trace_id=${id}`),
      ...users.map((id) => `/admin/users/${id}`),
      ...[...users, ...roles].map((id) => `/admin/activity?subject=${id}`),
      ...users.map((id) => `/admin/activity?actor=${id}`),
      ...roles.flatMap((id) => [`/admin/roles/${id}`, `/admin/roles/create?from=${id}`]),
    ];
  }

  it("sees their names, addresses, browsers and roles nowhere", async () => {
    for (const address of await addresses()) {
      const { status, text = "" } = await visitor.get(address);
      expect(status, address).to.be.below(500);
      expect(MARK.exec(text)?.[0], address).to.equal(undefined);
      if (!address.includes(above.id)) expect(text, address).not.to.contain(above.id);
    }
    expect((await visitor.get("/admin/users")).status, "still signed in").to.equal(200);
  });

  it("gets the same responses for them as for missing accounts", async () => {
    const withoutId = ({ status, text = "" }: Response, id: string): string =>
      `${status} ${decode(text)}`
        .replaceAll(id, "…")
        .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, "trace")
        .replaceAll(/name="_csrf" value="[^"]*"/g, "");
    const asked: ((id: string) => Promise<Response>)[] = [
      (id) => visitor.get(`/admin/users/${id}`),
      ...["", "/access", "/two-factor", "/avatar"].flatMap((part) => [
        (id: string) => visitor.put(`/admin/users/${id}${part}`, { first_name: "" }),
        (id: string) => visitor.delete(`/admin/users/${id}${part}`),
      ]),
      (id) => visitor.submit(`/admin/users/${id}/verification`),
      (id) => visitor.submit("/admin/users/bulk", { users: id, act: "status:inactive" }),
      (id) => visitor.put("/admin/users/bulk", { users: `${id} 1`, status: "inactive" }),
      (id) => visitor.get(`/admin/activity?actor=${id}`),
      (id) => visitor.get(`/admin/activity?subject=${id}`),
    ];
    for (const ask of asked)
      expect(withoutId(await ask(above.id), above.id), String(ask)).to.equal(
        withoutId(await ask(NOBODY), NOBODY),
      );
  });
});
