import { expect } from "chai";
import { createDeviceCodes } from "../../src/domain/oauth/grants/device-codes.js";
import { authorizePath, VERIFIER } from "../support/oauth/authorization-request.js";
import type { Visit } from "../support/browser/chromium.js";
import { callbackOn, closeCallback, type Callback } from "../support/oauth/callback.js";
import { OAuthApi } from "../support/oauth/oauth-api.js";
import { makeClient } from "../support/oauth/oauth.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

describeWith("Chromium", "An OAuth2 application in a browser", () => {
  const open: Callback[] = [];
  // runs before the product's own check, which would end the suite
  afterEach(() => open.splice(0).forEach(closeCallback));
  const { world, product } = useRunningProduct();

  async function callback(host = "127.0.0.1"): Promise<string> {
    const opened = await callbackOn(host);
    open.push(opened);
    return opened.address;
  }

  /** The query parameters of the redirect to the client. */
  async function told({ page }: Visit, address: string): Promise<URLSearchParams> {
    await page.waitForURL(`${address.split("?")[0]}?*`);
    await page.getByRole("heading", { name: "Back at the client" }).waitFor();
    return new URL(page.url()).searchParams;
  }

  it("is registered and allowed, calls the API, and loses access when it is revoked", async () => {
    const address = await callback();
    const admin = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await admin.open("/admin/api-clients/create");
    await admin.fill({ Name: "Team calendar", "Redirect addresses": address });
    await admin.press("Create application");
    const secret = await admin.page.locator("[data-secret]").innerText();
    const { id } = (await world.services.knex("oauth_clients").first("id")) as { id: string };
    const path = authorizePath({ id, redirect_uris: [address] }, { scope: "users.read" });

    const user = await world.make.user();
    const ada = await product.signedIn(user);
    await ada.open(path);
    expect(await ada.text())
      .to.contain("Team calendar wants to access your account")
      .and.contain(user.email);
    await ada.press("Allow");
    const answered = await told(ada, address);
    expect(Object.fromEntries(answered)).to.include({ tenant: "1", state: "xyz", iss: product.origin });

    const form = { grant_type: "authorization_code", redirect_uri: address, code_verifier: VERIFIER };
    const { body } = await new OAuthApi(world.server).token(
      { ...form, code: answered.get("code")! },
      { id, secret },
    );
    const me = () => world.api.as(body.access_token as string).get("/auth/me");
    expect((await me()).status).to.equal(200);

    // allowed before, so it redirects automatically
    await ada.page.goto(path, { waitUntil: "commit" });
    expect((await told(ada, address)).get("code"))
      .to.match(/./)
      .and.not.equal(answered.get("code"));

    await ada.open("/user/applications");
    await ada.confirm("Revoke access", "Revoke access");
    expect(await ada.text()).to.contain("Access revoked.");
    expect((await me()).status).to.equal(401);
    await ada.open(path);
    await ada.press("Deny");
    expect((await told(ada, address)).get("error")).to.equal("access_denied");
  });

  for (const host of ["127.0.0.1", "::1", "localhost"])
    it(`redirects to a program that listens on ${host}`, async function () {
      const address = await callback(host).catch(() => this.skip());
      const { client } = await makeClient(world, { type: "public", redirect_uris: [address] });
      const ada = await product.signedIn(await world.make.user());
      await ada.open(authorizePath(client));
      await ada.press("Allow");
      expect((await told(ada, address)).get("code")).to.match(/./);
    });

  it("returns to the consent page after the user has switched accounts", async () => {
    const address = await callback();
    const { client } = await makeClient(world, { redirect_uris: [address] });
    const [user, other] = [await world.make.user(), await world.make.user()];
    const ada = await product.signedIn(user);
    await ada.open(authorizePath(client));
    await ada.press("Use another account");
    await ada.fill({ Email: other.email, Password: "correct-horse-battery" });
    await ada.press("Sign in");
    expect(await ada.text())
      .to.contain("Team calendar wants to access your account")
      .and.contain(other.email);
    await ada.press("Allow");
    expect((await told(ada, address)).get("state")).to.equal("xyz");
  });

  it("can be allowed without JavaScript, the second time with one button", async () => {
    const address = await callback();
    const { client } = await makeClient(world, { redirect_uris: [address] });
    const ada = await product.signedIn(await world.make.user(), { javaScriptEnabled: false });
    await ada.open(authorizePath(client));
    await ada.press("Allow");
    await told(ada, address);
    await world.services.knex("oauth_authorization_codes").update({ redeemed_at: Date.now() });
    await ada.open(authorizePath(client));
    await ada.press("Continue");
    expect((await told(ada, address)).get("code")).to.match(/./);
  });

  it("on a device is allowed by entering and confirming its code", async () => {
    const { client } = await makeClient(world, { name: "Screen in the hall" });
    const { userCode } = await createDeviceCodes(world.services, client.id, []);
    const ada = await product.signedIn(await world.make.user());
    await ada.open("/oauth/device");
    await ada.fill({ Code: userCode.toLowerCase().replace("-", " ") });
    await ada.press("Continue");
    expect(await ada.text())
      .to.contain("Connect Screen in the hall?")
      .and.contain(userCode);
    await ada.press("Allow");
    expect(await ada.text()).to.contain("Device connected");
  });
});
