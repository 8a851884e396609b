import { RowNotFound } from "../../lib/failures.js";
import type { WebCall, WebHandler } from "../call.js";
import {
  findLocalMail,
  listLocalMails,
  localMailFolder,
  readLocalFile,
  readLocalMail,
  SHOWN,
  type LocalMail,
} from "../local-mailbox.js";
import { content, page } from "../reply.js";

export const showLocalMails: WebHandler = async (call) => {
  const folder = requireFolder(call);
  const { mails, more } = await listLocalMails(folder);
  return page("dev-mail", "dev_mail.title", {
    mails: mails.map(presentMail),
    more: more ? SHOWN : null,
    folder,
  });
};

/** The text of a mail; its HTML would need styles that pages of this service do not allow, so it is a download. */
export const showLocalMail: WebHandler = async (call) => {
  const folder = requireFolder(call);
  const name = await findLocalMail(folder, call.params["id"] ?? "");
  if (name === undefined) throw new RowNotFound();
  if (call.query("as") === "eml")
    return content("message/rfc822", await readLocalFile(folder, name), {
      "Content-Disposition": 'attachment; filename="mail.eml"',
    });
  const mail = await readLocalMail(folder, name);
  const parts = withLinks(mail.text, call.services.config.env.APP_URL.origin);
  return page("dev-mail-show", "dev_mail.mail", { mail: presentMail(mail), parts }, { secretAddress: true });
};

/** @throws RowNotFound, as everywhere else than at this machine */
function requireFolder(call: WebCall): string {
  const folder = localMailFolder(call);
  if (folder === null) throw new RowNotFound();
  return folder;
}

const presentMail = ({ id, to, subject, date }: LocalMail) => ({
  id,
  to,
  subject,
  sentAt: date === undefined || Number.isNaN(Date.parse(date)) ? null : Date.parse(date),
});

interface Part {
  text: string;
  href: string | null;
}

/** The text, cut where an address of this service begins and ends. */
function withLinks(text: string, origin: string): Part[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    const ours = index % 2 === 1 && URL.canParse(part) && new URL(part).origin === origin;
    return { text: part, href: ours ? part : null };
  });
}
