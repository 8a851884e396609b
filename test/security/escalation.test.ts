import { expect } from "chai";
import { Actor } from "../../src/domain/access/actor.js";
import { byRank, type RoleView } from "../../src/domain/access/authority.js";
import { deletionChange, roleChange, statusChange } from "../../src/domain/users/bulk-actions.js";
import { changeAccounts } from "../../src/domain/users/bulk-changes.js";
import { endAccess } from "../../src/domain/credentials/active-credentials.js";
import { PERMISSIONS } from "../../src/domain/access/permissions.js";
import { createRole, deleteRole, roleStamp, updateRole } from "../../src/domain/roles/role-administration.js";
import { heldRoles } from "../../src/domain/access/assignable-roles.js";
import { removeTwoFactor } from "../../src/domain/two-factor/removal.js";
import { createUser, deleteUser, updateUser } from "../../src/domain/users/user-administration.js";
import { Failure } from "../../src/lib/failures.js";
import { SYSTEM_ADMIN } from "../../src/models/role.js";
import { UserListQuery } from "../../src/models/lists/user-list.js";
import type { User } from "../../src/models/user.js";
import { OPERATOR, PASSWORD } from "../support/app/factories.js";
import { useWorld } from "../support/app/world.js";
import type { ActorCall } from "../../src/domain/context.js";

const ROUNDS = Number(process.env["RACE_ROUNDS"] ?? 10);
const ACTS_A_ROUND = 200;
const ADMINISTRATIVE = ["users.read", "users.create", "users.update", "roles.create", "roles.update"];
/** Changes that could give a user power over an account. */
const CREDENTIALS = ["email", "password", "two_factor_secret", "two_factor_confirmed_at"] as const;

/** Seeded random numbers, so that a failing sequence can be repeated. */
class Chance {
  constructor(private seed: number) {}

  next(): number {
    this.seed = (Math.imul(this.seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return this.seed / 0x8000_0000;
  }
  of<T>(things: readonly T[]): T {
    return things[Math.floor(this.next() * things.length)]!;
  }
  some<T>(things: readonly T[], share: number): T[] {
    return things.filter(() => this.next() < share);
  }
}

const rankOf = (roles: readonly RoleView[]): number => roles[0]?.rank ?? Infinity;
const idsOf = (roles: readonly RoleView[]): string[] => roles.map(({ id }) => id).sort();
const permissionsOf = (roles: readonly RoleView[]): Set<string> =>
  new Set(roles.flatMap((role) => [...role.permissions]));

describe("C22: Hostile administrators who help each other", function () {
  this.timeout(120_000);
  const world = useWorld();

  interface State {
    roles: ReadonlyMap<string, RoleView>;
    accounts: Map<string, { row: User; roles: RoleView[] }>;
  }
  async function state(): Promise<State> {
    const { knex, authority } = world.services;
    const roles = await authority.current();
    const held = (await knex("role_user").select("user_id", "role_id")) as {
      user_id: string;
      role_id: string;
    }[];
    const rolesOf = ({ id }: User): RoleView[] =>
      byRank(held.filter(({ user_id }) => user_id === id).map(({ role_id }) => roles.get(role_id)!));
    const rows = (await knex("users").select("*")) as User[];
    return { roles, accounts: new Map(rows.map((row) => [row.id, { row, roles: rolesOf(row) }])) };
  }

  async function actorOf(id: string): Promise<Actor | null> {
    const { knex, authority } = world.services;
    const user = await new UserListQuery(knex, []).find(id);
    const roles = await authority.current();
    return user?.status === "active" ? new Actor(user, await heldRoles(knex, id, roles), roles) : null;
  }

  /** @returns every user except the system administrators */
  async function crowd(chance: Chance): Promise<string[]> {
    const roles = Array.from({ length: 6 }, (_, index) => `role${index}`);
    for (const name of roles) {
      const permissions = [
        ...chance.some(PERMISSIONS, chance.next() / 2),
        ...chance.some(ADMINISTRATIVE, 0.5),
      ];
      await world.make.role(name, chance.of([2, 2, 3, 4, 5, 8]), permissions);
    }
    await world.make.user({ role: SYSTEM_ADMIN });
    await world.make.user({ role: SYSTEM_ADMIN });
    const people: string[] = [];
    for (let count = 1; count <= 12; count++) {
      const [role, other] = [chance.of([null, ...roles]), chance.of([null, null, ...roles])];
      const user = await world.make.user({ role });
      if (other !== null && other !== role) await world.make.giveRole(user, other);
      if (chance.next() < 0.5) await world.make.twoFactor(user);
      people.push(user.id);
    }
    return people;
  }

  type Act = (
    actor: Actor,
    chance: Chance,
    target: string,
    role: RoleView,
    names: string[],
  ) => Promise<unknown>;
  let serial = 0;
  const person = (role: string) => ({
    first_name: "New",
    last_name: "Person",
    email: `new${++serial}@example.test`,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    role,
  });
  const options = (chance: Chance) => ({
    label: "Anything",
    rank: String(chance.of([0, 1, 2, 3, 4, 5, 9])),
    permissions: chance.some(PERMISSIONS, chance.next()),
  });
  const by = (actor: Actor): ActorCall => ({ services: world.services, actor, origin: OPERATOR });
  const update: Act = (actor, chance, target, _role, names) => {
    const { password, password_confirmation, email } = person("user");
    const changes = [
      { role: chance.of(names) },
      { role: chance.of(names) },
      { role: chance.of(names) },
      { password, password_confirmation },
      { email },
      { status: chance.of(["active", "inactive"]) },
    ];
    return updateUser(by(actor), target, chance.of(changes), null);
  };
  const roleUpdate: Act = (actor, chance, _target, role) => {
    const stamp = roleStamp(world.services, role);
    return updateRole(by(actor), role.id, options(chance), [stamp]);
  };
  const ACTS: Act[] = [
    update,
    update,
    update,
    update,
    roleUpdate,
    roleUpdate,
    (actor, chance, _target, _role, names) => createUser(by(actor), person(chance.of(names))),
    (actor, _chance, target) => deleteUser(by(actor), target, null),
    (actor, _chance, target) => removeTwoFactor(by(actor), target),
    (actor, _chance, target) => endAccess(by(actor), target),
    async (actor, chance, target, role) => {
      const accounts = [target, actor.id, actor.id.toUpperCase()].map((id) => ({ id, version: null }));
      const call = by(actor);
      const change = chance.of([
        () => statusChange(call, chance.of(["active", "banned"])),
        () => roleChange(call, role.name),
        () => deletionChange(call),
      ]);
      return changeAccounts(call, accounts, await change());
    },
    (actor, chance) => createRole(by(actor), { name: `new${++serial}`, ...options(chance) }),
    (actor, _chance, _target, role) => deleteRole(by(actor), role.id),
  ];

  /** One action of one of them. */
  async function act(chance: Chance, members: string[]): Promise<void> {
    const actor = await actorOf(chance.of(members));
    if (!actor) return;
    const { roles, accounts } = await state();
    const names = [...roles.values()].map(({ name }) => name);
    const target = chance.of([...accounts.keys()]);
    const before = accounts.get(actor.id)!.row.status;
    try {
      const made = await chance.of(ACTS)(actor, chance, target, chance.of([...roles.values()]), names);
      if (typeof made === "string") members.push(made); // creates an account for themselves
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
    const { status } = (await world.services.knex("users").where({ id: actor.id }).first()) as User;
    expect(status, "one's own status").to.equal(before);
  }

  /** @param all the combined permissions and the best rank of the group at the beginning */
  function expectNothingGained(before: State, after: State, all: { may: Set<string>; rank: number }): void {
    const isBeyond = (permission: string): boolean => !all.may.has(permission);
    for (const [id, { rank }] of before.roles)
      if (rank <= all.rank) expect(after.roles.has(id)).to.equal(true);
    for (const [id, role] of after.roles) {
      const was = before.roles.get(id);
      if (was && was.rank <= all.rank) expect(role, "a role beside or above them").to.deep.equal(was);
      else expect(role.rank, "the rank of a role").to.be.above(all.rank);
      expect([...role.permissions].filter(isBeyond), "what they do not hold").to.have.members(
        [...(was?.permissions ?? [])].filter(isBeyond),
      );
    }
    for (const [id, { row, roles }] of after.accounts) {
      const was = before.accounts.get(id);
      if (was && rankOf(was.roles) < all.rank) expect(row, "an account above them").to.deep.equal(was.row);
      expect(rankOf(roles), "the rank of an account").to.be.least(
        Math.min(all.rank, rankOf(was?.roles ?? [])),
      );
      const had = permissionsOf(was?.roles ?? []);
      expect([...permissionsOf(roles)].filter((name) => isBeyond(name) && !had.has(name))).to.deep.equal([]);
      if (!was || row.deleted_at !== null || ![...had].some(isBeyond)) continue;
      for (const column of CREDENTIALS) expect(row[column], column).to.deep.equal(was.row[column]);
      expect(idsOf(roles), "the roles of who may do more").to.deep.equal(idsOf(was.roles));
    }
  }

  for (let round = 1; round <= ROUNDS; round++)
    it(`gain nothing that none of them had, after any sequence of actions (seed ${round})`, async () => {
      const chance = new Chance(round);
      const people = await crowd(chance);
      const members = [chance.of(people), ...chance.some(people, 0.25)];
      const before = await state();
      const held = members.map((id) => before.accounts.get(id)!.roles);
      const all = {
        may: new Set(held.flatMap((roles) => [...permissionsOf(roles)])),
        rank: Math.min(...held.map(rankOf)),
      };
      for (let count = 1; count <= ACTS_A_ROUND; count++) {
        await act(chance, members);
        expectNothingGained(before, await state(), all);
      }
    });
});
