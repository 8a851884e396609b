import { expect } from "chai";
import type { User } from "../../../src/models/user.js";
import { makeClient, makeGrant } from "../../support/oauth/oauth.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

describe("The access of a user on the API", () => {
  const world = useWorld();
  let admin: User;
  let token: string;
  let user: User;
  beforeEach(async () => {
    ({ user: admin, token } = await world.make.userWithToken({ role: "admin" }));
    user = await world.make.user();
  });
  const api = () => world.api.as(token);
  const list = async (path: string) => (await api().get(path).expect(200)).body;
  const idsOf = ({ data }: { data: { items: { id: string }[] } }): string[] => data.items.map(({ id }) => id);
  const recorded = async (event: string) =>
    (await world.services.knex("activity_log").where({ event })) as {
      actor_id: string;
      subject_id: string;
      owner_id: string | null;
    }[];
  const mailsTo = async ({ id }: User): Promise<string[]> =>
    (await world.services.knex("mails").where({ user_id: id }).pluck("kind")) as string[];

  const session = async (owner: User) => {
    const { visitor } = await world.signedIn(owner);
    const { public_id: id } = await world.services
      .knex("sessions")
      .where({ ip_address: visitor.ip })
      .first("public_id");
    return { id: id as string, works: async () => (await visitor.get("/profile")).status === 200 };
  };
  const personal = async (owner: User) => {
    const value = await world.make.token(owner, { name: `laptop of ${owner.id}` });
    const { id } = await world.services
      .knex("personal_access_tokens")
      .where({ name: `laptop of ${owner.id}` })
      .first("id");
    return {
      id: id as string,
      works: async () => (await world.api.as(value).get("/auth/me")).status === 200,
    };
  };
  const application = async (owner: User) => {
    const { client } = await makeClient(world, { name: "Calendar" });
    const { access } = await makeGrant(world, { user: owner, client, scopes: ["users.read"] });
    return {
      id: client.id,
      works: async () => (await world.api.as(access).get("/auth/me")).status === 200,
    };
  };

  const THINGS = [
    {
      of: "sessions",
      make: session,
      event: "sessions_ended",
      mail: "session_ended",
      again: 404,
      fields: ["id", "ip_address", "user_agent", "created_at", "last_active_at"],
      isRecordedOf: (row: { subject_id: string }) => row.subject_id,
    },
    {
      of: "tokens",
      make: personal,
      event: "token_revoked",
      mail: "token_revoked",
      again: 200,
      fields: ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"],
      isRecordedOf: (row: { owner_id: string | null }) => row.owner_id,
    },
    {
      of: "applications",
      make: application,
      event: "application_revoked",
      mail: "application_revoked",
      again: 200,
      fields: [
        "id",
        "name",
        "homepage_url",
        "logo_url",
        "scopes",
        "authorized_at",
        "last_used_at",
        "document_url",
        "last_tools",
      ],
      isRecordedOf: (row: { owner_id: string | null }) => row.owner_id,
    },
  ] as const;

  for (const { of, make, event, mail, again, fields, isRecordedOf } of THINGS)
    describe(`/users/{user}/${of}`, () => {
      const at = ({ id }: { id: string }, one = "") => `/users/${id}/${of}${one && `/${one}`}`;

      it("lists those of the account, and no others", async () => {
        const mine = await make(user);
        await make(admin);
        const body = await list(at(user));
        expect(idsOf(body)).to.deep.equal([mine.id]);
        expect(body.data.items[0]).to.have.all.keys(...fields);
        expect(body.meta.pagination).to.include({ total: 1, current_page: 1 });
      });

      it("lists them in pages by a cursor", async () => {
        const made = [await make(user), of === "tokens" ? await personalAgain() : await make(user)];
        const first = await list(`${at(user)}?per_page=1`);
        const cursor = encodeURIComponent(first.meta.pagination.next_cursor as string);
        const second = await list(`${at(user)}?per_page=1&cursor=${cursor}`);
        expect([...idsOf(first), ...idsOf(second)]).to.have.members(made.map(({ id }) => id));
      });

      it("ends one, records who did it, and mails the owner once", async () => {
        const one = await make(user);
        const of_another = await make(admin);
        await api().delete(at(user, one.id)).expect(200);
        expect(await one.works()).to.equal(false);
        expect(await of_another.works()).to.equal(true);
        expect(idsOf(await list(at(user)))).to.deep.equal([]);
        await api().delete(at(user, one.id)).expect(again);
        const rows = await recorded(event);
        expect(rows.map((row) => [row.actor_id, isRecordedOf(row)])).to.deep.equal([[admin.id, user.id]]);
        expect(await mailsTo(user)).to.deep.equal([mail]);
      });

      it("doesn't find one of another account", async () => {
        const strange = await make(await world.make.user());
        for (const id of [strange.id, NO_ROW]) {
          const { body } = await api().delete(at(user, id)).expect(404);
          expect(body.data.code).to.equal("not_found");
        }
        expect(await strange.works()).to.equal(true);
        expect(await mailsTo(user)).to.deep.equal([]);
      });

      it("rejects one's own account, and one with more permissions, which can be read", async () => {
        const own = await make(admin);
        expect((await api().delete(at(admin, own.id)).expect(403)).body.data.code).to.equal("forbidden");
        await world.make.role("auditor", 4, ["roles.update", "dashboard.read"]);
        const auditor = await world.make.user({ role: "auditor" });
        const theirs = await make(auditor);
        expect(idsOf(await list(at(auditor)))).to.deep.equal([theirs.id]);
        expect((await api().delete(at(auditor, theirs.id)).expect(403)).body.data.code).to.equal("forbidden");
        expect(await theirs.works()).to.equal(true);
      });

      it("hides accounts of a higher rank, and deleted ones", async () => {
        const root = await world.make.user({ role: "system_admin" });
        const hidden = await make(root);
        await api().get(at(root)).expect(404);
        await api().delete(at(root, hidden.id)).expect(404);
        expect(await hidden.works()).to.equal(true);
        await world.services.knex("users").where({ id: user.id }).update({ deleted_at: Date.now() });
        await api().get(at(user)).expect(404);
      });

      it("takes users.read to list, and users.update to end one", async () => {
        const one = await make(user);
        await world.make.role("reader", 3, ["users.read", "dashboard.read"]);
        const reader = world.api.as((await world.make.userWithToken({ role: "reader" })).token);
        await reader.get(at(user)).expect(200);
        await reader.delete(at(user, one.id)).expect(403);
        expect(await one.works()).to.equal(true);
      });
    });

  const personalAgain = async (): Promise<{ id: string }> => {
    await world.make.token(user, { name: "phone" });
    const { id } = await world.services.knex("personal_access_tokens").where({ name: "phone" }).first("id");
    return { id: id as string };
  };
});
