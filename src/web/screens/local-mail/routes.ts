import { showLocalMail, showLocalMailHtml, showLocalMails } from "./local-mail.js";
import { get } from "../../server/table.js";

export const LOCAL_MAIL_ROUTES = [
  get("dev-mail", ["public"], showLocalMails),
  get("dev-mail.show", ["public"], showLocalMail),
  get("dev-mail.html", ["public"], showLocalMailHtml),
];
