import { Option, type Command } from "commander";
import { presentToken } from "../api/presenters/tokens.js";
import { listTokens, revokeVisibleToken } from "../domain/tokens/token-administration.js";
import { TOKEN_SORTS } from "../models/lists/token-list.js";
import type { CommandLine } from "./command-line.js";
import { pageLine, pageOptions, type PageOptions } from "./options.js";
import { table } from "./tables.js";

const SORTS = TOKEN_SORTS.flatMap((name) => [name, `-${name}`]);

/** `token list`, `token revoke <token>`. */
export function addTokenCommands(program: Command, line: CommandLine): void {
  const tokens = program
    .command("token")
    .alias("tokens")
    .description("personal access tokens of all accounts");
  const list = tokens
    .command("list")
    .description("list tokens that weren't revoked, newest first")
    .option("--search <words>", "in the name of the token and its owner", "")
    .addOption(new Option("--sort <field>", "the order").choices(SORTS).default("-created_at"));
  for (const option of pageOptions()) list.addOption(option);
  list.action((options: PageOptions & { search: string; sort: string }) => showList(line, options));
  tokens
    .command("revoke <token>")
    .description("revoke a token by its id; its owner is notified")
    .action(async (id: string) => {
      await revokeVisibleToken(await line.operator(), id);
      line.print({ id }, [`Revoked: ${id}`]);
    });
}

async function showList(
  line: CommandLine,
  request: PageOptions & { search: string; sort: string },
): Promise<void> {
  const { services, actor } = await line.operator();
  const found = await listTokens({ services, actor }, request);
  const tokens = found.items.map(({ token }) => presentToken(token));
  const rows = tokens.map(({ id, name, owner, scopes, expires_at, last_used_at }) => [
    ...[id, name, owner.email, scopes.join(" ")],
    ...[expires_at, last_used_at],
  ]);
  line.print({ items: tokens, total: found.total, page: found.page, per_page: found.perPage }, [
    ...table(["ID", "NAME", "OWNER", "SCOPES", "EXPIRES", "LAST USED"], rows),
    pageLine(tokens.length, found.total, found.page),
  ]);
}
