import { showLocalMail, showLocalMails } from "./local-mail.js";
import { get } from "../../server/table.js";

/** Mails on a developer's machine. */
export const LOCAL_MAIL_ROUTES = [
  get("dev-mail", ["public"], showLocalMails),
  get("dev-mail.show", ["public"], showLocalMail),
];
