import type { Command } from "commander";
import { presentRole } from "../api/presenters/roles.js";
import { byRank, type RoleView } from "../domain/access/authority.js";
import { createRole, deleteRole, updateRole } from "../domain/roles/role-administration.js";
import { countHolders } from "../domain/roles/role-list.js";
import type { CommandLine } from "./command-line.js";
import { CommandFailed } from "./failures.js";
import { properties, table } from "./tables.js";

/** `role …`. `<role>` is the name for programs. */
export function addRoleCommands(program: Command, line: CommandLine): void {
  const roles = program.command("role").alias("roles").description("roles and their permissions");
  roles
    .command("list")
    .description("list roles, highest rank first")
    .action(() => showList(line));
  roles
    .command("show <role>")
    .description("show a role with its permissions")
    .action((name: string) => showRole(line, name));
  roles
    .command("create <role>")
    .description("create a role; grant its permissions afterwards")
    .requiredOption("--label <label>", "the name that people see")
    .requiredOption("--rank <number>", "2 to 9999; a lower number is a higher rank")
    .action(async (name: string, { label, rank }: { label: string; rank: string }) => {
      await createRole(await line.operator(), { name, label, rank, permissions: [] });
      await showRole(line, name.trim());
    });
  roles
    .command("grant <role> <permissions...>")
    .description("give a role permissions")
    .action((name: string, permissions: string[]) => change(line, name, (held) => [...held, ...permissions]));
  roles
    .command("take <role> <permissions...>")
    .description("take permissions from a role")
    .action((name: string, permissions: string[]) => take(line, name, permissions));
  roles
    .command("delete <role>")
    .description("delete a role that nobody has")
    .action(async (name: string) => {
      const { id } = await getRole(line, name);
      await deleteRole(await line.operator(), id);
      line.print({ id, name }, [`Deleted: ${name}`]);
    });
}

async function getRole({ services }: CommandLine, name: string): Promise<RoleView> {
  const roles = [...(await services.authority.current()).values()];
  const role = roles.find((one) => one.name === name);
  if (role) return role;
  const names = byRank(roles).map((one) => one.name);
  throw new CommandFailed(`There is no role ${name}. The roles are ${names.join(", ")}.`);
}

async function change(
  line: CommandLine,
  name: string,
  permissionsAfter: (held: readonly string[]) => string[],
): Promise<void> {
  const role = await getRole(line, name);
  const permissions = permissionsAfter([...role.permissions]);
  await updateRole(await line.operator(), role.id, { permissions }, null);
  await showRole(line, name);
}

/** A typing mistake must not look like success. */
async function take(line: CommandLine, name: string, permissions: readonly string[]): Promise<void> {
  const { permissions: held } = await getRole(line, name);
  const missing = permissions.filter((permission) => !held.has(permission));
  if (missing.length > 0) throw new CommandFailed(`The role ${name} doesn't have ${missing.join(", ")}.`);
  await change(line, name, (all) => all.filter((permission) => !permissions.includes(permission)));
}

async function showRole(line: CommandLine, name: string): Promise<void> {
  const role = await getRole(line, name);
  const holders = await countHolders(await line.operator(), role.id);
  const presented = presentRole(role, holders.get(role.id) ?? 0);
  line.print(presented, properties(presented));
}

async function showList(line: CommandLine): Promise<void> {
  const { services, actor } = await line.operator();
  const holders = await countHolders({ services, actor });
  const roles = byRank([...actor.allRoles.values()]).map((role) =>
    presentRole(role, holders.get(role.id) ?? 0),
  );
  const rows = roles.map(({ name, label, rank, holders: held, permissions }) => [
    ...[name, label, rank, held],
    permissions.length,
  ]);
  line.print({ items: roles }, table(["NAME", "LABEL", "RANK", "ACCOUNTS", "PERMISSIONS"], rows));
}
