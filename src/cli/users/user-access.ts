import type { Command } from "commander";
import { endAccess } from "../../domain/credentials/active-credentials.js";
import { listPasskeysOf, removePasskeyOf } from "../../domain/passkeys/removal.js";
import { removeTwoFactor } from "../../domain/two-factor/removal.js";
import { sendResetLink } from "../../domain/users/reset-link.js";
import { updateUser } from "../../domain/users/user-administration.js";
import type { CommandLine } from "../command-line.js";
import { CommandFailed } from "../failures.js";
import { getUser } from "./find-user.js";
import { oneTimePassword } from "../one-time-password.js";
import { valueOf } from "../options.js";

/** `user reset-password`, `user reset-2fa`, `user revoke`. */
export function addUserAccessCommands(users: Command, line: CommandLine): void {
  users
    .command("reset-password <user>")
    .description("mail the owner a link to choose a new password, or set a one-time password")
    .option("--generate", "set a generated password, print it, and end all access of the account")
    .option("--password <password>", "set this password, - to read it from standard input")
    .action((user: string, options: ResetOptions) => resetPassword(line, user, options));
  users
    .command("reset-2fa <user>")
    .description("turn off two-factor authentication, for an owner who lost their device")
    .option("--passkeys", "remove the passkeys, too")
    .action((user: string, options: { passkeys?: true }) => resetTwoFactor(line, user, options));
  users
    .command("revoke <user>")
    .description("end all sessions, tokens and applications of an account")
    .action((user: string) => revoke(line, user));
}

interface ResetOptions {
  generate?: true;
  password?: string;
}

async function resetPassword(line: CommandLine, emailOrId: string, options: ResetOptions): Promise<void> {
  const operator = await line.operator();
  const { id, email } = await getUser(line.services, emailOrId);
  if (options.generate === undefined && options.password === undefined) {
    if (!(await sendResetLink(operator, id)))
      throw new CommandFailed(
        `No link was sent: ${email} isn't active or waits for its invitation, or auth.password_reset is 0.`,
      );
    return line.print({ id, email, mailed: true }, [`Mailed a link to ${email}.`]);
  }
  const password =
    options.password === undefined ? await oneTimePassword(line.services) : valueOf(line, options.password);
  await updateUser(operator, id, { password, password_confirmation: password }, null);
  const generated = options.password === undefined;
  line.print({ id, email, ...(generated && { password }) }, [
    `Changed the password of ${email} and ended all its access.`,
    ...(generated ? [`One-time password: ${password}   (shown only now)`] : []),
    "The next sign-in asks for a new password.",
  ]);
}

async function resetTwoFactor(
  line: CommandLine,
  emailOrId: string,
  { passkeys: withPasskeys }: { passkeys?: true },
): Promise<void> {
  const operator = await line.operator();
  const { id, email, hasTwoFactor } = await getUser(line.services, emailOrId);
  const passkeys = withPasskeys ? await listPasskeysOf(operator, id) : [];
  if (hasTwoFactor || passkeys.length === 0) await removeTwoFactor(operator, id);
  for (const passkey of passkeys) await removePasskeyOf(operator, id, passkey.id);
  line.print({ id, email, two_factor: hasTwoFactor, passkeys: passkeys.length }, [
    ...(hasTwoFactor ? [`Turned off two-factor authentication of ${email}.`] : []),
    ...(passkeys.length > 0 ? [`Removed passkeys: ${passkeys.length}`] : []),
  ]);
}

async function revoke(line: CommandLine, emailOrId: string): Promise<void> {
  const operator = await line.operator();
  const { id, email } = await getUser(line.services, emailOrId);
  const ended = (await endAccess(operator, id)) ?? { sessions: 0, tokens: 0, applications: 0 };
  line.print({ id, email, ended }, [
    `Signed ${email} out everywhere: sessions ${ended.sessions}, tokens ${ended.tokens}, applications ${ended.applications}`,
  ]);
}
