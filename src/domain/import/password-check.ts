import type { Passwords } from "../../lib/passwords/passwords.js";
import { normalizeEmail } from "../../models/user.js";
import { text } from "../../texts/translate.js";
import { FileRejected } from "./file-rejected.js";
import type { ImportedPerson } from "./sources/imported-person.js";

/** A known password of one account, to find out before anything is written whether the hashes can be used. */
export class PasswordCheck {
  private readonly email: string;
  private hash: string | null | undefined;

  constructor(
    email: string,
    private readonly password: string,
  ) {
    this.email = normalizeEmail(email);
  }

  see({ email, passwordHash }: ImportedPerson): void {
    if (normalizeEmail(email) === this.email) this.hash ??= passwordHash;
  }

  /** @param secret that the hash needs, if any @throws FileRejected when it isn't the password of the account */
  async assert(passwords: Passwords, secret: string | null): Promise<void> {
    const values = { email: this.email };
    if (this.hash === undefined) throw new FileRejected(text("import.check_no_account", values));
    if (this.hash === null) throw new FileRejected(text("import.check_no_password", values));
    const matches = await passwords.verifyImported(this.password, this.hash, undefined, secret);
    if (!matches) throw new FileRejected(text("import.check_differs", values));
  }
}
