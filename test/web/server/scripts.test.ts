import { expect } from "chai";
import type { Response } from "supertest";
import { ROUTES } from "../../../src/web/routes.js";
import { HOUR } from "../../../src/lib/clock.js";
import { PASSWORD } from "../../support/app/factories.js";
import { useWorld } from "../../support/app/world.js";

const JSON_ONLY = { Accept: "application/json" };

const SENTENCES: Record<string, string> = {
  unauthenticated: "Sign in to continue.",
  password_confirmation_required: "Enter your password again to continue.",
  email_verification_required: "Verify your email address to continue.",
};

describe("Scripts that request JSON from the pages", () => {
  const world = useWorld();

  function expectRejection({ status, headers, body, text }: Response, expected: number, code: string): void {
    expect(status, text).to.equal(expected);
    expect(headers).not.to.have.property("location");
    expect(headers["content-type"]).to.match(/^application\/json/);
    expect(headers["cache-control"]).to.equal("private, no-store");
    expect(body).to.deep.equal({
      success: false,
      status: expected,
      message: SENTENCES[code],
      data: { code },
      meta: {},
      trace_id: headers["x-request-id"],
    });
  }

  for (const { method, path, guards, name } of ROUTES.filter(
    ({ guards, method }) =>
      method === "GET" && guards.some((guard: string) => guard === "auth" || guard === "auth.any"),
  ))
    it(`get 401 at ${name} as guests (${method} ${path}: ${guards.join(", ")})`, async () => {
      const answer = await world.visitor().get(path.replaceAll(/:\w+/g, "none"), JSON_ONLY);
      expectRejection(answer, 401, "unauthenticated");
    });

  it("get 401 for a form after signing out", async () => {
    const visitor = world.visitor();
    await visitor.get("/login");
    expectRejection(
      await visitor.submit("/user/tokens", { name: "laptop" }, JSON_ONLY),
      401,
      "unauthenticated",
    );
  });

  it("get 423 where the password must be confirmed, and succeed with it", async () => {
    const { visitor } = await world.signedIn();
    world.advance(HOUR);
    await visitor.get("/user/tokens");
    const code = "password_confirmation_required";
    expectRejection(await visitor.submit("/user/tokens", { name: "laptop" }, JSON_ONLY), 423, code);
    expectRejection(await visitor.get("/user/two-factor-recovery-codes", JSON_ONLY), 423, code);
    expect(await world.services.knex("personal_access_tokens")).to.have.length(0);
    const fields = { name: "laptop", current_password: PASSWORD };
    expect((await visitor.submit("/user/tokens", fields, JSON_ONLY)).status).to.equal(201);
  });

  it("get 403 while the address must be verified first", async () => {
    const { visitor } = await world.signedIn();
    await world.services.settings.write({ "auth.email_verification": "1" });
    expectRejection(await visitor.get("/dashboard", JSON_ONLY), 403, "email_verification_required");
    expect((await visitor.get("/dashboard")).headers["location"]).to.equal("/email/verify");
  });

  it("are recognised by Accept or X-Requested-With; browsers are redirected", async () => {
    const answers: [headers: Record<string, string>, status: number][] = [
      [{ Accept: "application/json, */*" }, 401],
      [{ Accept: "*/*", "X-Requested-With": "XMLHttpRequest" }, 401],
      [{ Accept: "*/*" }, 302],
      [{ Accept: "text/html,application/xhtml+xml,*/*;q=0.8" }, 302],
      [{ Accept: "text/html, application/json" }, 302],
    ];
    for (const [headers, status] of answers)
      expect((await world.visitor().get("/dashboard", headers)).status, JSON.stringify(headers)).to.equal(
        status,
      );
  });
});
