import { expect } from "chai";
import { takeLock } from "../../src/database/transaction.js";
import { raiseAuthorityVersion } from "../../src/domain/access/authority.js";
import { Role } from "../../src/models/role.js";
import { ROUNDS, together, useFleet } from "../support/app/processes.js";
import { describeWith } from "../support/app/requires.js";
import { Visitor, type Fields } from "../support/app/web.js";

const LIST = "/admin/roles";

/** 403 for a role with too many rights, 422 for one that the actor can't see any more. */
const REJECTED = [403, 422];

describeWith("MariaDB", "Roles on two processes", function () {
  this.timeout(20_000 + ROUNDS * 10_000);
  const fleet = useFleet(2);
  let serial = 0;

  /** A browser at the n-th process in which a system administrator is signed in. */
  async function administrator(n: number): Promise<Visitor> {
    const visitor = new Visitor(fleet.servers[n % 2]!.api.origin);
    await visitor.signIn(await fleet.make.user({ role: "system_admin" }));
    return visitor;
  }
  const freshRole = (permissions: string[] = [], rank = 6): Promise<Role> =>
    fleet.make.role(`role_${++serial}`, rank, permissions);
  const find = (id: string): Promise<Role | undefined> =>
    Role.query(fleet.services.knex).findById(id).execute();
  const permissionsOf = async (id: string): Promise<ReadonlySet<string>> =>
    (await fleet.services.authority.current()).get(id)!.permissions;
  const holdersOf = async (id: string): Promise<number> => {
    const rows: unknown[] = await fleet.services.knex("role_user").where({ role_id: id });
    return rows.length;
  };

  /** Opens the form of the role for a later submit. */
  async function opened(visitor: Visitor, { id, label, sort_order }: Role) {
    const { text } = await visitor.get(`${LIST}/${id}`);
    const _stamp = /name="_stamp" value="([^"]*)"/.exec(text)![1]!;
    const fields: Fields = { _stamp, label, rank: String(sort_order) };
    return (changes: Fields) => visitor.put(`${LIST}/${id}`, { ...fields, ...changes });
  }

  /** A user who can assign roles of rank 3 and below that hold no further permissions. */
  const assigner = async (): Promise<string> => {
    const { name } = await freshRole(["users.read", "users.create", "users.update", "dashboard.read"], 3);
    return (await fleet.make.userWithToken({ role: name })).token;
  };

  const OUTGROWN: [title: string, changes: Fields][] = [
    ["gets another permission", { permissions: ["", "settings.update"] }],
    ["is moved above the rank of the assigning user", { rank: "2" }],
  ];
  for (const [title, changes] of OUTGROWN)
    it(`aren't assigned without sufficient rights after one ${title}`, async () => {
      const root = await administrator(0);
      const token = await assigner();
      for (let round = 0; round < ROUNDS; round++) {
        const role = await freshRole();
        const people = await together(6, () => fleet.make.user());
        const save = await opened(root, role);
        let isSaved = false;
        const saving = save(changes).then(({ status }) => {
          isSaved = true;
          return status;
        });
        const answers = await Promise.all(
          people.map(async ({ id }, n) => {
            const wasSaved = isSaved;
            const { status } = await fleet.api(n).as(token).patch(`/users/${id}`, { role: role.name });
            return { status, wasSaved };
          }),
        );
        expect(await saving).to.equal(303);
        for (const { status, wasSaved } of answers)
          expect(status).to.be.oneOf(wasSaved ? REJECTED : [200, ...REJECTED]);
        expect(await holdersOf(role.id)).to.equal(answers.filter(({ status }) => status === 200).length);
        const later = await fleet.make.user();
        const late = await fleet.api(round).as(token).patch(`/users/${later.id}`, { role: role.name });
        expect(late.status).to.be.oneOf(REJECTED);
      }
    });

  it("are checked for an assignment as they are when it is written, not when it was requested", async () => {
    const token = await assigner();
    const { knex } = fleet.services;
    for (let round = 0; round < ROUNDS; round++) {
      const role = await freshRole();
      const user = await fleet.make.user();
      // an uncommitted change of the role blocks an assignment that the old permissions allowed
      const trx = await knex.transaction();
      await takeLock(trx, "authority");
      await raiseAuthorityVersion(trx);
      await trx("roles").where({ id: role.id }).update({ sort_order: 2 });
      const asked = fleet.api(round).as(token).patch(`/users/${user.id}`, { role: role.name });
      const created = fleet
        .api(round + 1)
        .as(token)
        .post("/users", {
          first_name: "Grace",
          last_name: "Hopper",
          email: `grace${serial}@example.test`,
          password: "correct-horse-battery",
          password_confirmation: "correct-horse-battery",
          role: role.name,
        });
      await waitingForAuthority(2).finally(() => trx.commit());
      // the role has become unknown to the actor
      expect([(await asked).status, (await created).status]).to.deep.equal([422, 422]);
      expect(await holdersOf(role.id)).to.equal(0);
    }
  });

  /** Waits until that many statements wait for the role lock. */
  async function waitingForAuthority(count: number): Promise<void> {
    const { knex } = fleet.services;
    for (const end = Date.now() + 4000; Date.now() < end;) {
      const [rows] = (await knex.raw(
        "select count(*) as n from information_schema.processlist where info like '%locks%share%' and info not like '%processlist%'",
      )) as [{ n: number }[]];
      if (Number(rows[0]!.n) >= count) return;
    }
    throw new Error("Nobody waits for the roles.");
  }

  it("accept one of two forms with the same version, and report the conflict to the other", async () => {
    const [one, two] = [await administrator(0), await administrator(1)];
    for (let round = 0; round < ROUNDS; round++) {
      const role = await freshRole();
      const [mine, theirs] = [await opened(one, role), await opened(two, role)];
      const answers = await Promise.all([
        mine({ label: "Mine", permissions: ["", "users.read"] }),
        theirs({ label: "Theirs", permissions: ["", "roles.read"] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 409]);
      const isMine = answers[0].status === 303;
      expect((await find(role.id))!.label).to.equal(isMine ? "Mine" : "Theirs");
      expect([...(await permissionsOf(role.id))]).to.deep.equal([isMine ? "users.read" : "roles.read"]);
    }
  });

  it("are deleted once", async () => {
    const [one, two] = [await administrator(0), await administrator(1)];
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await freshRole();
      const answers = await Promise.all([one.delete(`${LIST}/${id}`), two.delete(`${LIST}/${id}`)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 404]);
      const told: unknown[] = await fleet.services.knex("activity_log").where({ subject_id: id });
      expect(told).to.have.length(1);
    }
  });

  it("aren't deleted while they are assigned: one of both requests fails", async () => {
    const root = await administrator(0);
    const { token } = await fleet.make.userWithToken({ role: "system_admin" });
    for (let round = 0; round < ROUNDS; round++) {
      const role = await freshRole();
      const user = await fleet.make.user();
      await root.get(`${LIST}/${role.id}`);
      const [removal, assignment] = await Promise.all([
        root.delete(`${LIST}/${role.id}`),
        fleet.api(1).as(token).patch(`/users/${user.id}`, { role: role.name }),
      ]);
      expect([removal.status, assignment.status]).to.deep.be.oneOf([
        [303, 422],
        [409, 200],
      ]);
      expect(await holdersOf(role.id)).to.equal(assignment.status === 200 ? 1 : 0);
      expect((await find(role.id)) !== undefined).to.equal(assignment.status === 200);
      const held: unknown[] = await fleet.services.knex("role_user").where({ user_id: user.id });
      expect(held).to.have.length(1);
    }
  });

  it("give a name to one of two new roles, and report the conflict at the field of the other", async () => {
    const [one, two] = [await administrator(0), await administrator(1)];
    for (let round = 0; round < ROUNDS; round++) {
      for (const visitor of [one, two]) await visitor.get(`${LIST}/create`);
      const options = {
        label: "Editor",
        name: `editor_${round}`,
        rank: "6",
        permissions: ["", "users.read"],
      };
      const answers = await Promise.all([one.submit(LIST, options), two.submit(LIST, options)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([303, 422]);
      expect(answers.find(({ status }) => status === 422)!.text).to.contain("Another role has this key.");
      expect(await Role.query(fleet.services.knex).where({ name: options.name })).to.have.length(1);
    }
  });

  it("can't be managed by a user who loses the right at that moment", async () => {
    const { token } = await fleet.make.userWithToken({ role: "system_admin" });
    for (let round = 0; round < ROUNDS; round++) {
      const visitor = new Visitor(fleet.servers[0]!.api.origin);
      const user = await fleet.make.user({ role: "system_admin" });
      await visitor.signIn(user);
      const role = await freshRole();
      const save = await opened(visitor, role);
      const demotion = fleet.api(1).as(token).patch(`/users/${user.id}`, { role: "user" });
      const answers = await together(4, (n) => save({ label: `Label ${n}` }));
      expect((await demotion).status).to.equal(200);
      for (const { status } of answers) expect(status).to.be.oneOf([303, 403, 409]);
      expect((await save({ label: "Too late" })).status).to.equal(403);
      expect((await find(role.id))!.label).not.to.equal("Too late");
    }
  });
});
