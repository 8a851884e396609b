import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import bcrypt from "bcryptjs";
import { expect } from "chai";
import { cleanUpImports } from "../../../src/domain/import/import-cleanup.js";
import { workOnImports } from "../../../src/domain/import/import-job.js";
import { DAY, MINUTE } from "../../../src/lib/clock.js";
import type { ApiClient } from "../../support/app/client.js";
import { cliJson } from "../../support/app/command-line.js";
import { AVATAR_DIR } from "../../support/app/config.js";
import { PASSWORD } from "../../support/app/factories.js";
import { until } from "../../support/app/processes.js";
import { Upload } from "../../support/app/upload.js";
import { NO_ROW } from "../../support/contract/operations.js";
import { useWorld } from "../../support/app/world.js";

const BCRYPT = bcrypt.hashSync(PASSWORD, 4);
const FOLDER = join(AVATAR_DIR, "imports");
const lines = (...rows: object[]): string => rows.map((row) => JSON.stringify(row)).join("\n");
const people = (...names: string[]): object[] =>
  names.map((name) => ({
    id: `old-${name}`,
    email: `${name}@example.test`,
    name: `${name} King`,
    password: BCRYPT,
  }));
const upload = (content: string | Buffer, name = "users.jsonl"): Upload =>
  new Upload([{ field: "file", bytes: Buffer.from(content), name, type: "application/octet-stream" }]);

describe("Imports on the API", function () {
  this.timeout(20_000);
  const world = useWorld();
  const stored = (): string[] => (existsSync(FOLDER) ? readdirSync(FOLDER).sort() : []);
  const work = (signal?: AbortSignal) => workOnImports(world.services, signal);
  const as = async (role = "system_admin"): Promise<ApiClient> =>
    world.api.as((await world.make.userWithToken({ role })).token);
  const send = (api: ApiClient, content: string | Buffer, query = "source=laravel", name?: string) =>
    api.post(`/user-imports?${query}`, upload(content, name));
  const sent = async (api: ApiClient, content: string, query?: string): Promise<string> =>
    (await send(api, content, query).expect(201)).body.data.id as string;
  const show = async (api: ApiClient, id: string) =>
    (await api.get(`/user-imports/${id}`).expect(200)).body.data;
  const start = (api: ApiClient, id: string, body?: object) => api.post(`/user-imports/${id}/start`, body);
  const emails = async (): Promise<string[]> =>
    (await world.services
      .knex("users")
      .whereNull("deleted_at")
      .where("email", "like", "%@example.test")
      .whereNot("email", "like", "user%")
      .orderBy("email")
      .pluck("email")) as string[];
  const imported = async (api: ApiClient, content: string, query?: string): Promise<string> => {
    const id = await sent(api, content, query);
    await work();
    await start(api, id).expect(200);
    await work();
    return id;
  };

  beforeEach(() => rmSync(FOLDER, { recursive: true, force: true }));

  it("are in the audit log when they are started, finished and undone", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    const api = world.api.as(token);
    const id = await imported(api, lines(...people("ada", "mary"), { name: "No Address" }));
    await api.post(`/user-imports/${id}/undo`).expect(200);
    await work();
    const { body } = await api.get("/activity-logs?filter[subject_type]=import").expect(200);
    const events = body.data.items as { event: string; actor_id: string; subject: object; changes: object }[];
    expect(events.map(({ event, actor_id, changes }) => ({ event, actor_id, changes }))).to.deep.equal([
      { event: "import_undone", actor_id: user.id, changes: { deleted: 2, kept: 0 } },
      {
        ...{ event: "import_finished", actor_id: user.id },
        changes: { created: 2, updated: 0, exists: 0, refused: 1 },
      },
      { event: "import_started", actor_id: user.id, changes: { source: "laravel", file: "users.jsonl" } },
    ]);
    expect(events[0]!.subject).to.deep.include({ type: "import", id, name: "laravel" });
  });

  it("have the options of the command line", async () => {
    const api = await as();
    const id = "5b2f7a1e-9b7e-4c0e-8e9b-0f0d3c1a2b3c";
    const content = lines({ id, name: "Ada King", mail: "ada@example.test", password: "$1$unknown" });
    const map = `map=${encodeURIComponent("email = mail")}`;
    const query = `source=laravel&${map}&unsupported=invite&keep_ids=true&without_passkeys=true`;
    const run = await imported(api, content, `${query}&without_passwords=true`);
    expect((await show(api, run)).options).to.include({
      ...{ map: "email = mail", unsupported: "invite", keep_ids: true, without_passkeys: true },
    });
    expect((await show(api, run)).summary).to.deep.include({ created: 1, refused: 0 });
    const { body } = await api.get(`/users/${id}`).expect(200);
    expect(body.data.email).to.equal("ada@example.test");
  });

  it("check the file, create the accounts when they are started, and are undone", async () => {
    const api = await as();
    const answer = await send(api, lines(...people("ada", "mary"), { id: 3, name: "No Address" })).expect(
      201,
    );
    const { id, ...rest } = answer.body.data as { id: string; state: string };
    expect(answer.headers["location"]).to.equal(`/api/v1/user-imports/${id}`);
    expect(rest).to.deep.include({
      state: "checking",
      file_name: "users.jsonl",
      summary: null,
      source: "laravel",
    });
    expect(stored()).to.deep.equal([`${id}.upload`]);
    expect(statSync(join(FOLDER, `${id}.upload`)).mode & 0o777).to.equal(0o600);

    await work();
    const checked = await show(api, id);
    expect(checked.summary).to.deep.include({
      ...{ dry_run: true, created: 2, exists: 0, refused: 1, lacks_passwords: false },
      carried: [
        { name: "password", in_file: 2, carried: 2 },
        { name: "own id", in_file: 2, carried: 2 },
      ],
      refused_rows: [{ line: 3, email: null, reason: "The row has no email." }],
    });
    expect(checked).to.deep.include({ state: "checked", has_report: true, accounts: 0 });
    expect(await emails()).to.deep.equal([]);

    expect((await start(api, id).expect(200)).body.data).to.include({ state: "importing" });
    await work();
    expect(await show(api, id)).to.deep.include({ state: "finished", accounts: 2, untouched: 2 });
    expect(await emails()).to.deep.equal(["ada@example.test", "mary@example.test"]);
    expect(stored()).to.deep.equal([`${id}.report`]);
    const report = await api.get(`/user-imports/${id}/report`).buffer(true).expect(200);
    const rows = String(report.text)
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row) as { outcome: string });
    expect(rows.map(({ outcome }) => outcome)).to.deep.equal(["created", "created", "refused"]);

    await world.api.post("/auth/login", { email: "ada@example.test", password: PASSWORD }).expect(200);
    expect((await api.post(`/user-imports/${id}/undo`).expect(200)).body.data).to.include({
      state: "undoing",
    });
    await work();
    expect(await show(api, id)).to.deep.include({ state: "undone", accounts: 1, untouched: 0 });
    expect(await emails()).to.deep.equal(["ada@example.test"]);
  });

  it("are listed with those of the command line", async () => {
    const api = await as();
    const path = join(AVATAR_DIR, "cli.jsonl");
    mkdirSync(AVATAR_DIR, { recursive: true });
    writeFileSync(path, lines(...people("cli")));
    await cliJson(world.services, "import", "users", path, "--from", "laravel");
    const id = await sent(api, lines(...people("ada")));
    const { items } = (await api.get("/user-imports").expect(200)).body.data;
    expect(items.map((item: { state: string }) => item.state)).to.deep.equal(["checking", "finished"]);
    expect(items[1]).to.deep.include({ file_name: null, options: null, accounts: 1 });
    await api.post(`/user-imports/${items[1].id}/undo`).expect(200);
    await work();
    expect((await show(api, items[1].id)).state).to.equal("undone");
    expect((await show(api, id)).state).to.equal("checked");
  });

  it("record who made the accounts", async () => {
    const { user, token } = await world.make.userWithToken({ role: "system_admin" });
    await imported(world.api.as(token), lines(...people("ada")));
    const [event] = await world.services
      .knex("activity_log")
      .where({ event: "user_created", actor_id: user.id });
    expect(JSON.parse(event.changes)).to.deep.include({ imported_from: "laravel" });
  });

  it("go on after an interruption, and count what was made before it", async () => {
    const api = await as();
    const names = Array.from({ length: 600 }, (_, index) => `n${String(index).padStart(3, "0")}`);
    const id = await sent(api, lines(...people(...names)));
    await work();
    await start(api, id).expect(200);
    const stopping = new AbortController();
    stopping.abort();
    await work(stopping.signal); // does nothing
    // a process that is killed after the first rows keeps its lease
    await world.services
      .knex("import_runs")
      .where({ id })
      .update({ lease_owner: "gone", lease_until: Date.now() + MINUTE });
    await cliJson(world.services, "import", "users", partOf(id, 250), "--from", "laravel");
    const [{ id: partial }] = await world.services.knex("import_runs").whereNot({ id }).select("id");
    await world.services.knex("imported_accounts").where({ run_id: partial }).update({ run_id: id });
    await work();
    expect((await show(api, id)).state).to.equal("importing");
    world.advance(2 * MINUTE);
    await work();
    const { summary, accounts } = await show(await as(), id);
    expect(summary).to.include({ created: 600, exists: 0 });
    expect(accounts).to.equal(600);
  });

  const partOf = (id: string, rows: number): string => {
    const path = join(AVATAR_DIR, "part.jsonl");
    writeFileSync(
      path,
      readFileSync(join(FOLDER, `${id}.upload`), "utf8")
        .split("\n")
        .slice(0, rows)
        .join("\n"),
    );
    return path;
  };

  it("give only roles that the caller can give, and administrators only when this is allowed", async () => {
    const rows = [
      { email: "root@example.test", first_name: "A", last_name: "B", role: "system_admin" },
      { email: "admin@example.test", first_name: "A", last_name: "B", role: "admin" },
      { email: "user@example.test", first_name: "A", last_name: "B", role: "user" },
    ];
    const query = "source=authdock&without_passwords=true";
    const api = await as("admin");
    const without = await sent(api, lines(...rows), query);
    const allowed = await sent(api, lines(...rows), `${query}&allow_administrators=true`);
    await work();
    expect((await show(api, without)).summary).to.include({ created: 1, refused: 2 });
    const { summary } = await show(api, allowed);
    expect(summary.refused_rows.map(({ email }: { email: string }) => email)).to.deep.equal([
      "root@example.test",
    ]);
    await send(api, lines(...rows), `${query}&role=system_admin`).expect(403);
    await send(api, lines(...rows), `${query}&role=nobody`).expect(422);
    expect(stored().filter((name) => name.endsWith(".upload"))).to.have.length(2);
  });

  it("don't complete accounts above the caller", async () => {
    const row = { email: "root@example.test", first_name: "A", last_name: "B", role: "system_admin" };
    const root = await as();
    await imported(root, lines(row), "source=authdock&without_passwords=true&allow_administrators=true");
    const api = await as("admin");
    const id = await sent(
      api,
      lines({ ...row, role: null, password_hash: BCRYPT }),
      "source=authdock&updates=true",
    );
    await work();
    expect((await show(api, id)).summary).to.include({ updated: 0, exists: 1 });
    const again = await sent(
      root,
      lines({ ...row, role: null, password_hash: BCRYPT }),
      "source=authdock&updates=true",
    );
    await work();
    expect((await show(root, again)).summary).to.include({ updated: 1, exists: 0 });
  });

  it("need the rights of their caller until their end", async () => {
    const { user, token } = await world.make.userWithToken({ role: "admin" });
    const api = world.api.as(token);
    const id = await sent(api, lines(...people("ada")));
    await work();
    await start(api, id).expect(200);
    await world.services.knex("users").where({ id: user.id }).update({ status: "banned" });
    await work();
    expect(await show(await as(), id)).to.include({
      state: "rejected",
      problem: "You are not allowed to do this.",
    });
    expect(await emails()).to.deep.equal([]);
  });

  it("say why a file can't be imported, and erase it", async () => {
    const api = await as();
    const ids = [
      await sent(api, 'email,name\na@example.test,"A"x,B\n', "source=auth0&format=csv"),
      await sent(api, "\n", "source=auth0"),
      await sent(api, lines({ mail: "a@example.test" }), "source=auth0"),
    ];
    await work();
    const problems = [];
    for (const id of ids) problems.push((await show(api, id)).problem);
    expect(problems[0]).to.match(/^Line 2 of users\.jsonl isn't CSV: /);
    expect(problems.slice(1)).to.deep.equal([
      "users.jsonl has no rows.",
      "No row of users.jsonl has an email. It has the fields mail.",
    ]);
    expect(stored().filter((name) => name.endsWith(".upload"))).to.deep.equal([]);
  });

  it("ask whether a file without passwords is intended", async () => {
    const api = await as();
    const id = await sent(api, lines({ email: "ada@example.test", name: "Ada King" }));
    await work();
    expect((await show(api, id)).summary).to.include({ lacks_passwords: true });
    const { body } = await start(api, id).expect(422);
    expect(body.data.errors).to.have.all.keys("without_passwords");
    await start(api, id, { without_passwords: true }).expect(200);
    await work();
    expect((await show(api, id)).state).to.equal("finished");
  });

  it("are discarded on request, and a day after their check", async () => {
    const api = await as();
    const [first, second] = [
      await sent(api, lines(...people("ada"))),
      await sent(api, lines(...people("mary"))),
    ];
    await work();
    expect((await api.post(`/user-imports/${first}/discard`).expect(200)).body.data).to.include({
      state: "discarded",
      has_report: false,
    });
    expect(stored()).to.deep.equal([`${second}.report`, `${second}.upload`]);
    await cleanUpImports(world.services);
    expect(stored()).to.have.length(2);
    world.advance(DAY + MINUTE);
    await cleanUpImports(world.services);
    expect(stored()).to.deep.equal([`${second}.report`]);
    expect((await show(await as(), second)).state).to.equal("discarded");
    world.advance(30 * DAY);
    await cleanUpImports(world.services);
    expect(stored()).to.deep.equal([]);
  });

  it("leave no file behind that no import needs", async () => {
    mkdirSync(FOLDER, { recursive: true });
    const orphan = join(FOLDER, `${NO_ROW}.upload`);
    writeFileSync(orphan, "x");
    await cleanUpImports(world.services);
    expect(existsSync(orphan)).to.equal(true); // it can still arrive
    utimesSync(orphan, new Date(0), new Date(0));
    await cleanUpImports(world.services);
    expect(existsSync(orphan)).to.equal(false);
  });

  it("are rejected when their file is gone for a day", async () => {
    const api = await as();
    const id = await sent(api, lines(...people("ada")));
    rmSync(FOLDER, { recursive: true });
    await work();
    expect((await show(api, id)).state).to.equal("checking");
    world.advance(DAY + MINUTE);
    await cleanUpImports(world.services);
    expect(await show(await as(), id)).to.include({
      state: "rejected",
      problem: "The file is no longer there. Upload it again.",
    });
  });

  it("keep the name of the file as it was sent", async () => {
    const api = await as();
    const { body } = await send(api, lines(...people("ada")), "source=laravel", "Kullanıcılar.jsonl").expect(
      201,
    );
    expect(body.data.file_name).to.equal("Kullanıcılar.jsonl");
  });

  it("leave nothing of a file whose client disconnects", async () => {
    const { token } = await world.make.userWithToken({ role: "system_admin" });
    const { port } = world.server.address() as AddressInfo;
    const client = request({
      ...{ port, method: "POST", path: "/api/v1/user-imports?source=laravel" },
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "multipart/form-data; boundary=x",
        "Content-Length": "100000",
      },
    });
    client.on("error", () => undefined);
    client.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jsonl"\r\n\r\n{}\n');
    await until("the file arrives", () => stored().length === 1);
    client.destroy();
    await until("the file is deleted", () => stored().length === 0);
  });

  it("are refused without the permissions, and in other states", async () => {
    await world.make.role("clerk", 2, ["users.read", "users.update"]);
    const api = await as("clerk");
    await send(api, lines(...people("ada"))).expect(403);
    expect(stored()).to.deep.equal([]);
    const root = await as();
    const id = await sent(root, lines(...people("ada")));
    await start(root, id).expect(422);
    await root.post(`/user-imports/${id}/undo`).expect(422);
    await root.get(`/user-imports/${id}/report`).expect(404);
    await work();
    await start(api, id).expect(403);
    await start(root, id).expect(200);
    await root.post(`/user-imports/${id}/discard`).expect(422);
    await work();
    await api.post(`/user-imports/${id}/undo`).expect(403);
    await root.get(`/user-imports/${NO_ROW}`).expect(404);
  });

  it("refuse files that can't be read, and name the limit", async () => {
    const api = await as();
    const errors = async (content: string, query: string, name?: string) =>
      (await send(api, content, query, name).expect(422)).body.data.errors as Record<string, string[]>;
    expect(await errors("", "source=laravel")).to.deep.equal({ file: ["The file is empty."] });
    expect(await errors("x", "source=laravel", "users.xlsx")).to.deep.equal({
      file: ["Choose a CSV or JSON file, or select its format."],
    });
    expect((await errors("x", "source=excel"))["source"]![0]).to.match(/^Choose one of .*keycloak/);
    expect(await errors("x", "source=laravel&updates=perhaps")).to.have.all.keys("updates");
    expect(await errors("x", "")).to.have.all.keys("source");
    expect((await api.post("/user-imports?source=laravel").expect(422)).body.data.errors).to.have.all.keys(
      "file",
    );
    const { body } = await api
      .post("/user-imports?source=laravel")
      .set("Content-Type", "multipart/form-data; boundary=x")
      .set("Content-Length", String(201 * 1024 * 1024))
      .expect(413);
    expect(body.message).to.equal("The request body is larger than 200 MiB.");
    expect(stored()).to.deep.equal([]);
  });

  it("refuse a file while ten files wait, also of two that arrive at once", async () => {
    const [api, ...others] = await Promise.all([as(), as(), as()]);
    const file = lines(...people("ada"));
    const ids = [];
    for (let n = 0; n < 9; n++) ids.push(await sent([api, ...others][n % 3]!, file));
    const both = await Promise.all(others.map((other) => send(other, file)));
    for (const { status } of both) expect(status).to.be.oneOf([201, 422]);
    expect(stored().length).to.be.within(9, 10);
    if (stored().length < 10) await sent(api, file);
    const { body } = await send(await as(), file).expect(422);
    expect(body.data.errors).to.deep.equal({
      file: ["10 files wait already. Start or discard one of these imports first."],
    });
    await api.post(`/user-imports/${ids[0]}/discard`).expect(200);
    await send(await as(), file).expect(201);
    expect(stored()).to.have.length(10);
  });

  it("refuse field names in another form", async () => {
    const api = await as();
    const { body } = await send(api, "x", "source=laravel&map=mail").expect(422);
    expect(body.data.errors).to.deep.equal({ map: ["Enter it as email=mail,first_name=profile.first."] });
    expect(stored()).to.deep.equal([]);
  });
});
