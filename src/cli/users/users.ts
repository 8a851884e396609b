import { Option, type Command } from "commander";
import { ValidationFailed } from "../../lib/failures.js";
import { startOfUtcDay } from "../../lib/clock.js";
import { USER_SCREEN_SORTS } from "../../models/lists/user-list.js";
import type { UserFilters } from "../../models/lists/user-filters.js";
import { listUsers } from "../../domain/users/user-list.js";
import { deleteUser, updateUser } from "../../domain/users/user-administration.js";
import { ACTIVE } from "../../domain/accounts/account-status.js";
import { MAX_REASON_LENGTH, type StatusTerms } from "../../domain/accounts/status-terms.js";
import { text } from "../../texts/translate.js";
import type { CommandLine } from "../command-line.js";
import { getUser } from "./find-user.js";
import { pageLine, pageOptions, type PageOptions } from "../options.js";
import { presentAccount, presentRow, type PresentedAccount } from "./present-user.js";
import { addUserAccessCommands } from "./user-access.js";
import { addUserCreation } from "./user-creation.js";
import { addUserRestore } from "./user-restore.js";
import { properties, table } from "../tables.js";

const SORTS = USER_SCREEN_SORTS.flatMap((name) => [name, `-${name}`]);

export interface FilterOptions {
  search?: string;
  status?: string;
  role?: string;
  deleted?: true;
  createdFrom?: string;
  createdTo?: string;
}

interface ListOptions extends PageOptions, FilterOptions {
  sort: string;
}

/** `user …`. `<user>` is an email or an id everywhere. */
export function addUserCommands(program: Command, line: CommandLine): void {
  const users = program.command("user").alias("users").description("accounts; <user> is an email or an id");
  const list = users
    .command("list")
    .description("list accounts, newest first")
    .option("--search <words>", "in name, email and id")
    .option("--status <status>", "with this status")
    .option("--role <role>", "with this role")
    .option("--created-from <date>", "created on this day (UTC) or later, as YYYY-MM-DD")
    .option("--created-to <date>", "created on this day (UTC) or earlier")
    .option("--deleted", "deleted accounts that can be restored")
    .addOption(new Option("--sort <field>", "the order").choices(SORTS).default("-created_at"));
  for (const option of pageOptions()) list.addOption(option);
  list.action((options: ListOptions) => showList(line, options));
  users
    .command("show <user>")
    .description("show an account")
    .action(async (user: string) => {
      const { id } = await getUser(line.services, user);
      await showAccount(line, id);
    });
  addUserCreation(users, line);
  addStatusCommands(users, line);
  users
    .command("role <user> <role>")
    .description("give an account a role instead of its present ones")
    .action((user: string, role: string) => change(line, user, { role }));
  users
    .command("delete <user>")
    .description("delete an account; it can be restored for 30 days")
    .action(async (user: string) => {
      const operator = await line.operator();
      const { id, email } = await getUser(line.services, user);
      await deleteUser(operator, id, null);
      line.print({ id, email }, [`Deleted: ${email} (${id})`]);
    });
  addUserRestore(users, line);
  addUserAccessCommands(users, line);
}

interface BanOptions {
  reason?: string;
  tell?: boolean;
  until?: string;
}

function addStatusCommands(users: Command, line: CommandLine): void {
  users
    .command("ban <user>")
    .description("ban an account and end all its access")
    .option("--reason <text>", "why, for the activity log")
    .option("--tell", "tell the reason and the end to the owner after the right password")
    .option("--until <time>", "when the ban ends, as YYYY-MM-DD (UTC) or 2026-12-31T12:00:00Z")
    .action((user: string, options: BanOptions) =>
      change(line, user, { status: "banned", terms: termsOf(options) }),
    );
  users
    .command("activate <user>")
    .description("let the owner of an account sign in again")
    .action((user: string) => change(line, user, { status: ACTIVE }));
  users
    .command("status <user> <status>")
    .description("give an account another status, as `definitions` lists them")
    .action((user: string, status: string) => change(line, user, { status }));
}

/** @throws ValidationFailed on a reason that is too long, and on a time that doesn't exist */
function termsOf({ reason, tell = false, until }: BanOptions): StatusTerms {
  if (reason !== undefined && [...reason].length > MAX_REASON_LENGTH)
    throw new ValidationFailed({ reason: [text("validation.too_long", { max: MAX_REASON_LENGTH })] });
  return { reason: reason?.trim() || null, tell, until: until === undefined ? null : timeOf(until) };
}

function timeOf(until: string): number {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(until);
  const time = startOfUtcDay(until) ?? (isTime ? Date.parse(until) : NaN);
  if (Number.isNaN(time))
    throw new ValidationFailed({ until: ["Enter a time as YYYY-MM-DD or 2026-12-31T12:00:00Z."] });
  return time;
}

async function change(
  line: CommandLine,
  emailOrId: string,
  changes: { status: string; terms?: StatusTerms } | { role: string },
): Promise<void> {
  const operator = await line.operator();
  const { id } = await getUser(line.services, emailOrId);
  await updateUser(operator, id, changes, null);
  await showAccount(line, id);
}

export async function showAccount(line: CommandLine, id: string): Promise<void> {
  const account = await presentAccount(line.services, id);
  const { access, avatar_url: _avatar, initials: _initials, full_name: _name, ...rest } = account;
  line.print(account, properties({ ...rest, ...access }));
}

async function showList(line: CommandLine, options: ListOptions): Promise<void> {
  const { services, actor } = await line.operator();
  const { page, perPage, sort } = options;
  const found = await listUsers({ services, actor }, { filters: filtersOf(options), page, perPage, sort });
  const users: PresentedAccount[] = [];
  for (const { user } of found.items) users.push(await presentRow(services, user));
  const rows = users.map((user) => [
    user.id,
    user.email,
    user.full_name,
    user.status,
    user.role,
    user.last_login_at,
  ]);
  line.print({ items: users, total: found.total, page: found.page, per_page: found.perPage }, [
    ...table(["ID", "EMAIL", "NAME", "STATUS", "ROLE", "LAST SIGN-IN"], rows),
    pageLine(users.length, found.total, found.page),
  ]);
}

/** @throws ValidationFailed on a date that doesn't exist */
export function filtersOf(options: FilterOptions): UserFilters {
  const { search, status, role, deleted, createdFrom, createdTo } = options;
  return {
    ...(search !== undefined && { search }),
    ...(status !== undefined && { status }),
    ...(role !== undefined && { role }),
    ...(createdFrom !== undefined && { createdFrom: dayOf("created-from", createdFrom) }),
    ...(createdTo !== undefined && { createdTo: dayOf("created-to", createdTo) }),
    ...(deleted && { deleted: "only" }),
  };
}

function dayOf(option: string, date: string): number {
  const day = startOfUtcDay(date);
  if (day === null) throw new ValidationFailed({ [option]: ["Enter a date as YYYY-MM-DD."] });
  return day;
}
