import { expect } from "chai";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import type { User } from "../../src/models/user.js";
import { queuedMails } from "../support/app/mails.js";
import { useWorld } from "../support/app/world.js";
import { emptyTables } from "../support/database/database.js";
import { ADMINISTRATION, OWN, type Act } from "../support/contract/acts.js";
import { operations } from "../support/contract/operations.js";

type Surface = "api" | "screen";

/** Acts on the account of another person; the others change roles and settings. */
const ON_ACCOUNT = Object.keys(ADMINISTRATION).filter(
  (id) => (id.startsWith("users.") && id !== "users.store") || id === "api-tokens.destroy",
);

describe("The screens and the API", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  /** Performs the act as the actor. @returns the status, and what the audit log and the mails say about it */
  async function perform(surface: Surface, act: Act, actor: User, account = actor): Promise<unknown> {
    const { services } = world;
    const id = (await act.prepare?.(world, account)) ?? "";
    const visitor = world.visitor();
    if (surface === "screen") await visitor.signIn(actor);
    await visitor.get("/profile"); // a page with a form
    const token = surface === "api" ? await world.make.token(actor) : "";
    const before = ["login", "login_failed"];
    await services.knex("activity_log").whereIn("event", before).del();
    await services.knex("mails").del();
    const { status } =
      surface === "api"
        ? await act.api(world.api.as(token), account, id)
        : await act.screen(visitor, account, id);
    const events = (await services
      .knex("activity_log")
      .orderBy(["event", "id"])
      .select("event", "actor_id", "subject_type", "subject_id", "changes")) as object[];
    const mails = (await queuedMails(services)).map(({ kind, to, subject }) => ({ kind, to, subject }));
    const known = { [actor.id]: "actor", [account.id]: "account", [id]: "row" };
    const written = JSON.stringify({ events, mails })
      .replaceAll(actor.email, "address of the actor")
      .replaceAll(account.email, "address of the account")
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (uuid) => known[uuid] ?? "id");
    return { status: status < 400 ? "done" : status, ...(JSON.parse(written) as object) };
  }

  /** Expects both surfaces to do the same, each with accounts of its own. @returns what they did */
  async function expectSame(act: Act, people: () => Promise<[User, User?]>): Promise<unknown> {
    const [byApi, ofApi] = await people();
    const api = await perform("api", act, byApi, ofApi);
    await emptyTables(world.services.knex);
    const [byScreen, ofScreen] = await people();
    const screen = await perform("screen", act, byScreen, ofScreen);
    expect(api).to.deep.equal(screen);
    return api;
  }

  for (const [id, act] of Object.entries(OWN))
    it(`do, record and mail the same for ${id}`, async () => {
      const done = await expectSame(act, async () => [await world.make.user()]);
      expect(done).to.include({ status: "done" });
    });

  for (const [id, act] of Object.entries(ADMINISTRATION))
    it(`do, record and mail the same for ${id}`, async () => {
      const done = await expectSame(act, async () => [
        await world.make.user({ role: "system_admin", email_verified_at: 1 }),
        await world.make.user(),
      ]);
      expect(done).to.include({ status: "done" });
      expect(done).not.to.deep.include({ events: [], mails: [] });
    });

  for (const id of ON_ACCOUNT)
    it(`reject an account above the administrator in the same way: ${id}`, async () => {
      const done = await expectSame(ADMINISTRATION[id]!, async () => [
        await world.make.user({ role: "admin", email_verified_at: 1 }),
        await world.make.user({ role: "system_admin" }),
      ]);
      // several accounts at once: the answer names those that were left out
      const statuses = id === "users.update.statuses" ? ["done"] : [403, 404];
      expect((done as { status: unknown }).status).to.be.oneOf(statuses);
      expect(done).to.deep.include({ events: [], mails: [] });
    });

  for (const [id, act] of Object.entries(ADMINISTRATION))
    it(`reject an administrator without the permission: ${id}`, async () => {
      const { permission } = operations.find((operation) => operation.id === id)!;
      const others = PERMISSIONS.filter((name) => name !== permission);
      const done = await expectSame(act, async () => {
        await world.make.role("limited", 2, others);
        return [await world.make.user({ role: "limited", email_verified_at: 1 }), await world.make.user()];
      });
      expect(done).to.deep.equal({ status: 403, events: [], mails: [] });
    });
});
