import type { Mutation } from "./mutation.js";

const MAIL = ["test/domain/mail/mail.test.ts"];

/** The queue of mails, and to whom they go. */
export const MAIL_MUTATIONS: readonly Mutation[] = [
  {
    name: "two processes send the same mail",
    file: "src/domain/mail/mail-delivery.ts",
    search: `.where({ id: mail.id, status: "queued", attempts: mail.attempts })`,
    replace: `.where({ id: mail.id, status: "queued" })`,
    tests: MAIL,
  },
  {
    name: "a mail that the server rejects for now is never sent",
    file: "src/domain/mail/mail-delivery.ts",
    search: `error instanceof MailRejected && error.isPermanent;`,
    replace: `error instanceof MailRejected;`,
    tests: MAIL,
  },
  {
    name: "a mail is sent after its link has expired",
    file: "src/domain/mail/mail-delivery.ts",
    search: `  await expireMails(services);
`,
    replace: ``,
    tests: MAIL,
  },
  {
    name: "the notice of a new address goes to the new address",
    file: "src/domain/users/user-changes.ts",
    search: `  await notifyOwner(context, user, columns);
  if (newRole) await replaceRoles(trx, user.id, newRole.id);
  const pending = revocation === "later" ? { revocation_pending_at: now() } : {};
  // the row is written in any case, so that a change of role alone raises the version, too
  await claimingEmail(() => user.$query(trx).patch({ locale: user.locale, ...columns, ...pending }));
`,
    replace: `  if (newRole) await replaceRoles(trx, user.id, newRole.id);
  const pending = revocation === "later" ? { revocation_pending_at: now() } : {};
  // the row is written in any case, so that a change of role alone raises the version, too
  await claimingEmail(() => user.$query(trx).patch({ locale: user.locale, ...columns, ...pending }));
  await notifyOwner(context, user, columns);
`,
    tests: ["test/web/admin/users/user.test.ts"],
  },
];
