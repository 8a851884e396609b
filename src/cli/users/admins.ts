import type { Command } from "commander";
import { updateUser } from "../../domain/users/user-administration.js";
import { SYSTEM_ADMIN } from "../../models/role.js";
import type { CommandLine } from "../command-line.js";
import { getUser } from "./find-user.js";
import { createAccount, withPerson, type PersonOptions } from "./user-creation.js";
import { showAccount } from "./users.js";

/** `admin create`, `admin promote`. */
export function addAdminCommands(program: Command, line: CommandLine): void {
  const admins = program.command("admin").description("system administrators");
  withPerson(admins.command("create <email>"))
    .description("create a system administrator with a one-time password")
    .action((email: string, options: PersonOptions) =>
      createAccount(line, email, { ...options, role: SYSTEM_ADMIN }),
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
