import { localMailKey } from "../../../domain/mail/local-mail-key.js";
import { RowNotFound } from "../../../lib/failures.js";
import { equalsInConstantTime } from "../../../lib/secrets.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import {
  findLocalMail,
  listLocalMails,
  localMailFolder,
  readLocalFile,
  readLocalMail,
  SHOWN,
  type LocalMail,
} from "./local-mailbox.js";
import { content, page, redirect } from "../../server/responses/web-result.js";

export const showLocalMails: WebHandler = async (call) => {
  const folder = requireFolder(call);
  const key = call.query("key");
  // checked by requireFolder; the address without it can be seen by others
  if (key !== undefined) {
    call.setLocalMailKey(key);
    return redirect(path("dev-mail"));
  }
  const { mails, more } = await listLocalMails(folder);
  return page("local-mail/list", "dev_mail.title", {
    mails: mails.map(presentMail),
    more: more ? SHOWN : null,
    folder,
  });
};

/** The HTML of a mail runs no scripts, loads nothing and has no origin. Its links open as ordinary pages. */
const FRAMED = {
  "Content-Security-Policy":
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'",
  "X-Frame-Options": "SAMEORIGIN",
  "Referrer-Policy": "no-referrer",
};

/** A mail as HTML in a sandboxed frame, or as text with links. */
export const showLocalMail: WebHandler = async (call) => {
  const { folder, name } = await requireMail(call);
  if (call.query("as") === "eml")
    return content("message/rfc822", await readLocalFile(folder, name), {
      "Content-Disposition": 'attachment; filename="mail.eml"',
    });
  const mail = await readLocalMail(folder, name);
  const hasHtml = mail.html !== null;
  const showsText = !hasHtml || call.query("as") === "text";
  const parts = withLinks(mail.text, call.services.config.env.APP_URL.origin);
  const shown = { mail: presentMail(mail), parts, hasHtml, showsText };
  return page("local-mail/mail", "dev_mail.mail", shown, { secretAddress: true, framesOwn: !showsText });
};

/** The document in the frame. */
export const showLocalMailHtml: WebHandler = async (call) => {
  const { folder, name } = await requireMail(call);
  const { html } = await readLocalMail(folder, name);
  if (html === null) throw new RowNotFound();
  return content("html", withLinksInNewTabs(html), FRAMED);
};

/** Adds the base target at the start of the head, before which only these tags can be. */
const withLinksInNewTabs = (html: string): string =>
  html.replace(
    /^\s*(<!doctype[^>]*>)?\s*(<html[^>]*>)?\s*(<head[^>]*>)?/i,
    (start) => `${start}<base target="_blank">`,
  );

/** @throws RowNotFound for an unknown mail, and without the key */
async function requireMail(call: WebCall): Promise<{ folder: string; name: string }> {
  const folder = requireFolder(call);
  const name = await findLocalMail(folder, call.params["id"] ?? "");
  if (name === undefined) throw new RowNotFound();
  return { folder, name };
}

/** @throws RowNotFound without the key, or on another machine */
function requireFolder(call: WebCall): string {
  const folder = localMailFolder(call);
  if (folder === null) throw new RowNotFound();
  const presented = call.query("key") ?? call.localMailKey ?? "";
  if (!equalsInConstantTime(presented, localMailKey(folder))) throw new RowNotFound();
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

/** Splits the text at addresses of this service. */
function withLinks(text: string, origin: string): Part[] {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) => {
    const ours = index % 2 === 1 && URL.canParse(part) && new URL(part).origin === origin;
    return { text: part, href: ours ? part : null };
  });
}
