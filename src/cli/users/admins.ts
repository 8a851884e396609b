import type { Command } from "commander";
import { updateUser } from "../../domain/users/user-administration.js";
import { SYSTEM_ADMIN } from "../../models/role.js";
import type { CommandLine } from "../command-line.js";
import { getUser } from "./find-user.js";
import { createAccount, passwordOption, type PersonOptions } from "./user-creation.js";
import { showAccount } from "./users.js";

/** `admin create`, `admin promote`. */
export function addAdminCommands(program: Command, line: CommandLine): void {
  const admins = program.command("admin").description("system administrators");
  admins
    .command("create <email>")
    .description("create a system administrator with a one-time password")
    .option("--first-name <name>", "the first name; from the email by default")
    .option("--last-name <name>", "the last name; from the email by default")
    .addOption(passwordOption())
    .action((email: string, options: Partial<PersonOptions>) =>
      createAccount(line, email, { ...nameFrom(email), ...options, role: SYSTEM_ADMIN }),
    );
  admins
    .command("promote <user>")
    .description("make an account a system administrator")
    .action(async (user: string) => {
      const operator = await line.operator();
      const { id } = await getUser(line.services, user);
      await updateUser(operator, id, { role: SYSTEM_ADMIN }, null);
      await showAccount(line, id);
    });
}

/** "ada.lovelace@example.com" → Ada Lovelace, "ops@example.com" → Ops Administrator. The person can correct it. */
function nameFrom(email: string): Pick<PersonOptions, "firstName" | "lastName"> {
  const [first = "", ...others] = email
    .split("@")[0]!
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { firstName: first || "System", lastName: others.join(" ") || "Administrator" };
}
