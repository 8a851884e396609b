import { expect } from "chai";
import { createApp, type App } from "../../src/app.js";
import { loadRouteFiles } from "../../src/api/route-files.js";
import { declareDeprecation } from "../../src/contract/deprecation.js";
import { shippedDocument, type OpenApiDocument } from "../../src/contract/document.js";
import { withOperations } from "../../src/contract/published.js";
import type { Services } from "../../src/domain/services.js";
import { DAY, MINUTE } from "../../src/lib/clock.js";
import type { User } from "../../src/models/user.js";
import type { Visit } from "../support/browser/chromium.js";
import { execute, opened, operation, useAccount } from "../support/pages/pages-api-dock.js";
import { until } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const ME = "/api-dock#/Authentication/auth.me";
const DOCUMENT = "**/api-dock/openapi.json*";

/** The operations of these tests. Showing all of them takes most of the time of a test. */
const FEW = /^(auth\.(login|logout|me)|definitions\.index|users\.(index|show|update|destroy))$/;
const fewOperations = (): OpenApiDocument =>
  withOperations(shippedDocument(), ({ operationId }) => FEW.test(operationId!));

/** An app with this part of the contract, and the route handlers of its operations. */
async function appOf(services: Services, document: OpenApiDocument): Promise<App> {
  const routes = [...(await loadRouteFiles())].map(([file, handlers]) => {
    const kept = Object.entries(handlers).filter(([name]) => FEW.test(name));
    return [file, Object.fromEntries(kept)] as const;
  });
  return createApp(services, { document, routes: new Map(routes) });
}

/** The contract with marks that no operation has yet. */
function marked(): OpenApiDocument {
  const document = fewOperations();
  const operationAt = (path: string, method: "get" | "post" = "get") => document.paths[path]![method]!;
  Object.assign(operationAt("/users/{user}"), {
    deprecated: true,
    "x-deprecated-since": "2026-11-21",
    "x-sunset": "2027-11-21",
    "x-deprecation-link": "https://docs.example.test/moving-on",
    security: [{ bearerAuth: ["users.read", "files.read"] }, { oauth2: ["users.read"] }],
  });
  declareDeprecation(operationAt("/users/{user}"), document);
  operationAt("/auth/me")["x-scope-any"] = ["users.read", "profile"];
  operationAt("/users").security = [{ bearerAuth: ["users.read"] }, { oauth2: ["admin"] }];
  operationAt("/auth/logout", "post").security = [{ bearerAuth: [] }];
  operationAt("/auth/logout", "post")["x-first-party"] = true;
  operationAt("/definitions")["x-client-token"] = true;
  return document;
}

/** A running product with another contract. */
function useProductWith(document: () => OpenApiDocument): ReturnType<typeof useRunningProduct> {
  const running = useRunningProduct();
  let shipped: App;
  before(async () => {
    shipped = running.world.app;
    running.world.app = await appOf(running.world.services, document());
  });
  after(() => shipped.close());
  return running;
}

describeWith("Chromium", "The API documentation of a contract with scopes and deprecations", () => {
  const { world, product } = useProductWith(marked);

  const badges = (visit: Visit, id: string): Promise<string[]> =>
    operation(visit, id).locator(".dock-badges li").allInnerTexts();
  const explained = async (visit: Visit, id: string): Promise<string> => {
    await operation(visit, id).locator("h4 button").click();
    return operation(visit, id).locator(".dock-facts").innerText();
  };

  it("marks each operation with its scopes and its deprecation", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.open("/api-dock");
    await opened()(ada);
    expect(await badges(ada, "users.show")).to.include.members([
      "Scopes: users.read, files.read",
      "Deprecated since 21 Nov 2026, ends on 21 Nov 2027",
    ]);
    expect(await badges(ada, "users.index")).to.include.members([
      "Scope: users.read",
      "Applications: scope admin",
    ]);
    expect(await badges(ada, "auth.logout")).to.include("Sign-in only");
    expect(await badges(ada, "auth.me")).to.include("One scope of: users.read, profile");
    expect(await badges(ada, "definitions.index")).to.include("Client tokens allowed");
  });

  it("explains the marks inside the operation", async () => {
    const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
    await ada.open("/api-dock");
    await opened()(ada);
    expect(await explained(ada, "users.show"))
      .to.contain("All of users.read, files.read")
      .and.contain("ends on 21 Nov 2027.")
      .and.contain("Don't use it in new code.");
    const instead = ada.page.getByRole("link", { name: "Replacement" });
    expect(await instead.getAttribute("href")).to.equal("https://docs.example.test/moving-on");
    expect(await explained(ada, "auth.me")).to.contain("One of users.read, profile");
    expect(await explained(ada, "users.index")).to.match(/Scopes of the token\s+users\.read\n/);
    expect(await explained(ada, "definitions.index")).to.contain("A token of a client without a user");
  });
});

describeWith("Chromium", "The API documentation, when a request fails,", () => {
  const { world, product } = useProductWith(fewOperations);
  const read = async (user: User, address = "/api-dock"): Promise<Visit> => {
    const visit = await product.signedIn(user);
    await visit.open(address);
    await opened()(visit);
    return visit;
  };
  const administrator = async (address?: string): Promise<Visit> =>
    read(await world.make.user({ role: "system_admin" }), address);
  const press = (visit: Visit): Promise<void> =>
    visit.page.getByRole("button", { name: "Use my account" }).click();
  const problem = (visit: Visit) => visit.page.locator(".dock-auth-problem");
  const follow = (visit: Visit, name: string): Promise<void> =>
    visit.leaving(() => problem(visit).getByRole("link", { name }).click());
  const active = async (): Promise<number> =>
    (await world.services.knex("personal_access_tokens").whereNull("revoked_at")).length;

  it("links to the sign-in page when the session has ended", async () => {
    const ada = await administrator();
    await world.services.knex("sessions").delete();
    ada.expected.add(419);
    await press(ada);
    await problem(ada).getByText("Your session has ended, or this page is out of date.").waitFor();
    await follow(ada, "Reload the page");
    expect(ada.location).to.match(/^\/login\?next=%2Fapi-dock$/);
  });

  it("links to the page that is required first, such as a new password", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const ada = await read(user);
    await world.services.settings.write({ "auth.password_expiry_days": "30" });
    await user.$query(world.services.knex).patch({ password_changed_at: Date.now() - 31 * DAY });
    await press(ada);
    await problem(ada).getByText("Your account needs your attention first.").waitFor();
    await follow(ada, "Reload the page");
    expect(await ada.text()).to.contain("expired");
  });

  it("reports that the permission is gone", async () => {
    const ada = await administrator();
    await world.services.knex("role_user").delete();
    await world.services.knex("users").increment("version", 1);
    ada.expected.add(403);
    await press(ada);
    await problem(ada).getByText("Your account can't do this at the moment.").waitFor();
    expect(await active()).to.equal(0);
  });

  it("counts attempts with a wrong password", async () => {
    const ada = await administrator();
    ada.expected.add(423).add(422).add(429);
    world.advance(16 * MINUTE);
    await press(ada);
    await ada.page.getByText("Enter your password.").waitFor();
    for (let attempt = 1; attempt <= 7; attempt++) {
      await ada.page.locator("#dock-password").fill("wrong");
      await press(ada);
      await ada.page.locator("[data-auth-account] button:enabled").waitFor();
    }
    await problem(ada)
      .getByText(/Too many attempts\. Try again in \d+ seconds\./)
      .waitFor();
  });

  const ANSWERS: [status: number, headers: Record<string, string>, text: string, link: string | null][] = [
    [401, {}, "Your session has ended. Sign in again.", "Sign in"],
    [429, { "Retry-After": "1" }, "Too many attempts. Try again in one second.", null],
    [429, {}, "Too many attempts. Try again later.", null],
    [503, {}, "The token couldn't be created (status 503).", null],
  ];
  for (const [status, headers, text, link] of ANSWERS)
    it(`explains the response ${status} with ${Object.keys(headers).join() || "no other headers"}`, async () => {
      const ada = await administrator();
      ada.expected.add(status);
      await ada.page.route("**/api-dock/token", (route) => route.fulfill({ status, headers, json: {} }));
      await press(ada);
      await problem(ada).getByText(text).waitFor();
      expect(await problem(ada).getByRole("link").allInnerTexts()).to.deep.equal(link ? [link] : []);
      expect(await ada.page.getByRole("button", { name: "Use my account" }).isEnabled()).to.equal(true);
    });

  it("reports that the service can't be reached", async () => {
    const ada = await administrator();
    await ada.page.route("**/api-dock/token", (route) => route.abort("aborted"));
    await press(ada);
    await problem(ada).getByText("The service can't be reached. Try again.").waitFor();
  });

  it("revokes the account's token when the page is left", async () => {
    const ada = await administrator();
    await useAccount(ada);
    expect(await active()).to.equal(1);
    await ada.open("/dashboard");
    await until("the token is ended", async () => (await active()) === 0);
  });

  it("revokes the first page's token when the fourth page gets one, and reports it there", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const visits: Visit[] = [];
    for (let page = 1; page <= 4; page++) {
      const visit = await read(user, ME);
      await useAccount(visit);
      visits.push(visit);
    }
    expect(await active()).to.equal(3);
    const [first, second] = visits as [Visit, Visit];
    first.expected.add(401);
    await execute(first, "auth.me");
    expect(await operation(first, "auth.me").locator(".dock-answer").innerText()).to.contain("token_revoked");
    await problem(first).getByText("The token of this page has ended.").waitFor();
    await execute(second, "auth.me");
    expect(await operation(second, "auth.me").locator(".dock-answer").innerText()).to.contain("200 OK");
  });

  it("keeps the token when the response is about a wrong password", async () => {
    const ada = await administrator("/api-dock#/Authentication/auth.login");
    ada.expected.add(401);
    await useAccount(ada);
    await execute(ada, "auth.login");
    const answer = await operation(ada, "auth.login").locator(".dock-answer").innerText();
    expect(answer).to.contain("invalid_credentials");
    // three limits: of the address, of its network, and of the whole API
    expect(answer.match(/left, resets in/g)).to.have.length(3);
    expect(await ada.page.getByRole("button", { name: "Revoke", exact: true }).isVisible()).to.equal(true);
  });

  it("leaves optional parameters empty instead of sending the example", async () => {
    const user = await world.make.user({ role: "system_admin" });
    const ada = await read(user, "/api-dock#/Users/users.destroy");
    ada.expected.add(403);
    await useAccount(ada);
    const destroy = operation(ada, "users.destroy");
    await destroy.getByRole("button", { name: "Try it out" }).click();
    expect(await destroy.getByLabel("If-Match").inputValue()).to.equal("");
    await destroy.getByLabel("user", { exact: true }).fill(user.id);
    await ada.page.getByRole("button", { name: "Execute" }).click();
    await destroy.locator(".dock-answer").getByText("self_delete").first().waitFor();
  });

  it("uses the reader's language, including the texts of Swagger UI", async () => {
    const tr = await read(await world.make.user({ role: "system_admin", locale: "tr" }), ME);
    const me = operation(tr, "auth.me");
    await me.getByRole("button", { name: "Deneyin" }).click();
    expect(await me.locator(".dock-request").innerText())
      .to.contain("Parametre")
      .and.not.match(/Try it out|Cancel|Execute|No parameters/);
    expect(await me.locator(".dock-summary").getAttribute("lang")).to.equal("en");
  });

  it("labels every field of a form in the reader's language", async () => {
    const user = await world.make.user({ role: "system_admin", locale: "tr" });
    const tr = await read(user, "/api-dock#/Users/users.update");
    const update = operation(tr, "users.update");
    await update.getByRole("button", { name: "Deneyin" }).click();
    const names = await update
      .locator(".dock-request :is(input, textarea)")
      .evaluateAll((fields) => fields.map((field) => field.getAttribute("aria-label")));
    expect(names).to.deep.equal(["If-Match", "user", "İstek gövdesi"]);
    expect(await update.locator(".dock-request").innerText()).to.not.match(
      /Parameters|Name|Request body|Examples:/,
    );
    const mark = 'getComputedStyle(document.querySelector(".parameter__name.required"), "::after").content';
    expect(await tr.page.evaluate(mark)).to.equal('"zorunlu"');
  });

  const FAILURES: [how: number | "aborted", text: string, link: string | null][] = [
    [401, "The contract didn't load: your session has ended. Sign in again.", "Sign in"],
    [403, "The contract didn't load: your account no longer has access to it.", null],
    ["aborted", "The contract didn't load: the service can't be reached.", null],
  ];
  for (const [how, text, link] of FAILURES)
    it(`explains why the contract can't be loaded: ${how}`, async () => {
      const ada = await product.signedIn(await world.make.user({ role: "system_admin" }));
      if (how !== "aborted") ada.expected.add(how);
      await ada.page.route(DOCUMENT, (route) =>
        how === "aborted" ? route.abort(how) : route.fulfill({ status: how, json: {} }),
      );
      await ada.open("/api-dock");
      const alert = ada.page.locator("[data-failure]");
      await alert.getByText(text).waitFor();
      expect(await alert.getByRole("link").allInnerTexts()).to.deep.equal(link ? [link] : []);
      await ada.page.unrouteAll();
      await alert.getByRole("button", { name: "Try again" }).click();
      await operation(ada, "auth.me").waitFor();
    });

  /** The complete document; the outline has a query. */
  const COMPLETE = /\/api-dock\/openapi\.json$/;
  for (const [how, text, link] of FAILURES)
    it(`explains inside an operation why the rest of the contract can't be loaded: ${how}`, async () => {
      const ada = await administrator();
      if (how !== "aborted") ada.expected.add(how);
      await ada.page.route(COMPLETE, (route) =>
        how === "aborted" ? route.abort(how) : route.fulfill({ status: how, json: {} }),
      );
      await operation(ada, "auth.me").locator("h4 button").click();
      await operation(ada, "users.show").locator("h4 button").click();
      const alert = operation(ada, "auth.me").getByRole("alert");
      await alert.getByText(text).waitFor();
      expect(await alert.getByRole("link").allInnerTexts()).to.deep.equal(link ? [link] : []);
      await ada.page.unrouteAll();
      await alert.getByRole("button", { name: "Try again" }).click();
      for (const id of ["auth.me", "users.show"]) await operation(ada, id).locator(".dock-samples").waitFor();
    });

  it("explains among the schemas why the rest of the contract can't be loaded", async () => {
    const ada = await administrator();
    ada.expected.add(503);
    await ada.page.route(COMPLETE, (route) => route.fulfill({ status: 503, json: {} }));
    const schemas = ada.page.locator("#schemas");
    await schemas.locator("summary").first().click();
    await schemas.getByRole("alert").getByText("The contract didn't load (status 503)").waitFor();
    await ada.page.unrouteAll();
    await schemas.getByRole("button", { name: "Try again" }).click();
    await schemas.locator("article").first().waitFor();
  });
});
