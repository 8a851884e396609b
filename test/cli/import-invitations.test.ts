import { readFileSync } from "node:fs";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { PASSWORD } from "../support/app/factories.js";
import { exportFile } from "../support/app/import-exports.js";
import { useImporting } from "../support/app/importing.js";
import { queuedMails } from "../support/app/mails.js";
import { useWorld } from "../support/app/world.js";
import { makeProvider } from "../support/providers/providers.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const MD5 = "5f4dcc3b5aa765d61d8327deb882cf99";
const row = (name: string, password_hash: unknown, more: object = {}) => ({
  ...{ id: `old-${name}`, email: `${name}@example.test`, name: `${name} King`, password_hash },
  ...more,
});
const ACCEPTED = "--unsupported=invite";

describe("Imported accounts without a password", function () {
  this.timeout(30_000);
  const world = useWorld();
  const { folder, cli, lines, importing, account } = useImporting(world);
  const invitations = async (): Promise<string[]> =>
    (await queuedMails(world.services, "invitation")).map(({ to }) => to!).sort();
  const signIn = (name: string, password = PASSWORD) =>
    world.api.post("/auth/login", { email: `${name}@example.test`, password });

  it("are made with --unsupported=invite where a hash can't be verified, and are counted", async () => {
    const path = lines(row("ada", BCRYPT), row("grace", MD5), row("mary", { md5: MD5 }), row("joan", null));
    const counted = [
      "          in the file  carried",
      "password  3            1",
      "own id    4            4",
      "Accounts that get no password, because their hashes can't be verified: 2",
    ];
    const dry = await cli("import", "users", path, "--from", "authdock", ACCEPTED, "--dry-run");
    expect(dry.code).to.equal(0);
    expect(dry.output.split("\n")).to.deep.equal([
      ...counted,
      "Would be created 4, already there 0, refused 0",
    ]);
    const report = join(folder.path, "report.jsonl");
    const done = await importing(path, "authdock", ACCEPTED, "--report", report);
    expect(done).to.deep.include({ created: 4, refused: 0, invited: 0 });
    expect(done.carried.password).to.deep.equal({ in_file: 3, carried: 1 });
    const reported = readFileSync(report, "utf8").trim().split("\n");
    expect(reported.map((line) => JSON.parse(line).lost)).to.deep.equal([[], ["password"], ["password"], []]);
    expect(await account("grace@example.test")).to.include({ password: null, password_imported: false });
    expect(await invitations()).to.be.empty;
    await signIn("ada").expect(200);
    await signIn("grace", "password").expect(401);
  });

  it("are made for hashes in unknown forms of each application, and without the secret of Firebase", async () => {
    const credential = {
      type: "password",
      secretData: '{"value":"AAAA","salt":"AAAA"}',
      credentialData: '{"hashIterations":1,"algorithm":"md5"}',
    };
    const rows = {
      keycloak: { email: "a@example.test", credentials: [credential] },
      auth0: { email: "b@example.test", custom_password_hash: { algorithm: "md5", hash: { value: MD5 } } },
      fusionauth: { email: "c@example.test", encryptionScheme: "salted-md5", factor: 1, password: MD5 },
      logto: { primaryEmail: "d@example.test", passwordDigest: MD5, passwordAlgorithm: "Legacy" },
    };
    for (const [from, one] of Object.entries(rows))
      expect(await importing(lines(one), from, ACCEPTED), from).to.deep.include({
        ...{ created: 1, refused: 0, unread_fields: {} },
      });
    expect(await importing(exportFile("firebase.json"), "firebase", ACCEPTED)).to.include({ created: 1 });
    expect(await world.services.knex("users").whereNotNull("password")).to.be.empty;
  });

  it("are invited once with --invite, unless they can sign in or are blocked", async () => {
    await makeProvider(world, { name: "Google", issuer: "https://accounts.google.com" });
    const identities = [{ issuer: "https://accounts.google.com", subject: "1" }];
    await world.make.user({ email: "here@example.test" });
    const path = lines(
      ...[row("ada", BCRYPT), row("grace", MD5), row("joan", null), row("here", MD5)],
      ...[row("linked", MD5, { identities }), row("blocked", MD5, { status: "inactive" })],
    );
    const dry = await cli("import", "users", path, "--from", "authdock", ACCEPTED, "--invite", "--dry-run");
    expect(dry.output).to.contain("Would be created 5, invited 2, already there 1, refused 0");
    expect(await invitations()).to.be.empty;
    const invite = () => importing(path, "authdock", ACCEPTED, "--invite");
    expect(await invite()).to.include({ created: 5, invited: 2, exists: 1 });
    expect(await invite()).to.include({ created: 0, invited: 0, exists: 6 });
    expect(await importing(path, "authdock", ACCEPTED, "--invite", "--update")).to.include({ invited: 0 });
    expect(await invitations()).to.deep.equal(["grace@example.test", "joan@example.test"]);
    const [mail] = await queuedMails(world.services, "invitation");
    const token = mail!.link.split("/").at(-1);
    const password = "a-chosen-password";
    await world.api
      .post("/auth/reset-password", { token, password, password_confirmation: password })
      .expect(200);
    await world.api.post("/auth/login", { email: mail!.to, password }).expect(200);
  });

  it("can be invited later from the list of users", async () => {
    await importing(lines(row("ada", BCRYPT), row("grace", MD5)), "authdock", ACCEPTED);
    const { token } = await world.make.userWithToken({ role: "admin" });
    const admin = world.api.as(token);
    const { body } = await admin.get("/users?filter[invited]=only").expect(200);
    const ids = (body.data.items as { id: string }[]).map(({ id }) => id);
    expect(ids).to.deep.equal([(await account("grace@example.test")).id]);
    const sent = await admin.post("/users/invitations", { users: ids }).expect(200);
    expect(sent.body.data).to.deep.equal({ changed: ids, unchanged: [] });
    expect(await invitations()).to.deep.equal(["grace@example.test"]);
  });

  it("are deleted with the others of their run when it is undone, and their invitations no longer work", async () => {
    const { run } = await importing(lines(row("grace", MD5)), "authdock", ACCEPTED, "--invite");
    expect((await cli("import", "undo", run)).output).to.contain("Deleted 1 account, kept 0");
    const [mail] = await queuedMails(world.services, "invitation");
    const token = mail!.link.split("/").at(-1);
    const body = { token, password: "a-chosen-password", password_confirmation: "a-chosen-password" };
    await world.api.post("/auth/reset-password", body).expect(422);
  });

  it("aren't made without the option, and other problems still refuse a row", async () => {
    const refused = await cli("import", "users", lines(row("grace", MD5)), "--from", "authdock", "--invite");
    expect(refused.code).to.equal(1);
    expect(refused.output.split("\n")[0]).to.equal(
      "Line 1: The format of the password hash isn't supported. grace@example.test",
    );
    const odd = lines(row("grace", MD5, { status: "unheard-of" }));
    expect((await cli("import", "users", odd, "--from", "authdock", ACCEPTED)).output).to.contain(
      "Line 1: The status unheard-of doesn't exist. grace@example.test",
    );
    expect(await world.services.knex("users")).to.be.empty;
    expect(await invitations()).to.be.empty;
    const path = lines(row("grace", BCRYPT));
    expect((await cli("import", "users", path, "--from", "authdock", "--unsupported=drop")).code).to.equal(2);
  });
});
