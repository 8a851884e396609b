import { expect } from "chai";
import { invited } from "../../support/app/invited.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, type Fields, type Visitor } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { optionsOf, signInOnPage } from "../../support/passkeys/browser-passkeys.js";
import { authenticator } from "../../support/passkeys/passkeys.js";
import type { Behaviour } from "../../support/passkeys/software-authenticator.js";

const OPTIONS = "/invitation/passkey/options";
const OFFER = "or create a passkey";

describe("A passkey on the page of an invitation", () => {
  const world = useWorld();
  beforeEach(() => world.freezeTime());

  /** Someone who has opened the link in the mail. */
  async function guest() {
    const made = await invited(world.services);
    const visitor = world.visitor();
    return { ...made, visitor, page: await visitor.get(made.link) };
  }
  const submit = (visitor: Visitor, fields: Fields) => visitor.submit("/invitation/passkey", fields);
  async function create(visitor: Visitor, token: string, behaviour: Behaviour = {}) {
    const device = authenticator(world);
    const credential = device.create(await optionsOf(visitor, OPTIONS, { token }), behaviour);
    return { device, answer: await submit(visitor, { token, credential: JSON.stringify(credential) }) };
  }

  it("is offered, created, and signs in", async () => {
    const { visitor, page, token, user } = await guest();
    expect(textOf(page)).to.contain(OFFER);
    const { device, answer } = await create(visitor, token);
    expect(answer.headers["location"]).to.equal("/login");
    expect(textOf(await visitor.get("/login"))).to.contain(
      "Your account is ready. Sign in with your passkey.",
    );
    const signedIn = await signInOnPage(visitor, device);
    expect(signedIn.headers["location"]).to.equal("/dashboard");
    expect(textOf(await visitor.get("/user/two-factor-recovery-codes"))).to.contain(user.email);
  });

  it("leaves the password, which the page still asks for after a rejected passkey", async () => {
    const { visitor, token } = await guest();
    const { answer } = await create(visitor, token, { userVerified: false });
    expect(answer.status).to.equal(422);
    expect(textOf(answer)).to.contain("The passkey couldn't be verified.").and.contain(OFFER);
    expect(answer.text).to.contain('href="#passkey-credential"').and.contain('id="passkey-credential"');
    const chosen = await visitor.submit("/reset-password", {
      token,
      password: "staple-battery-horse",
      password_confirmation: "staple-battery-horse",
    });
    expect(chosen.headers["location"]).to.equal("/login");
  });

  it("isn't offered with a link that resets a password, or while passkeys are turned off", async () => {
    const user = await world.make.user();
    const owner = world.visitor();
    await owner.get("/forgot-password");
    await owner.submit("/forgot-password", { email: user.email });
    const [mail] = await queuedMails(world.services, "reset_password");
    expect(textOf(await owner.get(mail!.link))).not.to.contain(OFFER);
    await world.services.settings.write({ "auth.passkeys": "0" });
    const { visitor, page, token } = await guest();
    expect(textOf(page)).to.contain("Welcome").and.not.contain(OFFER);
    expect((await submit(visitor, { token })).status).to.equal(404);
    expect((await visitor.submit(OPTIONS, { token })).status).to.equal(404);
  });

  it("is rejected with a link that was used, and without one", async () => {
    const { visitor, token } = await guest();
    const options = await optionsOf(visitor, OPTIONS, { token });
    await create(visitor, token);
    const credential = JSON.stringify(authenticator(world).create(options));
    for (const used of [token, "unknown", ""]) {
      const visitor = world.visitor();
      await visitor.get("/login");
      const answer = await submit(visitor, { token: used, credential });
      expect(answer.status).to.equal(403);
      expect(textOf(answer)).to.contain("This link doesn't work");
      expect(
        (await visitor.submit(OPTIONS, { token: used }, { Accept: "application/json" })).status,
      ).to.equal(403);
    }
  });
});
