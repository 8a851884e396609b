import { expect } from "chai";
import { shippedDocument } from "../../src/contract/document.js";
import { readContract } from "../../src/contract/operations.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { MINUTE } from "../../src/lib/clock.js";
import { PASSWORD } from "../support/app/factories.js";
import type { Visit } from "../support/browser/chromium.js";
import { execute, operation, useAccount } from "../support/pages/pages-api-dock.js";
import { makeClient } from "../support/oauth/oauth.js";
import { OAUTH_OPERATIONS } from "../support/contract/oauth-check.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const ME = "/api-dock#/Authentication/auth.me";

// every test fails on console errors, script errors and policy violations: see RunningProduct
const CONTRACT = readContract(shippedDocument(), new Set(PERMISSIONS));
const OPERATIONS = CONTRACT.length;
const WITHOUT_PERMISSION = CONTRACT.filter(({ permission }) => permission === null).length;

describeWith("Chromium", "The API documentation in a browser", () => {
  const { world, product } = useRunningProduct();
  /** Every request of a page with its headers. */
  const requests: { url: string; headers: Record<string, string> }[] = [];
  beforeEach(() => requests.splice(0));

  const read = async (visit: Visit, address = "/api-dock"): Promise<Visit> => {
    visit.page.on("request", (request) => requests.push({ url: request.url(), headers: request.headers() }));
    await visit.open(address);
    await visit.page.locator("[data-drawn]").waitFor();
    return visit;
  };
  const administrator = async (address?: string, options = {}): Promise<Visit> =>
    read(await product.signedIn(await world.make.user({ role: "system_admin" }), options), address);
  const reader = async (address?: string): Promise<Visit> => {
    await world.make.role("reader", 3, ["api-docs.read"]);
    return read(await product.signedIn(await world.make.user({ role: "reader" })), address);
  };
  const shown = (visit: Visit): Promise<string[]> =>
    visit.page
      .locator("[data-operation]")
      .evaluateAll((all) => all.map((one) => String(one.id.split("-")[2])));
  const count = (visit: Visit): Promise<string> => visit.page.locator("#dock-count").innerText();
  const search = (visit: Visit, words: string): Promise<void> =>
    visit.page.locator("#dock-search").fill(words);
  const answerOf = (visit: Visit, id: string): Promise<string> =>
    operation(visit, id).locator(".dock-answer").innerText();
  const problem = (visit: Visit): Promise<string> => visit.page.locator("[data-auth]").innerText();

  it("shows every operation and marks those that the reader can't call", async () => {
    const ada = await administrator();
    expect(await shown(ada)).to.have.length(OPERATIONS);
    expect(await operation(ada, "users.destroy").innerText()).to.contain("users.delete");
    expect(await operation(ada, "users.destroy").innerText()).to.contain(": you have it");
    const rea = await reader();
    expect(await operation(rea, "users.destroy").innerText()).to.contain("you don't have it");
    expect(await operation(rea, "auth.login").innerText())
      .to.contain("Public")
      .and.contain("5 per minute per address");
    expect(await operation(rea, "auth.me").innerText()).to.contain("Any signed-in account");
  });

  it("M18: requests nothing from other hosts, with any URL parameters", async () => {
    const evil = encodeURIComponent("https://evil.example/x.json");
    const ada = await administrator(`/api-dock?url=${evil}&configUrl=${evil}&urls=${evil}`);
    expect(await ada.text()).to.contain("List users");
    expect(requests.length).to.be.greaterThan(5);
    expect(requests.filter(({ url }) => !url.startsWith(`${product.origin}/`))).to.deep.equal([]);
  });

  it("filters the list by what the reader can call, and keeps the filter in the URL", async () => {
    const rea = await reader();
    await rea.page.getByLabel("Only what I can call").check();
    expect(await shown(rea))
      .to.include("auth.me")
      .and.not.include("users.index");
    expect(await count(rea)).to.equal(`${WITHOUT_PERMISSION} of ${OPERATIONS} operations`);
    expect(await rea.page.locator('[data-download="json"]').getAttribute("href")).to.contain("only=callable");
    await rea.page.reload();
    await rea.page.locator("[data-drawn]").waitFor();
    expect(await shown(rea))
      .to.include("auth.me")
      .and.not.include("users.index");
  });

  it("searches operations by path, permission and error code", async () => {
    const ada = await administrator();
    await ada.page.keyboard.press("/");
    await ada.page.keyboard.type("users stale patch");
    expect(await shown(ada)).to.deep.equal(["users.patch"]);
    await search(ada, "users.delete");
    expect(await shown(ada)).to.include.members(["users.destroy", "users.restore"]);
    await search(ada, "users zebra");
    await ada.page.getByText("No operation matches “users zebra”.").waitFor();
    await ada.page.getByRole("button", { name: "Clear search" }).click();
    expect(await count(ada)).to.equal(`${OPERATIONS} operations`);
    await search(ada, "me");
    await ada.page.locator("#dock-search").press("Escape");
    expect(await count(ada)).to.equal(`${OPERATIONS} operations`);
  });

  it("opens the operation of a link, on load and later, with any search", async () => {
    const ada = await administrator("/api-dock?q=login#/Users/users.index");
    await operation(ada, "users.index").locator(".dock-body").waitFor();
    expect(
      await operation(ada, "users.index").getByRole("button").first().getAttribute("aria-expanded"),
    ).to.equal("true");
    await ada.page.evaluate('location.hash = "#/Users/users.show"');
    await operation(ada, "users.show").locator(".dock-body").waitFor();
    await operation(ada, "auth.me").locator("h4 button").click();
    expect(ada.location).to.match(/#\/Authentication\/auth\.me$/);
  });

  it("explains access, limits and errors inside the operation", async () => {
    const rea = await reader("/api-dock#/Users/users.destroy");
    const body = operation(rea, "users.destroy").locator(".dock-body");
    await body.waitFor();
    const text = await body.innerText();
    expect(text).to.contain("Accounts with the permission users.delete.");
    expect(text).to.contain("You don't have it: your requests get 403.");
    expect(text).to.contain("per minute per account, for all operations");
    expect(text).to.contain("self_delete").and.contain("They can do it in their profile");
    await body.getByRole("link", { name: "self_delete" }).click();
    await rea.page.waitForURL(/#error-self_delete$/);
  });

  it("copies links and samples, whose tabs work with the keyboard", async () => {
    const ada = await administrator(ME, { permissions: ["clipboard-read", "clipboard-write"] });
    const me = operation(ada, "auth.me");
    await me.locator(".dock-samples").waitFor();
    await me.getByRole("tab", { name: "curl" }).press("ArrowRight");
    expect(await me.getByRole("tab", { name: "JavaScript" }).getAttribute("aria-selected")).to.equal("true");
    await me.getByRole("button", { name: "Copy sample" }).click();
    await me.getByText("Copied").first().waitFor({ state: "attached" });
    const copied = (): Promise<string> => ada.page.evaluate("navigator.clipboard.readText()");
    expect(await copied())
      .to.contain("fetch(")
      .and.contain(`${product.origin}/api/v1/auth/me`)
      .and.contain("YOUR_TOKEN");
    await me.getByRole("button", { name: "Copy link to auth.me" }).click();
    expect(await copied()).to.equal(`${product.origin}${ME}`);
  });

  /** Everything that the browser stores beyond the page. */
  const kept = (visit: Visit): Promise<string> =>
    visit.page.evaluate(
      `[document.documentElement.outerHTML, ...[...document.querySelectorAll("input, textarea")].map((field) => field.value),
        JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href, document.cookie].join("\\n")`,
    );

  it("sends a request as the reader's own account, without cookies, and hides the token", async () => {
    const ada = await administrator(ME);
    await useAccount(ada);
    expect(await problem(ada)).to.match(/Acting as you until \d\d:\d\d/);
    await execute(ada, "auth.me");
    const answer = await answerOf(ada, "auth.me");
    expect(answer).to.contain("200 OK").and.contain("X-Request-ID").and.contain("left, resets in");
    const sent = requests.find(({ url }) => url.endsWith("/api/v1/auth/me"))!;
    expect(sent.headers["authorization"]).to.match(/^Bearer adk_pat_/);
    expect(sent.headers).to.not.have.property("cookie");
    expect(await kept(ada)).to.not.contain("adk_pat_");

    await ada.page.getByRole("button", { name: "Revoke", exact: true }).click();
    await ada.page.getByText("Token revoked.").waitFor({ state: "attached" });
    const live = await world.services.knex("personal_access_tokens").whereNull("revoked_at");
    expect(live).to.deep.equal([]);
  });

  it("sends a pasted token and forgets it", async () => {
    const user = await world.make.user({ role: "user" });
    const token = await world.make.token(user);
    const ada = await administrator(ME);
    await ada.page.locator("#dock-paste").fill("two words");
    await ada.page.getByRole("button", { name: "Use token" }).click();
    expect(await problem(ada)).to.contain("This isn't a token");
    await ada.page.locator("#dock-paste").fill(token);
    await ada.page.getByRole("button", { name: "Use token" }).click();
    await execute(ada, "auth.me");
    expect(await answerOf(ada, "auth.me")).to.contain(user.email);
    expect(await kept(ada)).to.not.contain(token);
    await ada.page.getByRole("region", { name: "Try it out" }).getByRole("button", { name: "Clear" }).click();
    expect(await operation(ada, "auth.me").innerText()).to.contain("the page has none");
  });

  it("asks for the password when it was confirmed too long ago", async () => {
    const ada = await administrator();
    world.advance(16 * MINUTE);
    ada.expected.add(422).add(423);
    await ada.page.getByRole("button", { name: "Use my account" }).click();
    await ada.page.locator("#dock-password").fill("wrong");
    await ada.page.getByRole("button", { name: "Use my account" }).click();
    await ada.page.locator("#dock-password[aria-invalid]").waitFor();
    expect(await ada.page.locator("#dock-password-error").innerText()).to.not.equal("");
    await ada.page.locator("#dock-password").fill(PASSWORD);
    await useAccount(ada);
    // the session has a new CSRF token, and the page knows it
    await ada.page.getByRole("button", { name: "Revoke", exact: true }).click();
    await useAccount(ada);
  });

  it("reports that the token has expired", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.context.clock.install();
    await read(ada);
    await useAccount(ada);
    await ada.context.clock.fastForward(15 * MINUTE + 2000);
    expect(await problem(ada)).to.contain("The token of this page has ended.");
  });

  it("works when requests are sent repeatedly", async () => {
    const ada = await administrator(ME);
    for (let time = 1; time <= 4; time++) {
      await useAccount(ada);
      await ada.page.reload();
      await operation(ada, "auth.me").locator(".dock-body").waitFor();
    }
    await useAccount(ada);
    await execute(ada, "auth.me");
    expect(await answerOf(ada, "auth.me")).to.contain("200 OK");
  });

  it("explains what is missing before a request without a token, and sends it on confirmation", async () => {
    const ada = await administrator(ME);
    ada.expected.add(401);
    await operation(ada, "auth.me").getByRole("button", { name: "Try it out" }).click();
    expect(await operation(ada, "auth.me").innerText()).to.contain(
      "This operation needs a token, and the page has none. Use your account or paste a token; otherwise you get 401.",
    );
    await ada.page.getByRole("button", { name: "Send without a token" }).click();
    await ada.page.getByRole("button", { name: "Execute" }).click();
    await operation(ada, "auth.me").locator(".dock-answer").waitFor();
    expect(await answerOf(ada, "auth.me"))
      .to.contain("401")
      .and.contain("unauthenticated");
  });

  it("doesn't send a request to another host", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.page.route("**/api-dock/openapi.json*", async (route) => {
      const document = (await (await route.fetch()).json()) as {
        servers: unknown;
        paths: Record<string, { get: { servers: unknown } }>;
      };
      document.servers = [{ url: "https://evil.example/api/v1" }];
      document.paths["/auth/me"]!.get.servers = [{ url: "https://evil.example/api/v1" }];
      await route.fulfill({ json: document });
    });
    await read(ada, ME);
    await useAccount(ada);
    await execute(ada, "auth.me");
    expect(await answerOf(ada, "auth.me")).to.contain("https://evil.example isn't this service");
    expect(requests.filter(({ url }) => url.includes("evil.example"))).to.deep.equal([]);
  });

  it("explains why the contract can't be loaded, and can retry", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    ada.expected.add(503);
    await ada.page.route("**/api-dock/openapi.json*", (route) => route.fulfill({ status: 503, body: "" }));
    await ada.open("/api-dock");
    await ada.page.getByText("The contract didn't load (status 503)").waitFor();
    await ada.page.unrouteAll();
    await ada.page.getByRole("button", { name: "Try again" }).click();
    await operation(ada, "auth.me").waitFor();
  });

  it("leads to each group with operations that are shown", async () => {
    const ada = await administrator();
    const groups = ada.page.getByRole("navigation", { name: "Groups" }).getByRole("link");
    expect(await groups.count()).to.equal(new Set(CONTRACT.map(({ document }) => document.tags![0])).size);
    const heading = ada.page.getByRole("button", { name: "Users", exact: true });
    await heading.click(); // closes the group
    expect(await shown(ada)).not.to.include("users.index");
    await groups.filter({ hasText: /^Users/ }).press("Enter");
    await operation(ada, "users.index").waitFor();
    expect(await ada.page.evaluate("document.activeElement.textContent")).to.equal("Users");
    const top: number = await ada.page.evaluate("document.activeElement.getBoundingClientRect().top");
    expect(top).to.be.within(0, 800);
    await search(ada, "/restore");
    expect(await groups.count()).to.equal(0); // a single group needs no list
  });

  it("leads from the search to the first operation with the keyboard", async () => {
    const ada = await administrator();
    await ada.page.keyboard.press("/");
    await ada.page.keyboard.type("post /restore");
    await ada.page.keyboard.press("Enter");
    await ada.page.keyboard.press("Enter");
    await operation(ada, "users.restore").locator(".dock-body").waitFor();
  });

  it("loads the library once: later pages take it from the browser's cache", async () => {
    const ada = await administrator();
    const cached =
      "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api-dock/assets/'))";
    await ada.open("/api-dock/oauth");
    await ada.page.locator("[data-drawn]").waitFor();
    const sizes: number[] = await ada.page.evaluate(`${cached}.map(({ transferSize }) => transferSize)`);
    expect(sizes.length).to.be.greaterThan(20);
    expect(sizes.filter((size) => size > 0)).to.deep.equal([]);
  });

  it("leaves nothing of the contract in the browser, and reads it only with the permission", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const ada = await read(await product.signedIn(user), ME);
    const sizes = (): Promise<number[]> =>
      ada.page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('openapi.json')).map(({ transferSize }) => transferSize)",
      );
    const expectTransferred = async () => {
      await operation(ada, "auth.me").locator(".dock-body").waitFor();
      const [outline, whole, ...more] = await sizes();
      expect(outline).to.be.greaterThan(10_000);
      expect(whole).to.be.greaterThan(10_000);
      expect(more).to.deep.equal([]);
    };
    await expectTransferred();
    await ada.page.reload();
    await expectTransferred();
    await world.make.withoutRoles(user);
    ada.expected.add(403);
    const answered = await ada.page.evaluate("fetch('/api-dock/openapi.json').then(({ status }) => status)");
    expect(answered).to.equal(403);
  });

  it("loads the complete contract once, when the first operation is opened", async () => {
    const ada = await administrator();
    const loaded = (): string[] =>
      requests.flatMap(({ url }) => (url.includes("openapi.json") ? url.split("/").at(-1)! : []));
    await ada.page.locator("#dock-search").fill("users");
    expect(loaded()).to.deep.equal(["openapi.json?part=outline"]);
    for (const id of ["users.index", "users.show"]) {
      await operation(ada, id).locator("h4 button").click();
      await operation(ada, id).locator(".dock-samples").waitFor();
    }
    expect(loaded()).to.deep.equal(["openapi.json?part=outline", "openapi.json"]);
  });

  it("lists the schema of each type of event, and shows what it has", async () => {
    const ada = await administrator();
    await ada.page.locator("#schemas summary").first().click();
    const titles = ada.page.locator("#schemas .models > article > * .json-schema-2020-12__title");
    await titles.first().waitFor();
    const listed = await titles.allInnerTexts();
    const bodies = Object.values(shippedDocument().webhooks!).map(
      ({ post }) => post.requestBody!.content["application/json"]!.schema as { $ref: string },
    );
    expect(listed).to.include.members(bodies.map(({ $ref }) => $ref.split("/").pop()));
    const schema = ada.page.locator("#schemas article").filter({ hasText: "UserStatusChangedEvent" }).first();
    await schema.locator("button").first().click();
    await schema.getByText("occurred_at", { exact: true }).waitFor();
  });

  it("lists the schemas of what the reader can call, and shows their properties", async () => {
    const rea = await reader();
    const summary = rea.page.locator("#schemas summary").first();
    const count = async (): Promise<number> => Number(/\d+/.exec(await summary.innerText())?.[0]);
    const all = await count();
    await rea.page.getByLabel("Only what I can call").check();
    expect(await count()).to.be.within(10, all - 1);
    await summary.click();
    const schema = rea.page.locator("#schemas article").filter({ hasText: "RegisterRequest" }).first();
    await schema.getByRole("button").first().click();
    await schema.getByText("password_confirmation").first().waitFor();
    // of the schema that the property refers to
    await schema.getByText("[8, 72] characters").first().waitFor();
  });

  describe("of OAuth2", () => {
    const TOKEN = "/api-dock/oauth#/Tokens/oauth.token";

    it("is beside the API, with samples for each grant and the meaning of each error", async () => {
      const ada = await administrator();
      await ada.page.getByRole("link", { name: "OAuth2", exact: true }).click();
      await ada.page.locator("[data-drawn]").waitFor();
      expect(await shown(ada)).to.have.members(Object.values(OAUTH_OPERATIONS).map(({ id }) => id));
      expect(await ada.page.locator("[data-auth], #dock-only").count()).to.equal(0);
      const token = operation(ada, "oauth.token");
      await token.locator("h4 button").click();
      await token.getByRole("tab", { name: "refresh_token" }).click();
      expect(await token.locator(".dock-samples").innerText()).to.contain("grant_type=refresh_token");
      const text = await token.innerText();
      expect(text).to.contain("60 per minute per address").and.contain("The device polls too often.");
      expect(text)
        .to.contain("The form is too long.")
        .and.contain("Clients without a secret send only client_id.");
      await search(ada, "slow_down");
      expect(await shown(ada)).to.deep.equal(["oauth.token"]);
    });

    it("sends a form as the client, without the reader's session", async () => {
      const { client, secret } = await makeClient(world);
      const ada = await administrator(TOKEN);
      const token = operation(ada, "oauth.token");
      await token.getByRole("button", { name: "Try it out" }).click();
      await token.locator(".dock-request tbody select").first().selectOption("client_credentials");
      for (const [name, value] of Object.entries({
        client_id: client.id,
        client_secret: secret,
        scope: "users.read",
      }))
        await token.getByPlaceholder(name, { exact: true }).fill(value);
      await token.getByRole("button", { name: "Execute" }).click();
      await token.locator(".dock-answer").waitFor();
      expect(await answerOf(ada, "oauth.token"))
        .to.contain("200 OK")
        .and.contain("adk_at_");
      const sent = requests.find(({ url }) => url.endsWith("/oauth/token"))!;
      expect(sent.headers).to.not.have.any.keys("cookie", "authorization");
      expect(await kept(ada)).to.not.contain("data-auth");
    });

    it("explains what an error means", async () => {
      const ada = await administrator(TOKEN);
      ada.expected.add(401);
      const token = operation(ada, "oauth.token");
      await token.getByRole("button", { name: "Try it out" }).click();
      await token.getByRole("button", { name: "Execute" }).click();
      await token.locator(".dock-answer").waitFor();
      expect(await answerOf(ada, "oauth.token"))
        .to.contain("invalid_client")
        .and.contain("The credentials of the client are missing or wrong.");
    });

    it("doesn't offer to send the requests of pages", async () => {
      const ada = await administrator("/api-dock/oauth#/Authorization/oauth.authorize");
      await operation(ada, "oauth.authorize").locator(".dock-failures").waitFor();
      expect(
        await operation(ada, "oauth.authorize").getByRole("button", { name: "Try it out" }).count(),
      ).to.equal(0);
    });
  });

  it("links to the contract without JavaScript", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const ada = await product.signedIn(user, { javaScriptEnabled: false });
    await ada.open("/api-dock");
    expect(await ada.page.locator("noscript, main").first().innerText()).to.contain("openapi.yaml");
  });

  it("H37: isn't available without the permission", async () => {
    const grace = await product.signedIn(await world.make.user({ role: "user" }));
    grace.expected.add(403);
    expect(await grace.open("/api-dock")).to.equal(403);
    expect(await grace.text()).to.not.contain("openapi");
  });
});
