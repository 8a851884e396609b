import { expect } from "chai";
import { sha256Hex } from "../../../src/lib/secrets.js";
import { MINUTE, toRfc3339, now } from "../../../src/lib/clock.js";
import { useWorld } from "../../support/app/world.js";

describe("POST /auth/confirm-password", () => {
  const world = useWorld();
  const PASSWORD = "correct-horse-battery";
  const signedIn = () => world.make.userWithToken({ password: PASSWORD });
  const confirm = (token: string, password: string) =>
    world.api.as(token).post("/auth/confirm-password", { password });

  it("marks the token as confirmed for the minutes in the settings", async () => {
    world.freezeTime();
    const { token } = await signedIn();
    world.advance(20 * MINUTE);
    const { body } = await confirm(token, PASSWORD).expect(200);
    expect(body.data).to.deep.equal({ confirmed_until: toRfc3339(now() + 15 * MINUTE) });
    const row = await world.services.principals.find("personal_access_tokens", sha256Hex(token));
    expect(row!.token_confirmed_at).to.equal(now());
  });

  it("leaves other tokens of the account as they are", async () => {
    world.freezeTime();
    const { user, token } = await signedIn();
    const other = await world.make.token(user);
    const issued = now();
    world.advance(MINUTE);
    await confirm(token, PASSWORD).expect(200);
    const row = await world.services.principals.find("personal_access_tokens", sha256Hex(other));
    expect(row!.token_confirmed_at).to.equal(issued);
  });

  it("rejects a wrong password", async () => {
    const { token } = await signedIn();
    const { body } = await confirm(token, "wrong-password").expect(422);
    expect(body.data.errors).to.deep.equal({ password: ["This isn't your current password."] });
  });

  it("accepts only tokens from signing in", async () => {
    const { user } = await signedIn();
    const personal = await world.make.token(user, { name: "deploy" });
    const { body } = await confirm(personal, PASSWORD).expect(403);
    expect(body.data.code).to.equal("first_party_only");
  });

  it("shares its limit of six attempts a minute with the screens", async () => {
    const { user, token } = await signedIn();
    for (let attempt = 0; attempt < 5; attempt++) await confirm(token, "wrong-password").expect(422);
    const { visitor } = await world.signedIn(user);
    await visitor.submit("/user/confirm-password", { current_password: "wrong-password" });
    const { headers } = await confirm(token, PASSWORD).expect(429);
    expect(headers["ratelimit"]).to.include('"current-password"; r=0');
  });
});
