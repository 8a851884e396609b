import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { HOUR } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import { invited } from "../support/app/invited.js";
import { cliJson } from "../support/app/command-line.js";
import { until, useFolder } from "../support/app/processes.js";
import { authenticator } from "../support/passkeys/passkeys.js";
import { describeWith } from "../support/app/requires.js";
import { requireTwoFactor } from "../support/app/second-factor.js";
import type { Visit } from "../support/browser/chromium.js";
import { useRunningProduct } from "../support/browser/running-product.js";
import { VirtualAuthenticator } from "../support/browser/virtual-authenticator.js";

/** A string, because the DOM types aren't available in this program. */
const NO_SUGGESTIONS = "PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);";

/**
 * Dialogs that are cancelled, suggestions that nobody chooses, and the timers of four minutes. The first request for options
 * is answered when the page says so.
 */
const CANCELLED = `
  window.asked = [];
  window.timers = new Set();
  const { setTimeout: start, clearTimeout: stop, fetch: send } = window;
  window.setTimeout = (work, ms, ...rest) => {
    const timer = start(work, ms, ...rest);
    if (ms === 240000) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    stop(timer);
  };
  const first = new Promise((resolve) => (window.answerFirst = resolve));
  let isFirst = location.search.includes("slow");
  window.fetch = async (...request) => {
    const waits = isFirst;
    isFirst = false;
    const response = await send(...request);
    if (waits) await first;
    return response;
  };
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true);
  navigator.credentials.get = ({ mediation = "dialog", signal }) => {
    asked.push(mediation);
    return new Promise((_resolve, reject) => {
      if (mediation === "dialog" || signal.aborted) reject(new DOMException("cancelled", "NotAllowedError"));
      else signal.addEventListener("abort", () => reject(signal.reason));
    });
  };
`;

describeWith("Chromium", "Passkeys in a browser", () => {
  const { world, product } = useRunningProduct({}, "localhost");
  const folder = useFolder();

  async function signIn(visit: Visit, email: string): Promise<void> {
    await visit.open("/login");
    await visit.fill({ Email: email, Password: PASSWORD });
    await visit.press("Sign in");
  }
  const rowsOf = ({ id }: { id: string }) =>
    world.services.knex("passkeys").where({ user_id: id }).orderBy("created_at");

  /** A new browser with an authenticator that has no passkeys. */
  async function browser(options = {}): Promise<{ visit: Visit; keys: VirtualAuthenticator }> {
    const visit = await product.visit(options);
    return { visit, keys: await VirtualAuthenticator.in(visit) };
  }

  /** Ada has signed in with her password and created a passkey from the offer of the dashboard. */
  async function ada() {
    const user = await world.make.user({ role: "admin" });
    const { visit, keys } = await browser();
    await signIn(visit, user.email);
    await visit.follow("Create a passkey");
    await visit.press("Create passkey");
    return { user, visit, keys };
  }

  /** Another browser with the same passkeys. Without suggestions, they are used only by buttons. */
  async function other(keys: VirtualAuthenticator, { suggests = false } = {}) {
    const made = await browser();
    if (!suggests) await made.visit.context.addInitScript({ content: NO_SUGGESTIONS });
    await made.keys.add(await keys.credentials());
    return made;
  }

  it("are offered after signing in with a password, created, and come with recovery codes", async () => {
    const { user, visit, keys } = await ada();
    expect(visit.location).to.equal("/user/two-factor-recovery-codes?next=%2Fdashboard");
    expect(await visit.page.locator(".recovery-codes code").count()).to.equal(8);
    const [credential] = await keys.credentials();
    expect(credential).to.include({ isResidentCredential: true, rpId: "localhost" });
    const [row] = await rowsOf(user);
    expect(Boolean(row.is_backed_up)).to.equal(true);
    await visit.follow("Continue");
    expect(visit.location).to.equal("/dashboard");
    expect(await visit.text()).not.to.contain("Sign in faster next time");
  });

  it("aren't offered again once that was declined", async () => {
    const user = await world.make.user();
    const { visit } = await browser();
    await signIn(visit, user.email);
    expect(await visit.text()).to.contain("Sign in faster next time");
    await visit.press("Don't ask again");
    expect(await visit.text()).not.to.contain("Sign in faster next time");
  });

  it("sign in by the button, with “remember me” and the requested page", async () => {
    const { keys } = await ada();
    const { visit } = await other(keys);
    await visit.open("/profile");
    await visit.page.getByLabel("Remember me for 30 days").check();
    await visit.press("Sign in with a passkey");
    expect(visit.location).to.equal("/profile");
    const { expires } = (await visit.context.cookies()).find(({ name }) =>
      name.endsWith("authdock_session"),
    )!;
    expect(expires).to.be.greaterThan(Date.now() / 1000 + 29 * 24 * 3600);
  });

  it("sign in to an imported account, with the handle that the former application gave it", async () => {
    const device = authenticator(world);
    const id = Buffer.from("the id in Keycloak").toString("base64url");
    device.create({ challenge: "", rp: { id: "localhost" }, user: { id } });
    const credentialData = {
      ...{ credentialId: Buffer.from(device.id, "base64url").toString("base64"), counter: 0 },
      credentialPublicKey: device.coseKey().toString("base64url"),
    };
    const { type, data } = { type: "webauthn-passwordless", data: JSON.stringify(credentialData) };
    const user = { email: "grace@acme.test", username: "Grace Hopper", emailVerified: true };
    const credentials = [{ type, secretData: "{}", credentialData: data }];
    const path = join(folder.path, "users.jsonl");
    writeFileSync(path, JSON.stringify({ ...user, credentials }));
    await cliJson(world.services, "import", "users", path, "--from", "keycloak", "--without-passwords");

    const { visit, keys } = await browser();
    await visit.context.addInitScript({ content: NO_SUGGESTIONS });
    await keys.add([device.credential("localhost")]);
    await visit.open("/profile");
    await visit.press("Sign in with a passkey");
    expect(visit.location).to.equal("/profile");
    expect(await visit.text()).to.contain("Grace Hopper");
  });

  it("sign in from the list of the email field", async () => {
    const { keys } = await ada();
    const { visit } = await other(keys, { suggests: true });
    // the user chooses from the list as soon as there is one
    await visit.open("/profile");
    await visit.page.waitForURL("**/profile");
    expect(await visit.text()).to.contain("Ada Lovelace");
  });

  it("lead to the consent for a device", async () => {
    const { keys } = await ada();
    const { visit } = await other(keys);
    await visit.open("/oauth/device?user_code=BCDF-GHJK");
    await visit.press("Sign in with a passkey");
    expect(visit.location).to.equal("/oauth/device?user_code=BCDF-GHJK");
  });

  it("are the second factor after a password", async () => {
    const { user, keys } = await ada();
    await requireTwoFactor(world, "everyone");
    const { visit } = await other(keys);
    await signIn(visit, user.email);
    expect(visit.location).to.equal("/two-factor-challenge");
    await visit.press("Use a passkey");
    expect(visit.location).to.equal("/dashboard");
  });

  it("confirm instead of the password", async () => {
    const { visit } = await ada();
    world.advance(HOUR);
    await visit.open("/user/two-factor-recovery-codes");
    expect(visit.location).to.match(/^\/user\/confirm-password/);
    await visit.press("Use a passkey");
    expect(visit.location).to.equal("/user/two-factor-recovery-codes");
  });

  it("are added, named, renamed and removed on the security page", async () => {
    const { user, visit } = await ada();
    // the first authenticator has a passkey already and rejects another
    await visit.open("/user/security");
    await visit.follow("Add a passkey");
    await visit.page.getByRole("button", { name: "Create passkey" }).click();
    await visit.page.getByText("This device already has a passkey for your account.").waitFor();
    const another = await product.signedIn(user);
    await VirtualAuthenticator.in(another);
    await another.open("/user/security");
    await another.follow("Add a passkey");
    await another.page.getByLabel("Name (optional)").fill("Work laptop");
    await another.press("Create passkey");
    expect(another.location).to.equal("/user/security");
    expect(await another.text()).to.contain("Work laptop");
    const open = (passkey: string, act: string) =>
      another.page
        .locator("#passkeys li", { hasText: passkey })
        .locator("a[data-dialog]", { hasText: act })
        .click();
    await open("Work laptop", "Rename");
    await another.page.locator("dialog[open]").getByLabel("Name").fill("Old laptop");
    await another.press("Rename", "dialog[open]");
    await open("Old laptop", "Remove");
    await another.press("Remove", "dialog[open]");
    expect(await another.text())
      .to.contain("Passkey removed.")
      .and.not.contain("Old laptop");
    expect(await rowsOf(user)).to.have.length(1);
  });

  it("are created from an invitation instead of a password, and sign in", async () => {
    const { link, user } = await invited(world.services);
    const { visit, keys } = await other(await browser().then(({ keys }) => keys));
    await visit.open(link);
    await visit.press("Create passkey");
    expect(visit.location).to.equal("/login");
    expect(await visit.text()).to.contain("Your account is ready.");
    expect(await rowsOf(user)).to.have.length(1);
    const { visit: elsewhere } = await other(keys);
    await elsewhere.open("/login");
    await elsewhere.press("Sign in with a passkey");
    expect(elsewhere.location).to.equal("/dashboard");
  });

  it("replace the password", async () => {
    const { user, visit, keys } = await ada();
    await visit.open("/user/security");
    await visit.confirm("Remove password", "Remove password");
    expect(await visit.text()).to.contain("Your account has no password.");
    const { visit: elsewhere } = await other(keys);
    await signIn(elsewhere, user.email);
    expect(await elsewhere.text()).to.contain("These credentials do not match our records.");
    await elsewhere.press("Sign in with a passkey");
    expect(elsewhere.location).to.equal("/dashboard");
  });

  it("say what to do when the user isn't verified, and leave the password", async () => {
    const { user, keys } = await ada();
    const { visit, keys: synced } = await other(keys);
    await visit.open("/login");
    await synced.setUserVerified(false);
    await visit.page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await visit.page.getByText("The passkey wasn't used.").waitFor();
    await signIn(visit, user.email);
    expect(visit.location).to.equal("/dashboard");
  });

  it("are suggested again after a cancelled dialog, with one timer", async () => {
    for (const [address, expected] of [
      ["/login", ["conditional", "dialog", "conditional"]],
      // the button is pressed before the options of the first suggestions have arrived
      ["/login?slow", ["dialog", "conditional"]],
    ] as const) {
      const visit = await product.visit();
      await visit.context.addInitScript({ content: CANCELLED });
      await visit.open(address);
      const wasAsked = (times: number) =>
        until(
          "the authenticator is asked",
          async () => (await visit.page.evaluate("asked.length")) === times,
        );
      if (!address.includes("slow")) await wasAsked(1);
      await visit.page.getByRole("button", { name: "Sign in with a passkey" }).click();
      await wasAsked(expected.length);
      await visit.page.evaluate("answerFirst()");
      await visit.page.waitForTimeout(200);
      expect(await visit.page.evaluate("[asked, timers.size]"), address).to.deep.equal([expected, 1]);
    }
  });

  it("are forgotten by the browser when the service doesn't know them", async () => {
    const { user, keys } = await ada();
    await rowsOf(user).del();
    const { visit } = await other(keys);
    await visit.open("/login");
    await visit.leaving(() => visit.page.getByRole("button", { name: "Sign in with a passkey" }).click());
    expect(await visit.text()).to.contain("This passkey isn't registered here.");
    expect(await visit.page.locator("[data-unknown-credential]").count()).to.equal(1);
  });

  it("leave the password without JavaScript, and the page says so", async () => {
    const user = await world.make.user();
    const visit = await product.visit({ javaScriptEnabled: false });
    await visit.open("/login");
    expect(await visit.text()).to.contain("Passkeys need JavaScript.");
    await visit.fill({ Email: user.email, Password: PASSWORD });
    await visit.press("Sign in");
    expect(visit.location).to.equal("/dashboard");
    expect(await visit.text()).not.to.contain("Sign in faster next time");
  });
});
