import { expect } from "chai";
import type { Operation } from "../../../src/contract/operations.js";
import { recordActivity } from "../../../src/domain/audit/record.js";
import { sha256 } from "../../../src/lib/secrets.js";
import { now, SECOND } from "../../../src/lib/clock.js";
import { bodyExamplesOf, exampleRequest } from "../../../scripts/contract/example-request.js";
import type { ApiMethod } from "../../support/app/client.js";
import { OPERATOR } from "../../support/app/factories.js";
import { successExamples } from "../../support/contract/contract-check.js";
import { addExampleRow, addOwnRow, addRowOfUser } from "../../support/contract/example-rows.js";
import { exampleBody, operations, NO_ROW as ADA } from "../../support/contract/operations.js";
import { verificationLink } from "../../support/contract/verification-link.js";
import { addPasskey, authenticator, optionsFrom } from "../../support/passkeys/passkeys.js";
import { useServed } from "../../support/app/served.js";
import type { World } from "../../support/app/world.js";

const RECOVERY_CODE = "7kq2m-x4r9t-w8z3c";
const CHALLENGE = "6f1c2e50-1b1f-4b1e-8a55-3a0c7f3b9c11";

/** A search for "ada" also matches ids; this id doesn't match. */
const CALLER = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d50";

/** The account in the examples, at their version. */
async function ada({ services, make }: World, id = ADA) {
  const user = await make.user({ id, email: "ada@example.test" });
  await services.knex("users").where({ id }).update({ version: 3 });
  return user;
}

/** The preconditions of an example, and body fields whose values are known only at run time. */
type RunningProduct = (world: World) => Promise<object | void>;

const withChallenge: RunningProduct = async (world) => {
  const { code } = await world.make.twoFactor(await ada(world), [RECOVERY_CODE]);
  await world.services.knex("two_factor_challenges").insert({
    challenge_hash: sha256(CHALLENGE),
    user_id: ADA,
    expires_at: now() + 300 * SECOND,
    created_at: now(),
  });
  return { code: await code() };
};
const RESET_TOKEN = "Zk3v0yqQm2c8Jt6wXr1pB9nD5hS7aLfEoUiGxTzVbNM";
const withResetLink: RunningProduct = async (world) => {
  const { id } = await ada(world);
  const times = { expires_at: now() + 300 * SECOND, created_at: now() };
  await world.services
    .knex("password_resets")
    .insert({ token_hash: sha256(RESET_TOKEN), user_id: id, ...times });
};
const withInvitation: RunningProduct = async (world) => {
  await withResetLink(world);
  await world.services.knex("password_resets").update({ is_invitation: true });
  await world.services.knex("users").where({ id: ADA }).update({ password: null });
};
const withVerificationLink: RunningProduct = async (world) => verificationLink(world, await ada(world));
const withTwoFactor: RunningProduct = async (world) => ({
  code: await (await world.make.twoFactor({ id: ADA })).code(),
});
const withSetup: RunningProduct = async (world) => {
  const sent = await withTwoFactor(world);
  await world.services.knex("users").where({ id: ADA }).update({ two_factor_confirmed_at: null });
  return sent;
};
/** An administrator chose the password. */
const setByAdministrator = ({ services }: World) =>
  services.knex("users").where({ id: ADA }).update({ password_must_change: true });
const verification = (world: World) => world.services.settings.write({ "auth.email_verification": "1" });

/** Operation and name of an example → its preconditions. Other examples need only the caller. */
const STAGES: Record<string, RunningProduct> = {
  "auth.register unverified": (world) => verification(world),
  "auth.login signedIn": async (world) => void (await ada(world)),
  "auth.login verificationRequired": async (world) => {
    await ada(world);
    await verification(world);
  },
  "auth.login twoFactorRequired": async (world) => void (await world.make.twoFactor(await ada(world))),
  "auth.login passwordMustChange": async (world) => {
    await ada(world);
    await setByAdministrator(world);
  },
  "auth.me passwordMustChange": async (world) => void (await setByAdministrator(world)),
  "auth.two-factor-challenge code": withChallenge,
  "auth.two-factor-challenge recoveryCode": async (world) => void (await withChallenge(world)),
  "auth.reset-password empty": withResetLink,
  "auth.invitation.passkeys.options options": withInvitation,
  "auth.invitation.passkeys.store created": async (world) => {
    await withInvitation(world);
    const options = await optionsFrom(world.api, "/auth/invitation/passkeys/options", { token: RESET_TOKEN });
    return { credential: authenticator(world, { isSynced: true }).create(options) };
  },
  "auth.email.verify empty": withVerificationLink,
  "auth.me.two-factor.confirm confirmed": withSetup,
  "auth.me.two-factor.destroy empty": withTwoFactor,
  ...Object.fromEntries(
    ["signedIn", "secondFactor", "verificationRequired"].map((name) => [
      `auth.passkeys ${name}`,
      async (world: World) => {
        await withChallenge(world);
        const { device } = await addPasskey(world, { id: ADA });
        if (name === "verificationRequired") await verification(world);
        return { credential: device.get(await optionsFrom(world.api, "/auth/passkeys/options")) };
      },
    ]),
  ),
  "auth.confirm-password passkey": async (world) => {
    const { device } = await addPasskey(world, { id: CALLER });
    const own = world.api.as(await world.make.token({ id: CALLER }));
    return { credential: device.get(await optionsFrom(own, "/auth/confirm-password/options")) };
  },
  "auth.confirm-password.options options": async (world) => void (await addPasskey(world, { id: CALLER })),
  "auth.me.passkeys.store created": async (world) => {
    const own = world.api.as(await world.make.token({ id: ADA }));
    const options = await optionsFrom(own, "/auth/me/passkeys/options");
    return { credential: authenticator(world, { isSynced: true }).create(options) };
  },
  "users.index users": async (world) => void (await ada(world)),
  ...Object.fromEntries(
    [
      "show user",
      ...["avatar uploaded", "avatar.destroy empty"].map((name) => `update.${name}`),
      ...[
        ...["status banned", "status untilDecember"],
        "statuses ban",
        ...["roles", "invitations", "accesses"].map((what) => `${what} one`),
        "access ended",
        "two-factor empty",
        "verification notSent",
        "invitation notSent",
      ].map((name) => `update.${name}`),
      ...["destroy empty", "destroy.many one"],
      ...["update", "patch"].flatMap((act) => [`${act} renamed`, `${act} banned`, `${act} unchanged`]),
    ].map((name) => [`users.${name}`, async (world: World) => void (await ada(world))]),
  ),
  ...Object.fromEntries(
    ["sessions", "tokens", "applications", "passkeys", "identities"].flatMap((things) =>
      [`users.show.${things} ${things}`, `users.update.${things}.destroy empty`].map((name) => [
        name,
        async (world: World) => {
          const { id } = await ada(world);
          await addRowOfUser(world, name.split(" ")[0]!, id);
        },
      ]),
    ),
  ),
  "activity-logs.index.chart chart": async ({ services }) => {
    for (const event of ["login", "login", "login_failed"] as const)
      await recordActivity(services.knex, { event, actorId: null }, OPERATOR);
  },
  "webhooks.store accounts": ({ services }) =>
    services.knex("users").where({ id: CALLER }).update({ email: "grace@example.test" }),
  "users.restore user": async (world) => {
    const { id } = await ada(world);
    await world.services.knex("users").where({ id }).update({ deleted_at: now() });
  },
};

/** Their values depend on the machine or on a file. The contract checks their fields and types. */
const DIFFERENT_ON_EACH_MACHINE = new Set([
  "settings.show.health",
  ...["index.imports", "store.imports", "show.import"].map((name) => `users.${name}`),
  ...["start", "discard", "undo"].map((act) => `users.update.import.${act}`),
]);

/** Fields that differ between responses. */
const MOMENTARY = [
  "since",
  ...[
    "trace_id",
    "id",
    "avatar_url",
    "logo_url",
    "logo_light",
    "redirect_uri",
    "base_url",
    "token",
    "challenge",
    "created_at",
    "updated_at",
    "occurred_at",
    "confirmed_until",
  ],
  ...["event_id", "first_attempt_at", "next_attempt_at", "previous_secret_ends_at"],
  ...["expires_at", "last_active_at", "last_used_at", "authorized_at"],
  // the options of passkeys name the address of the service
  ...["rpId", "credential_id"],
  ...["secret", "otpauth_uri", "recovery_codes", "as_of", "date"],
];

/** The field that a value or an item of a list belongs to. */
const fieldOf = (place: string): string =>
  place
    .split(".")
    .filter((part) => !/^\d+$/.test(part))
    .at(-1)!;

/** @throws AssertionError when the fields, their types or, where they are fixed, their values differ */
function assertLike(answer: unknown, example: unknown, place = "body"): void {
  if (typeof example !== "object" || example === null) {
    // the record of a domain has random characters
    const known = !MOMENTARY.includes(fieldOf(place)) && !place.endsWith(".record.value");
    if (known) expect(answer, place).to.equal(example);
    else expect(typeof answer, place).to.equal(typeof example);
    return;
  }
  expect(Array.isArray(answer), place).to.equal(Array.isArray(example));
  expect(Object.keys(answer as object).sort(), place).to.deep.equal(Object.keys(example).sort());
  for (const [key, value] of Object.entries(example))
    assertLike((answer as Record<string, unknown>)[key], value, `${place}.${key}`);
}

/** An answer that isn't JSON has no envelope to compare. */
const hasFile = ({ responses }: Operation["document"]): boolean =>
  !JSON.stringify(responses?.["200"] ?? "application/json").includes("application/json");

describe("The examples of the contract", () => {
  const world = useServed();

  const callerOf = async ({ tier, id }: Operation) => {
    if (tier === "public") return world.api;
    // the account in the responses of auth.me and auth.me.* is the caller
    const caller =
      id === "auth.me" || id.startsWith("auth.me.")
        ? await ada(world)
        : await world.make.user({ id: CALLER, first_name: "Grace", role: "system_admin" });
    return world.api.as(await world.make.token(caller));
  };

  for (const operation of operations) {
    const { id, path, method, document } = operation;
    describe(id, () => {
      for (const { status, name, value } of successExamples(id))
        it(`${name}: the service gives the documented response`, async () => {
          const caller = await callerOf(operation);
          await addExampleRow(world, id);
          await addOwnRow(world, id, { id: ADA });
          const momentary = await STAGES[`${id} ${name}`]?.(world);
          const named = bodyExamplesOf(document)[name] === undefined ? undefined : name;
          const { target, headers, body } = exampleRequest(path, method, document, named);
          const sent = body ? { ...body, ...momentary } : exampleBody(operation);
          const response = await caller.send(method as ApiMethod, target, sent).set(headers);
          expect(response.status, response.text).to.equal(status);
          if (!DIFFERENT_ON_EACH_MACHINE.has(id)) assertLike(response.body, value);
        });
    });
  }

  it("cover every operation", () => {
    for (const { id, document } of operations)
      if (!hasFile(document)) expect(successExamples(id), id).not.to.have.length(0);
    const names = operations.flatMap(({ id }) => successExamples(id).map(({ name }) => `${id} ${name}`));
    expect(names).to.include.members(Object.keys(STAGES));
  });

  it("are compared by values and fields, so that a different response is detected", () => {
    const example = { success: true, data: { id: "1", email: "a@x.test" } };
    expect(() => assertLike({ success: true, data: { id: "2", email: "a@x.test" } }, example)).not.to.throw();
    for (const other of [
      { success: true, data: { id: "2", email: "b@x.test" } },
      { success: true, data: { id: 2, email: "a@x.test" } },
      { success: true, data: { email: "a@x.test" } },
      { success: true, data: { id: "2", email: "a@x.test", name: "A" } },
    ])
      expect(() => assertLike(other, example)).to.throw();
  });
});
