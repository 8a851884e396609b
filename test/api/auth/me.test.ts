import { expect } from "chai";
import { useWorld } from "../../support/world.js";

describe("GET /auth/me", () => {
  const world = useWorld();

  it("shows the account behind the token", async () => {
    const { user, token } = await world.make.userWithToken({ first_name: "Ada", last_name: "Lovelace" });
    const { body, headers } = await world.api.as(token).get("/auth/me").expect(200);
    expect(body.data).to.include({ id: user.id, full_name: "Ada Lovelace", initials: "AL", role: "user" });
    expect(headers["etag"]).to.equal('"1"');
  });

  it("refuses a request without a token", async () => {
    const { body, headers } = await world.api.get("/auth/me").expect(401);
    expect(body.data.code).to.equal("unauthenticated");
    expect(headers["www-authenticate"]).to.equal("Bearer");
  });
});
