import { expect } from "chai";
import { createPersonalToken } from "../../../src/domain/tokens/personal-tokens.js";
import { revokeAccess } from "../../../src/domain/credentials/revoke-user-access.js";
import { ActionForbidden } from "../../../src/lib/failures.js";
import { DAY, HOUR, MINUTE } from "../../../src/lib/clock.js";
import { sha256 } from "../../../src/lib/secrets.js";
import { PASSWORD } from "../../support/app/factories.js";
import { queuedMails } from "../../support/app/mails.js";
import { textOf, textWithTooltipsOf, type Fields } from "../../support/app/web.js";
import { useWorld } from "../../support/app/world.js";
import { WRONG_SCOPES } from "../../support/oauth/wrong-scopes.js";
import { signedInCaller } from "../../support/app/caller.js";

const VALUE = /adk_pat_[0-9A-Za-z]{49}/g;

describe("One's own personal access tokens", () => {
  const world = useWorld();
  const unscoped = useWorld({}, { oauth: { scopes: [] } });
  const defaulted = useWorld({}, { oauth: { default_scopes: ["users.read"], personal_token_days: 3 } });

  const rows = (from = world) =>
    from.services.knex("personal_access_tokens").orderBy("created_at") as Promise<Record<string, unknown>[]>;
  const scopesOf = (row?: Record<string, unknown>): unknown => JSON.parse(row!["scopes"] as string);
  const days = (row?: Record<string, unknown>): number =>
    ((row!["expires_at"] as number) - (row!["created_at"] as number)) / DAY;

  async function creating(fields: Fields, from = world) {
    const { user, visitor } = await from.signedIn();
    await visitor.get("/user/tokens");
    return { user, visitor, answer: await visitor.submit("/user/tokens", { name: "laptop", ...fields }) };
  }

  beforeEach(() => world.freezeTime());

  it("are listed with a message when there are none", async () => {
    const { visitor } = await world.signedIn();
    expect(textOf(await visitor.get("/user/tokens")))
      .to.contain("You have no access tokens.")
      .and.contain("For example, a script");
  });

  it("are created with a name, scopes and days, and work on the API", async () => {
    const { user, answer } = await creating({ scopes: ["users.read", "admin"], expires_in_days: "7" });
    expect(answer.status).to.equal(201);
    const [value] = answer.text.match(VALUE)!;
    const [row] = await rows();
    expect(row).to.include({ user_id: user.id, name: "laptop", revoked_at: null });
    expect(scopesOf(row)).to.deep.equal(["users.read", "admin"]);
    expect(days(row)).to.equal(7);
    const { body } = await world.api.as(value).get("/auth/me").expect(200);
    expect(body.data.id).to.equal(user.id);
  });

  it("are created once by a form, however often it is sent", async () => {
    const page = "/user/tokens";
    const { visitor } = await world.signedIn();
    const form = async (): Promise<Fields> => {
      const { text } = await visitor.get(page);
      return { name: "laptop", _form: /name="_form" value="([^"]+)"/.exec(text)![1]! };
    };
    const fields = await form();
    const made = await visitor.submit(page, fields);
    expect(made.status).to.equal(201);
    const [value] = made.text.match(VALUE)!;
    for (const again of [fields, { ...fields, name: "other" }]) {
      const second = await visitor.submit(page, again);
      expect(second.status).to.equal(303);
      expect(second.headers["location"]).to.equal(page);
      const shown = await visitor.get(page);
      expect(textOf(shown)).to.contain(
        "This form has already created its token. You won't be able to see it again.",
      );
      expect(shown.text).not.to.contain(value!);
      expect(shown.text.match(VALUE)).to.equal(null);
    }
    expect(await rows()).to.have.length(1);
    expect((await world.services.knex("mails").where({ kind: "token_created" })).length).to.equal(1);
    expect((await visitor.submit(page, await form())).status).to.equal(201);
    expect(await rows()).to.have.length(2);
  });

  it("are created once by a form that is sent twice in parallel", async () => {
    const { visitor } = await world.signedIn();
    const { text } = await visitor.get("/user/tokens");
    const fields = { name: "laptop", _form: /name="_form" value="([^"]+)"/.exec(text)![1]! };
    const answers = await Promise.all([1, 2, 3].map(() => visitor.submit("/user/tokens", fields)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([201, 303, 303]);
    expect(await rows()).to.have.length(1);
  });

  it("are created after a rejected form, and by another account's form with the same id", async () => {
    const { visitor } = await world.signedIn();
    const formOf = (text: string): string => /name="_form" value="([^"]+)"/.exec(text)![1]!;
    const { text } = await visitor.get("/user/tokens");
    const rejected = await visitor.submit("/user/tokens", { name: "", _form: formOf(text) });
    expect(rejected.status).to.equal(422);
    const answer = await visitor.submit("/user/tokens", { name: "laptop", _form: formOf(rejected.text) });
    expect(answer.status).to.equal(201);
    const other = await world.signedIn();
    await other.visitor.get("/user/tokens");
    const taken = await other.visitor.submit("/user/tokens", { name: "laptop", _form: formOf(text) });
    expect(taken.status).to.equal(201);
    expect((await rows()).map(({ user_id }) => user_id)).to.include(other.user.id);
  });

  it("last for the maximum when no days are given", async () => {
    for (const fields of [{}, { expires_in_days: "" }]) {
      await creating(fields);
      expect(days((await rows()).at(-1))).to.equal(30);
    }
  });

  it("have no scopes when none is selected", async () => {
    await creating({});
    expect(scopesOf((await rows())[0])).to.deep.equal([]);
  });

  it("have the default scopes when none is selected and there are some", async () => {
    const { answer } = await creating({}, defaulted);
    expect(answer.status).to.equal(201);
    const [row] = await rows(defaulted);
    expect(scopesOf(row)).to.deep.equal(["users.read"]);
    expect(days(row)).to.equal(3);
    expect(textOf(answer)).to.contain("With nothing selected, the token gets: users.read.");
  });

  it("have full access without a scope catalogue", async () => {
    const { visitor, answer } = await creating({}, unscoped);
    expect(answer.status).to.equal(201);
    expect(scopesOf((await rows(unscoped))[0])).to.deep.equal([]);
    expect(textOf(await visitor.get("/user/tokens"))).to.contain("Scopes: all");
  });

  it("are shown once: the value is only in this response", async () => {
    const { visitor, answer } = await creating({});
    const values = answer.text.match(VALUE)!;
    expect(values).to.have.length(1);
    const [value] = values as [string];
    expect(answer.text).to.contain("<dialog").and.contain("data-secret-once");
    expect(answer.headers["cache-control"]).to.contain("no-store");
    expect(JSON.stringify([...visitor.cookies])).not.to.contain(value);
    expect((await visitor.get("/user/tokens")).text).not.to.match(VALUE);
    expect((await visitor.get("/dashboard")).text).not.to.match(VALUE);
    expect(JSON.stringify(world.logs)).not.to.contain(value);
    const [row] = await rows();
    expect(row!["token_hash"]).to.deep.equal(sha256(value));
    for (const table of ["sessions", "activity_log", "mails", "personal_access_tokens"])
      expect(JSON.stringify(await world.services.knex(table)), table).not.to.contain(value);
  });

  it("are recorded, and reported to their owner by mail", async () => {
    const { user, visitor } = await creating({ scopes: "users.read" });
    const { knex } = world.services;
    const [row] = await rows();
    const created = await knex("activity_log").where({ event: "token_created" }).first();
    expect(created).to.include({
      actor_id: user.id,
      subject_type: "personal_access_token",
      subject_id: row!["id"],
    });
    expect(JSON.parse(created.changes as string)).to.deep.include({
      name: "laptop",
      scopes: ["users.read"],
    });
    expect(await knex("mails").first()).to.include({ kind: "token_created", user_id: user.id });
    await visitor.get("/user/tokens");
    await visitor.delete("/user/tokens", { token: row!["id"] as string });
    const revoked = await knex("activity_log").where({ event: "token_revoked" }).first();
    expect(revoked).to.include({ actor_id: user.id, subject_id: row!["id"] });
  });

  it("are listed with their scopes, times and last use", async () => {
    const { user, visitor } = await world.signedIn();
    await world.make.token(user, { name: "deploy <b>", scopes: ["files.read"] });
    await world.make.token(user, { name: "auth-token" });
    await world.make.token(user, { name: "api-dock" });
    const { knex } = world.services;
    await knex("personal_access_tokens")
      .where({ name: "auth-token" })
      .update({ last_used_at: Date.UTC(2026, 0, 2) });
    const page = await visitor.get("/user/tokens");
    const said = textOf(page);
    expect(page.text).to.contain("deploy &lt;b&gt;").and.not.contain("deploy <b>");
    expect(said).to.contain("Scopes: files.read").and.contain("Last used: never");
    expect(textWithTooltipsOf(page)).to.match(/Last used: \d+ months? ago \(2 Jan 2026/);
    expect(said)
      .to.contain("Created by signing in through the API. Revoking it signs that program out.")
      .and.contain("Created by the API docs to try out an operation. It expires after 15 minutes.");
  });

  it("are marked as expired, and not listed when revoked", async () => {
    const { user, visitor } = await world.signedIn();
    await world.make.token(user, { name: "brief", expiresAt: Date.now() + MINUTE });
    await world.make.token(user, { name: "doomed" });
    world.advance(HOUR);
    const before = textOf(await visitor.get("/user/tokens"));
    expect(before).to.match(/brief Expired .*Expired on:/);
    expect(before).to.contain("doomed");
    const doomed = (await rows()).find(({ name }) => name === "doomed")!;
    const answer = await visitor.delete("/user/tokens", { token: doomed["id"] as string });
    expect(answer.status).to.equal(303);
    expect(answer.headers["location"]).to.equal("/user/tokens");
    const after = textOf(await visitor.get("/user/tokens"));
    expect(after).to.contain("Token revoked.").and.contain("brief").and.not.contain("doomed");
  });

  it("stop working when they are revoked, and revoking twice has no effect", async () => {
    const { visitor, answer } = await creating({});
    const [value] = answer.text.match(VALUE)!;
    const [row] = await rows();
    for (let time = 1; time <= 2; time++) {
      await visitor.get("/user/tokens");
      const revoked = await visitor.delete("/user/tokens", { token: row!["id"] as string });
      expect(revoked.status, `time ${time}`).to.equal(303);
      world.advance(MINUTE);
    }
    await world.api.as(value).get("/auth/me").expect(401);
    const events = await world.services.knex("activity_log").where({ event: "token_revoked" });
    expect(events).to.have.length(1);
  });

  it("require a recent password, which the form asks for", async () => {
    const { visitor } = await world.signedIn();
    world.advance(16 * MINUTE);
    const form = await visitor.get("/user/tokens");
    expect(form.text).to.contain('name="current_password"');
    const answer = await visitor.submit("/user/tokens", { name: "laptop", current_password: PASSWORD });
    expect(answer.status).to.equal(201);
    expect(answer.text).not.to.contain('name="current_password"');
  });

  it("belong to the signed-in user, whatever else the form contains", async () => {
    const other = await world.make.user();
    const { user, answer } = await creating({
      user_id: other.id,
      owner: other.id,
      token: "adk_pat_mine",
      token_hash: "x",
      expires_at: "99999999999999",
      revoked_at: "1",
    });
    expect(answer.status).to.equal(201);
    const [row, ...more] = await rows();
    expect(more).to.be.empty;
    expect(row).to.include({ user_id: user.id, revoked_at: null });
    expect(days(row)).to.equal(30);
  });

  it("are available in Turkish", async () => {
    const { visitor } = await world.signedIn();
    visitor.cookies.set("authdock_locale", "tr");
    await world.services.knex("users").update({ locale: "tr" });
    expect(textOf(await visitor.get("/user/tokens"))).to.contain("Erişim jetonunuz yok.");
  });

  it("H34: aren't created without a recent password", async () => {
    const { visitor } = await world.signedIn();
    world.advance(16 * MINUTE);
    await visitor.get("/user/tokens");
    const bare = await visitor.submit("/user/tokens", { name: "laptop" });
    expect(bare.headers["location"]).to.match(/^\/user\/confirm-password/);
    await visitor.get("/user/tokens");
    const wrong = await visitor.submit("/user/tokens", { name: "laptop", current_password: "wrong" });
    expect(wrong.status).to.equal(422);
    expect(textOf(wrong)).to.contain("This isn't your current password.");
    expect(wrong.text).to.contain('value="laptop"').and.not.contain('value="wrong"');
    expect(await rows()).to.be.empty;
  });

  describe("H35: are rejected with scopes outside the catalogue:", () => {
    for (const [title, scopes] of Object.entries(WRONG_SCOPES))
      it(title, async () => {
        const { answer } = await creating({ scopes });
        expect(answer.status).to.equal(422);
        expect(answer.text).to.match(/id="scopes-error"/);
        expect(await rows()).to.be.empty;
        expect(await world.services.knex("mails")).to.be.empty;
        expect(await world.services.knex("activity_log").where({ event: "token_created" })).to.be.empty;
      });

    it("any, when there is no catalogue", async () => {
      for (const scopes of ["*", "users.read", "openid", ""]) {
        const { answer } = await creating({ scopes }, unscoped);
        expect(answer.status, scopes).to.equal(422);
      }
      expect(await rows(unscoped)).to.be.empty;
    });

    describe("the wildcard, when the catalogue contains it", () => {
      const wild = useWorld({}, { oauth: { scopes: ["*", "users.read"] } });
      it("is neither offered nor accepted", async () => {
        const { visitor, answer } = await creating({ scopes: "*" }, wild);
        expect(answer.status).to.equal(422);
        expect((await visitor.get("/user/tokens")).text).not.to.contain('value="*"');
        expect(await rows(wild)).to.be.empty;
      });
    });
  });

  it("don't offer scopes that no operation asks for, and accept them all the same", async () => {
    const { visitor, answer } = await creating({ scopes: "files.read" });
    expect(answer.status).to.equal(201);
    const { text } = await visitor.get("/user/tokens");
    expect(text).to.contain('value="users.read"').and.not.contain('value="files.');
    expect(textOf(await visitor.get("/user/tokens"))).to.contain("Scopes: files.read");
  });

  it("keep the input when something is invalid", async () => {
    const { answer } = await creating({
      name: "auth-token",
      scopes: ["admin", "users.read"],
      expires_in_days: "5",
    });
    expect(answer.status).to.equal(422);
    expect(answer.text).to.contain('value="5"');
    expect(answer.text.match(/ checked/g)).to.have.length(2);
    expect(textOf(answer)).to.contain("The service uses the name “auth-token” itself. Choose another one.");
  });

  it("are rejected without a name, with a hostile or overlong one, and with one of the service's own", async () => {
    for (const name of [
      "",
      "   ",
      "a".repeat(256),
      "a\u0000b",
      "a\u202eb",
      "line\nbreak",
      "auth-token",
      "api-dock",
    ]) {
      const { answer } = await creating({ name });
      expect(answer.status, JSON.stringify(name)).to.equal(422);
    }
    expect(await rows()).to.be.empty;
  });

  it("are rejected with invalid days, or more than allowed", async () => {
    for (const expires_in_days of [
      "0",
      "-1",
      "31",
      "1.5",
      "1e1",
      "0x5",
      "99999",
      "999999999999",
      "forever",
      "٣",
    ]) {
      const { answer } = await creating({ expires_in_days });
      expect(answer.status, expires_in_days).to.equal(422);
      expect(textOf(answer)).to.contain("Enter a whole number of days from 1 to 30.");
    }
    expect(await rows()).to.be.empty;
  });

  it("of other users aren't listed", async () => {
    const other = await world.make.user();
    await world.make.token(other, { name: "theirs" });
    const [theirs] = await rows();
    const { visitor } = await world.signedIn();
    expect(textOf(await visitor.get("/user/tokens"))).not.to.contain("theirs");
    for (const token of [
      theirs!["id"] as string,
      "",
      "nothing",
      "019a8f3c-6a1e-7c3b-9d52-000000000000",
      "ş' or 1=1",
    ]) {
      const answer = await visitor.delete("/user/tokens", { token });
      expect(answer.status, token).to.equal(404);
    }
    expect((await rows())[0]).to.include({ revoked_at: null });
  });

  it("are neither created nor revoked without a CSRF token, nor by a guest", async () => {
    const { user, visitor } = await world.signedIn();
    await world.make.token(user);
    const [row] = await rows();
    await visitor.get("/user/tokens");
    for (const fields of [{ name: "x" }, { _method: "DELETE", token: row!["id"] as string }]) {
      expect((await visitor.submit("/user/tokens", { ...fields, _csrf: "wrong" })).status).to.equal(419);
      const guest = world.visitor();
      await guest.get("/login");
      const answer = await guest.submit("/user/tokens", fields);
      expect(answer.headers["location"]).to.match(/^\/login/);
    }
    expect(await rows()).to.have.length(1);
    expect((await rows())[0]).to.include({ revoked_at: null });
  });

  describe("tell what they can do", () => {
    const EVERYTHING = "can do everything you can through the API, except change how you sign in.";
    const mailed = async (): Promise<string> => (await queuedMails(world.services))[0]!.text;

    it("as shipped: everything, because scopes are only recorded", async () => {
      const { visitor } = await creating({ scopes: "users.read" });
      expect(textOf(await visitor.get("/user/tokens"))).to.contain(`This token ${EVERYTHING}`);
      expect(await mailed()).to.contain(
        "It can do everything you can do through the API, except change how you sign in.",
      );
    });

    it("with oauth.enforce_scopes: what each scope opens to their owner, with its name", async () => {
      await world.services.settings.write({ "oauth.enforce_scopes": "1" });
      const { visitor } = await world.signedIn(await world.make.user({ role: "admin" }));
      const shown = textOf(await visitor.get("/user/tokens"));
      expect(shown).to.contain(`With nothing selected, the token ${EVERYTHING}`);
      expect(shown).not.to.contain("recorded for programs");
      expect(shown).to.match(/See the list of users and their details, .* users\.read/);
      await visitor.submit("/user/tokens", { name: "laptop", scopes: "users.read" });
      expect(await mailed()).to.contain("It can do what its scopes open: users.read.");
    });
  });

  it("aren't issued after a ban, even without the guard that ends sessions", async () => {
    const { user, visitor } = await world.signedIn();
    await visitor.get("/user/tokens");
    // writes a status that the guard lets pass
    await world.services.knex("users").where({ id: user.id }).update({ status: "suspended" });
    const answer = await visitor.submit("/user/tokens", { name: "laptop" });
    expect(answer.status).to.equal(403);
    expect(await rows()).to.be.empty;
  });

  it("aren't issued after a password reset that ended the session", async () => {
    const { user } = await world.signedIn();
    const { services } = world;
    const call = await signedInCaller(services, user);
    const create = async (): Promise<unknown> =>
      createPersonalToken(call, { name: "x", scopes: [] }).then(
        () => null,
        (error: unknown) => error,
      );
    expect(await create()).to.equal(null);
    await services.knex.transaction((trx) => revokeAccess(trx, user.id));
    expect(await create()).to.be.instanceOf(ActionForbidden);
    expect((await rows()).filter(({ revoked_at }) => revoked_at === null)).to.be.empty;
  });
});
