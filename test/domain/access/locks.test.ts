import { expect } from "chai";
import { raiseAuthorityVersion } from "../../../src/domain/access/authority.js";
import { changeAvatarOf, removeAvatarOf } from "../../../src/domain/users/avatar-administration.js";
import { endAccess } from "../../../src/domain/credentials/active-credentials.js";
import { restoreUser } from "../../../src/domain/users/restore-user.js";
import { removeTwoFactor } from "../../../src/domain/two-factor/removal.js";
import { createUser, deleteUser, updateUser } from "../../../src/domain/users/user-administration.js";
import { remindOfVerification } from "../../../src/domain/registration/verification-reminder.js";
import { Failure } from "../../../src/lib/failures.js";
import type { User } from "../../../src/models/user.js";
import { issueEveryCredential, countActiveCredentials, ofEach } from "../../support/app/credentials.js";
import { registration } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";
import type { ActorCall } from "../../../src/domain/context.js";
import { callerOf } from "../../support/app/caller.js";

/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

describe("An administrator", () => {
  const world = useWorld();
  let admin: User;
  let user: User;
  let deleted: User;
  let call: ActorCall;
  beforeEach(async () => {
    const { services } = world;
    await services.settings.write({ "auth.email_verification": "1" });
    await world.make.role("helper", 3, [
      "dashboard.read",
      "users.read",
      "users.create",
      "users.update",
      "users.delete",
    ]);
    await world.make.role("clerk", 3, ["dashboard.read", "users.read"]);
    admin = await world.make.user({ role: "helper", email_verified_at: Date.now() });
    user = await world.make.user({ email: "grace@example.test" });
    deleted = await world.make.user();
    await services.knex("users").where({ id: deleted.id }).update({ deleted_at: Date.now() });
    await world.make.twoFactor(user);
    await issueEveryCredential(services.knex, user);
    await services
      .knex("users")
      .where({ id: user.id })
      .update({ avatar: `${"a".repeat(32)}.webp` });
    await world.signedIn(admin);
    const session = await services.knex("sessions").where({ user_id: admin.id }).first("public_id");
    call = await callerOf(services, admin, session.public_id as string);
  });

  const roleId = async (name: string): Promise<string> =>
    ((await world.services.knex("roles").where({ name }).first("id")) as { id: string }).id;

  const ACTS: Record<string, () => Promise<unknown>> = {
    create: () => createUser(call, registration({ email: "new@example.test" }) as never),
    rename: () => updateUser(call, user.id, { first_name: "Augusta" }, null),
    "set another address": () => updateUser(call, user.id, { email: "mine@example.test" }, null),
    ban: () => updateUser(call, user.id, { status: "banned" }, null),
    delete: () => deleteUser(call, user.id, null),
    restore: () => restoreUser(call, deleted.id),
    "revoke access": () => endAccess(call, user.id),
    "turn off the second factor": () => removeTwoFactor(call, user.id),
    "send the verification mail": () => remindOfVerification(call, user.id),
    "set an avatar": () => changeAvatarOf(call, user.id, PICTURE),
    "remove the avatar": () => removeAvatarOf(call, user.id),
  };

  const CONCURRENT_CHANGES: Record<string, () => Promise<unknown>> = {
    "get a role with fewer permissions": async () => {
      await world.services
        .knex("role_user")
        .where({ user_id: admin.id })
        .update({ role_id: await roleId("clerk") });
      await world.services.knex("users").where({ id: admin.id }).increment("version", 1);
    },
    "lose the permissions of their role": async () => {
      await world.services
        .knex("permission_role")
        .where({ role_id: await roleId("helper") })
        .del();
      await raiseAuthorityVersion(world.services.knex);
    },
    "are banned": async () =>
      world.services.knex("users").where({ id: admin.id }).update({ status: "banned" }),
    "are deleted": async () =>
      world.services.knex("users").where({ id: admin.id }).update({ deleted_at: Date.now() }),
    "are signed out": async () => world.services.knex("sessions").where({ user_id: admin.id }).del(),
  };

  const state = async () => ({
    users: (await world.services.knex("users").whereNot({ id: admin.id }).orderBy("id")) as object[],
    roles: (await world.services.knex("role_user").whereNot({ user_id: admin.id })) as object[],
    live: await countActiveCredentials(world.services.knex, user),
    log: (await world.services.knex("activity_log").orderBy("id")) as object[],
    mails: (await world.services.knex("mails").select("id")) as object[],
  });
  const outcomeOf = (act: () => Promise<unknown>): Promise<unknown> =>
    act().then(
      () => "done",
      (error: unknown) => error,
    );

  for (const [name, act] of Object.entries(ACTS)) {
    it(`can ${name}`, async () => {
      expect(await outcomeOf(act)).to.equal("done");
    });

    for (const [what, happens] of Object.entries(CONCURRENT_CHANGES))
      it(`can't ${name} after they ${what}`, async () => {
        await happens();
        const before = await state();
        expect(await outcomeOf(act)).to.be.instanceOf(Failure);
        expect(await state()).to.deep.equal(before);
        expect(before.live).to.deep.equal(ofEach(1));
      });
  }
});
