import { expect } from "chai";
import { DAY, MINUTE, now } from "../../src/lib/clock.js";
import { invited } from "../support/app/invited.js";
import type { Visit } from "../support/browser/chromium.js";
import { describeWith } from "../support/app/requires.js";
import { useRunningProduct } from "../support/browser/running-product.js";

const PASSWORD = "another-horse-battery";

describeWith("Chromium", "User administration in a browser", () => {
  const { world, product } = useRunningProduct();
  const administrator = async (options = {}): Promise<Visit> =>
    product.signedIn(await world.make.user({ role: "system_admin", email_verified_at: now() }), options);

  /** Goes from the dashboard to the page of a new user. */
  async function created(ada: Visit, confirmation: Record<string, string> = {}): Promise<void> {
    await ada.open("/dashboard");
    await ada.follow("Users");
    await ada.follow("New user");
    await ada.page.getByLabel("Set a password").check();
    await ada.fill({
      "First name": "Grace",
      "Last name": "Hopper",
      Email: "grace@example.test",
      Password: PASSWORD,
      ...confirmation,
    });
    await ada.press("Create user");
    expect(await ada.text()).to.contain("The account of Grace Hopper was created.");
  }

  async function signIn(visit: Visit): Promise<void> {
    await visit.open("/login");
    await visit.fill({ Email: "grace@example.test", Password: PASSWORD });
    await visit.press("Sign in");
  }

  it("creates an account, edits it, bans it while it is signed in, and deletes it", async () => {
    const ada = await administrator();
    await created(ada);
    const grace = await product.visit();
    await signIn(grace);
    expect(grace.location).to.equal("/password/expired");
    expect(await grace.text()).to.contain("Choose your own password");
    await grace.fill({
      "Current password": PASSWORD,
      "New password": `${PASSWORD}-own`,
    });
    await grace.press("Change password");
    await grace.open("/dashboard");
    expect(grace.location).to.equal("/dashboard");

    await ada.page.reload(); // the new password changes the version of the account
    await ada.fill({ "First name": "Amazing" }, "#account");
    await ada.page.locator("#account").getByLabel("Role").selectOption({ label: "Administrator" });
    await ada.press("Save");
    expect(await ada.text()).to.contain("Changes saved.");
    await grace.page.reload();
    expect(await grace.text())
      .to.contain("Hello Amazing Hopper")
      .and.contain("Users");

    await ada.page.reload();
    expect(await ada.text()).to.contain("1 session");
    await ada.page.locator("#account").getByLabel("Status").selectOption({ label: "Banned" });
    await ada.press("Save");
    await ada.press("Save and revoke access", "dialog[open]");
    expect(await ada.text()).to.contain("Access revoked: 1 session.");
    await grace.follow("Account");
    expect(grace.location).to.match(/^\/login/);

    await ada.confirm("Delete", "Delete account", "#delete");
    expect(ada.location).to.equal("/admin/users");
    expect(await ada.text()).to.contain("The account of Amazing Hopper was deleted.");
    await signIn(grace);
    expect(await grace.text()).to.contain("These credentials do not match our records.");
  });

  it("bans a user with a reason and an end, who is told after the right password, and lifts the ban", async () => {
    await world.services.settings.write({ "branding.support_email": "help@example.test" });
    const user = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
    const ada = await administrator();
    await ada.open(`/admin/users/${user.id}`);
    await ada.page.locator("a[data-dialog]", { hasText: "Ban…" }).click();
    const dialog = ada.page.locator("dialog[open]");
    await dialog.getByLabel("Tell the user").check();
    await ada.press("Ban", "dialog[open]");
    expect(await dialog.innerText()).to.contain("Enter the reason that the user is told.");
    expect(await dialog.getByLabel("Tell the user").isChecked(), "the box is still ticked").to.equal(true);
    await dialog.getByLabel("Reason").fill("Sends advertising");
    await dialog.getByLabel("Ends after (days)").fill("7");
    await ada.press("Ban", "dialog[open]");
    expect(await ada.text())
      .to.contain("Status changed.")
      .and.contain("Reason: Sends advertising")
      .and.contain("Becomes active again on");

    const grace = await product.visit();
    const signInWith = async (password: string): Promise<string> => {
      await grace.open("/login");
      await grace.fill({ Email: "grace@example.test", Password: password });
      await grace.press("Sign in");
      return grace.page.locator("[role=alert]").innerText();
    };
    expect(await signInWith("wrong-horse-battery")).not.to.contain("advertising");
    expect(await signInWith("correct-horse-battery"))
      .to.contain("Your account is not active.")
      .and.contain("Reason: Sends advertising")
      .and.contain("It becomes active again on")
      .and.contain("help@example.test");

    await ada.confirm("Change reason or end…", "Save", ".status-actions");
    expect(await ada.text())
      .to.contain("Reason: Sends advertising")
      .and.contain("Becomes active again on");
    await ada.confirm("Activate", "Activate", ".status-actions");
    expect(await ada.text())
      .to.contain("The account is active.")
      .and.not.contain("Sends advertising");
    await grace.open("/login");
    await grace.fill({ Email: "grace@example.test", Password: "correct-horse-battery" });
    await grace.press("Sign in");
    expect(grace.location).to.equal("/dashboard");
  });

  it("revokes a user's access and turns off two-factor authentication, after a confirmation", async () => {
    const user = await world.make.user({ email: "grace@example.test" });
    await world.make.token(user);
    await world.make.twoFactor(user);
    const ada = await administrator();
    await ada.open(`/admin/users/${user.id}`);
    const [factor, access] = ["#security li:nth-child(2)", "#access"];
    await ada.confirm(/./, "Remove second factor", factor);
    expect(await ada.text()).to.contain("Two-factor authentication is off.");
    await ada.confirm(/./, "Revoke all", access);
    expect(await ada.text()).to.contain("Access revoked: 1 access token.");
    expect(await ada.text()).to.contain("No active sessions or tokens");
  });

  it("shows who was invited and until when, and sends the invitation again", async () => {
    await world.make.user({ email: "alan@example.test" });
    const { user } = await invited(world.services, { first_name: "Grace", email: "grace@example.test" });
    const week = { expires_at: now() + 7 * DAY - MINUTE };
    await world.services.knex("password_resets").where({ user_id: user.id }).update(week);
    const ada = await administrator();
    await ada.open("/admin/users?invited=only");
    const rows = ada.page.locator("main tbody tr");
    expect(await rows.count()).to.equal(1);
    const chip = rows.locator(".badge.bg-yellow-lt");
    expect(await chip.textContent()).to.match(/Invited, expires in 6 days/);
    await ada.follow("Grace Lovelace");
    expect(await ada.page.locator(".user-head").innerText()).to.match(/Invited, expires\s+in 6 days/);
    await ada.press("Resend invitation");
    expect(await ada.text()).to.contain("Invitation resent.");

    await world.services.knex("password_resets").where({ user_id: user.id }).update({ expires_at: now() });
    await ada.open("/admin/users?invited=only");
    expect(await chip.textContent()).to.match(/Invitation expired/);
  });

  it("offers an invited user's administrator one mail, also where addresses are verified", async () => {
    await world.services.settings.write({ "auth.email_verification": "1" });
    const { user } = await invited(world.services, { email: "grace@example.test" });
    const ada = await administrator();
    await ada.open(`/admin/users/${user.id}`);
    expect(await ada.page.locator("#security form button.btn-sm").allInnerTexts()).to.deep.equal([
      "Resend invitation",
    ]);
  });

  it("shows what to do with selected accounts above the list, without moving a row", async () => {
    for (const name of ["Grace", "Alan"]) await world.make.user({ first_name: name });
    const ada = await administrator();
    await ada.open("/admin/users");
    const [status, grace] = [ada.page.locator("#bulk-act"), ada.page.getByLabel("Select Grace Lovelace")];
    expect(await status.isVisible()).to.equal(false);
    const before = (await grace.boundingBox())!.y;
    await grace.check();
    expect((await grace.boundingBox())!.y).to.equal(before);
    expect(await ada.page.locator("#bulk").innerText()).to.contain("1 selected");
    await ada.page.getByLabel("Select all").check();
    expect(await ada.page.locator("#bulk").innerText()).to.contain("2 selected");
    await ada.page.getByLabel("Select Alan Lovelace").uncheck();
    await status.selectOption({ label: "Banned" });
    await ada.press("Review");
    expect(await ada.page.locator("dialog[open]").innerText()).to.contain("Grace Lovelace");
    await ada.page.keyboard.press("Escape");
    expect(await grace.isChecked(), "the selection").to.equal(true);
    await status.selectOption({ label: "Banned" });
    await ada.press("Review");
    await ada.press("Change 1 account", "dialog[open]");
    expect(await ada.text()).to.contain("1 account now has the status “Banned”.");
  });

  it("gives several accounts a role and deletes them, after a review", async () => {
    const users = [];
    for (const name of ["Grace", "Alan"]) users.push(await world.make.user({ first_name: name }));
    const ada = await administrator();
    const change = async (what: string): Promise<void> => {
      await ada.open("/admin/users");
      for (const name of ["Grace", "Alan"]) await ada.page.getByLabel(`Select ${name} Lovelace`).check();
      await ada.page.locator("#bulk-act").selectOption({ label: what });
      await ada.press("Review");
    };
    const dialog = ada.page.locator("dialog[open]");
    await change("Administrator");
    expect(await dialog.innerText()).to.contain("Set the role to “Administrator”");
    await ada.press("Change 2 accounts", "dialog[open]");
    expect(await ada.text()).to.contain("2 accounts now have the role “Administrator”.");
    await change("Delete");
    expect(await dialog.innerText())
      .to.contain("Delete accounts")
      .and.contain("Grace Lovelace");
    await ada.press("Delete 2 accounts", "dialog[open]");
    expect(await ada.text()).to.contain("2 accounts deleted.");
    expect(await ada.text()).not.to.contain("Grace Lovelace");
  });

  it("works with the keyboard alone", async () => {
    const user = await world.make.user({ email: "grace@example.test" });
    const ada = await administrator();
    const { keyboard } = ada.page;
    const focused = () => ada.page.evaluate("document.activeElement.textContent.trim()");
    await ada.open(`/admin/users/${user.id}`);
    await ada.page.locator("#account-first_name").focus();
    const order: string[] = [];
    for (let step = 1; step <= 7; step++) {
      order.push(await ada.page.evaluate("document.activeElement.name || document.activeElement.type"));
      await keyboard.press("Tab");
    }
    expect(order).to.deep.equal([
      ...["first_name", "last_name", "external_id", "email", "role", "status", "submit"],
    ]);
    await ada.page.locator("#account-status").focus();
    await keyboard.type("Inactive");
    await ada.leaving(() => ada.page.locator("#account-last_name").press("Enter"));
    expect(await focused()).to.equal("Cancel");
    await keyboard.press("Tab");
    expect(await focused()).to.equal("Save and revoke access");
    await ada.leaving(() => keyboard.press("Enter"));
    expect(await ada.text()).to.contain("Changes saved. Access revoked:");

    const remove = ada.page.locator("#delete a[data-dialog]");
    await remove.focus();
    await keyboard.press("Space");
    await keyboard.press("Escape");
    expect(await focused()).to.equal("Delete");
    await keyboard.press("Enter");
    await keyboard.press("Enter"); // Cancel has the focus
    expect(await ada.page.locator("dialog[open]").count()).to.equal(0);
    await keyboard.press("Enter");
    await keyboard.press("Tab");
    expect(await focused()).to.equal("Delete account");
    await ada.leaving(() => keyboard.press("Enter"));
    expect(ada.location).to.equal("/admin/users");
  });

  it("works without JavaScript, and an error links to its field", async () => {
    const ada = await administrator({ javaScriptEnabled: false });
    await created(ada, { "Confirm password": PASSWORD });
    await ada.fill({ Email: "nowhere" }, "#account");
    await ada.press("Save");
    await ada.page.getByRole("link", { name: /Email: Enter a valid email address/ }).click();
    expect(ada.location).to.contain("#account-email");
    expect(await ada.page.locator("#account-email").getAttribute("aria-invalid")).to.equal("true");
    await ada.fill({ Email: "amazing@example.test" }, "#account");
    await ada.press("Save");
    expect(await ada.text()).to.contain("amazing@example.test");

    const [remove, dialog] = [
      ada.page.locator("#delete a[data-dialog]"),
      ada.page.locator("#delete-confirm"),
    ];
    await remove.click();
    expect(await dialog.isVisible()).to.equal(true);
    expect(await ada.page.locator("h1").isVisible(), "a page of its own").to.equal(false);
    await dialog.getByRole("link", { name: "Cancel" }).click();
    expect(await dialog.isVisible()).to.equal(false);
    await remove.click();
    await ada.press("Delete account", "#delete-confirm");
    expect(ada.location).to.equal("/admin/users");
  });

  it("keeps the input when someone else has saved first", async () => {
    const user = await world.make.user({ first_name: "Grace", email: "grace@example.test" });
    const [ada, barbara] = [await administrator(), await administrator()];
    for (const visit of [ada, barbara]) await visit.open(`/admin/users/${user.id}`);
    await ada.fill({ "First name": "Amazing" }, "#account");
    await ada.press("Save");
    await barbara.fill({ "Last name": "Murray" }, "#account");
    await barbara.press("Save");
    expect(await barbara.text()).to.contain("First name: Amazing");
    expect(await barbara.page.locator("#account-last_name").inputValue()).to.equal("Murray");
    await barbara.fill({ "First name": "Amazing" }, "#account");
    await barbara.press("Save");
    expect(await barbara.text()).to.contain("Amazing Murray");
  });
});
