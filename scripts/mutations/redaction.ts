import type { Mutation } from "./mutation.js";

/** Passwords, tokens and addresses in the log, in the audit log, in errors and in mails that were sent. */
export const REDACTION_MUTATIONS: readonly Mutation[] = [
  {
    name: "the audit log shows a token that an event has by mistake",
    file: "src/domain/activity/activity-redaction.ts",
    search: `  if (SECRET_VALUE.test(value)) return true;
`,
    replace: ``,
    tests: ["test/api/activity-logs/activity-logs.test.ts"],
  },
  {
    name: "the audit log stores the hash of a new password",
    file: "src/domain/users/user-changes.ts",
    search: `...(password ? { password: "changed" } : {}),`,
    replace: `...(password ? { password } : {}),`,
    tests: ["test/api/users/update.test.ts"],
  },
  {
    name: "the log has the addresses that a mail server repeats",
    file: "src/lib/mail/mailer.ts",
    search: `: loggable(message),`,
    replace: `: message,`,
    tests: ["test/domain/mail/mail.test.ts"],
  },
  {
    name: "a secret that isn't the first parameter of an address isn't known",
    file: "src/web/server/secret-addresses.ts",
    search: "`[?&](${SECRET_NAMES",
    replace: "`[?](${SECRET_NAMES",
    tests: ["test/web/server/secret-addresses.test.ts"],
  },
  {
    name: "the log has the query of an unknown address",
    file: "src/http/tracing.ts",
    search: `    .replace(/[?#].*$/s, "")
`,
    replace: ``,
    tests: ["test/web/server/secret-addresses.test.ts"],
  },
  {
    name: "the content of a mail stays in the database after it was sent",
    file: "src/domain/mail/mail-delivery.ts",
    search: `.update({ status: "sent", payload: null, sent_at: now() });`,
    replace: `.update({ status: "sent", sent_at: now() });`,
    tests: ["test/domain/mail/mail.test.ts"],
  },
  {
    name: "an anonymised account keeps the address of its last sign-in",
    file: "src/domain/upkeep/anonymise.ts",
    search: `      last_login_ip: null,
`,
    replace: ``,
    tests: ["test/domain/upkeep/anonymise.test.ts"],
  },
  {
    name: "an error of MariaDB has the values of its statement",
    file: "src/database/mysql/mysql-client.ts",
    search: `      delete (error as { sql?: string }).sql;
`,
    replace: ``,
    tests: ["test/database/clients.test.ts"],
    database: "mariadb",
  },
];
