import { expect } from "chai";
import { describeDevice } from "../../../src/lib/text/devices.js";
import { cpuTime } from "../../support/app/cpu-time.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { useWorld } from "../../support/app/world.js";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1";

describe("A sign-in from a browser that the account does not know", () => {
  const world = useWorld();
  const notices = () => queuedMails(world.services, "new_device");

  /** An account that has signed in from one browser before. */
  const account = async () => {
    const { user, visitor } = await world.signedIn();
    await visitor.submit("/logout");
    return { user, visitor };
  };

  it("is reported to the owner, with device, address and the list of sessions", async () => {
    const { user } = await account();
    const other = world.visitor();
    other.userAgent = FIREFOX;
    await other.signIn(user);
    const [mail, ...more] = await notices();
    expect(more).to.have.length(0);
    expect(mail).to.include({ to: user.email });
    expect(mail!.text)
      .to.contain("Firefox on Windows")
      .and.contain(other.ip)
      .and.contain("/browser-sessions");
  });

  it("is reported after the second factor, not after the password", async () => {
    const { user, visitor } = await account();
    const { code } = await world.make.twoFactor(user);
    const other = world.visitor();
    await other.signIn(user);
    await other.get("/two-factor-challenge");
    expect(await notices()).to.have.length(0);
    await other.submit("/two-factor-challenge", { code: await code() });
    expect(await notices()).to.have.length(1);
    const factor = await world.make.twoFactor(user);
    await world.services.knex("users").where({ id: user.id }).update({ two_factor_last_step: null });
    await visitor.signIn(user);
    await visitor.get("/two-factor-challenge");
    await visitor.submit("/two-factor-challenge", { code: await factor.code() });
    expect(visitor.sessionCookie).not.to.equal(undefined);
    expect(await notices()).to.have.length(1);
  });

  it("isn't reported when it is the first sign-in, or the browser is known", async () => {
    const { user, visitor } = await account();
    await visitor.signIn(user);
    expect(await notices()).to.have.length(0);
  });

  it("is reported after a sign-in on the API, which stores no browser", async () => {
    const user = await world.make.user();
    await world.api.post("/auth/login", { email: user.email, password: PASSWORD });
    await world.visitor().signIn(user);
    expect(await notices()).to.have.length(1);
  });

  it("is recognised for each account separately", async () => {
    const { visitor } = await account();
    const { user: second } = await account();
    await visitor.signIn(second);
    expect(await notices()).to.have.length(1);
  });

  it("isn't reported after a wrong password", async () => {
    const { user } = await account();
    await world.visitor().signIn(user, { password: "wrong-password" });
    expect(await notices()).to.have.length(0);
  });

  it("H39: shows only known names from the header", async () => {
    const { user } = await account();
    const other = world.visitor();
    other.userAgent = "Call +1 555 0100 at once/ <b>now</b> please";
    await other.signIn(user);
    const [mail] = await notices();
    expect(mail!.text).to.contain("Unknown device");
    expect(mail!.text + mail!.html).not.to.contain("555");
  });
});

describe("The User-Agent header", () => {
  for (const [header, device] of [
    [FIREFOX, { browser: "Firefox", system: "Windows", kind: "desktop" }],
    [IPHONE, { browser: "Safari", system: "iOS", kind: "phone" }],
    ["curl/8.5.0", { browser: null, system: null, kind: "other" }],
    ["", { browser: null, system: null, kind: "other" }],
    [null, { browser: null, system: null, kind: "other" }],
  ] as const)
    it(`${header || "nothing"} is parsed as ${device.browser ?? "unknown"}`, () => {
      expect(describeDevice(header)).to.deep.equal(device);
    });

  it("L04: is parsed quickly at any length", () => {
    const spent = cpuTime(() => {
      for (const part of ["a/", "Mozilla/5.0 (", " ", "x/ y"]) describeDevice(part.repeat(20_000));
    });
    expect(spent).to.be.below(200);
  });
});
