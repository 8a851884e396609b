import { expect } from "chai";
import fc from "fast-check";
import { revokePending } from "../../src/domain/credentials/revoke-user-access.js";
import type { User } from "../../src/models/user.js";
import { issueEveryCredential } from "../support/app/credentials.js";
import { OPERATOR, PASSWORD } from "../support/app/factories.js";
import { useWorld } from "../support/app/world.js";

const STEPS = [
  "ban",
  "lift the ban",
  "sign in",
  "break revocation",
  "mend revocation",
  "finish later",
] as const;
const SEQUENCES = fc.array(fc.constantFrom(...STEPS), { minLength: 3, maxLength: 12 });

describe("A ban in any order with failures and with being lifted", () => {
  const world = useWorld({ API_RATE_PER_MINUTE: "100000" });
  let admin: string;
  let user: User;
  let isBroken: boolean;
  /** Tokens of the account, and whether they still work. */
  let tokens: Map<string, boolean>;

  const setStatus = (status: string) => world.api.as(admin).patch(`/users/${user.id}`, { status });
  const stateNow = async () =>
    (await world.services.knex("users").where({ id: user.id }).first("status", "revocation_pending_at")) as {
      status: string;
      revocation_pending_at: number | null;
    };

  /** Revocation fails half-way because a table is missing. */
  async function breakRevocation(broken: boolean): Promise<void> {
    if (broken !== isBroken)
      await world.services.knex.schema.renameTable(
        ...((broken ? ["oauth_device_codes", "mislaid"] : ["mislaid", "oauth_device_codes"]) as [
          string,
          string,
        ]),
      );
    isBroken = broken;
  }

  const DO: Record<(typeof STEPS)[number], () => Promise<void>> = {
    ban: async () => {
      expect((await setStatus("banned")).status).to.equal(200);
      for (const token of tokens.keys()) tokens.set(token, false);
    },
    "lift the ban": async () => {
      const before = await stateNow();
      const { status } = await setStatus("active");
      expect(status).to.equal(before.revocation_pending_at !== null && isBroken ? 503 : 200);
      expect((await stateNow()).status).to.equal(status === 200 ? "active" : before.status);
    },
    "sign in": async () => {
      const { status, body } = await world.api.post("/auth/login", { email: user.email, password: PASSWORD });
      expect(status).to.equal((await stateNow()).status === "active" ? 200 : 401);
      if (status === 200) tokens.set(body.data.token, true);
    },
    "break revocation": () => breakRevocation(true),
    "mend revocation": () => breakRevocation(false),
    "finish later": async () => void (await revokePending(world.services, OPERATOR)),
  };

  it("C20: restores no credential", async function () {
    this.timeout(120_000);
    isBroken = false;
    await fc.assert(
      fc.asyncProperty(SEQUENCES, async (sequence) => {
        admin = (await world.make.userWithToken({ role: "system_admin" })).token;
        user = await world.make.user();
        await issueEveryCredential(world.services.knex, user);
        tokens = new Map([[await world.make.token(user), true]]);
        try {
          for (const step of sequence) {
            await DO[step]();
            for (const [token, opens] of tokens)
              expect((await world.api.as(token).get("/auth/me")).status, step).to.equal(opens ? 200 : 401);
          }
        } finally {
          await breakRevocation(false);
        }
      }),
      {
        numRuns: 30,
        examples: [
          [["ban", "break revocation", "lift the ban", "sign in"]],
          [["break revocation", "ban", "lift the ban", "mend revocation", "lift the ban", "finish later"]],
        ],
      },
    );
  });
});
