import { expect } from "chai";
import { randomBytes } from "node:crypto";
import { DAY } from "../../src/lib/clock.js";
import { exampleBody, operations, pathOf } from "../support/contract/operations.js";
import { useWorld } from "../support/app/world.js";

describe("Every operation with an Idempotency-Key returns", () => {
  const world = useWorld();

  for (const operation of operations.filter(({ idempotency }) => idempotency !== null))
    describe(operation.id, () => {
      /** Sends the request, changes what is stored about its key, and sends it again. */
      async function repeated(
        stored: object,
      ): Promise<{ status: number; code: string; location: string | undefined }> {
        const { token } = await world.make.userWithToken({ role: "system_admin" });
        const send = () =>
          world.api
            .as(token)
            .send(operation.method, pathOf(operation), exampleBody(operation))
            .set("Idempotency-Key", "one");
        await send();
        expect(await world.services.knex("idempotency_keys").update(stored)).to.equal(1);
        const { status, body, headers } = await send();
        return { status, code: body.data.code as string, location: headers["location"] };
      }

      it("409 while the first request is running", async () => {
        const lease = { state: "running", answer: null, lease_until: Date.now() + DAY };
        expect(await repeated(lease)).to.include({ status: 409, code: "idempotency_in_progress" });
      });

      if (operation.idempotency === "secret")
        it("409 when a process was gone before it could answer with the secret", async () => {
          const id = "019a8f3c-6a1e-7c3b-9d52-0f6a1b2c3d4e";
          const answer = await repeated({ state: "committed", result: id, answer: null, lease_until: 0 });
          expect(answer).to.include({ status: 409, code: "already_created" });
          // what is created below a resource has the address of the resource
          const place = operation.path.includes("}")
            ? pathOf(operation).replace(/\/[^/]+$/, "")
            : `${operation.path}/${id}`;
          expect(answer.location).to.equal(`/api/v1${place}`);
        });

      it("422 for a key of another request", async () => {
        const other = { request_hash: randomBytes(32) };
        expect(await repeated(other)).to.include({ status: 422, code: "idempotency_key_reused" });
      });
    });
});
