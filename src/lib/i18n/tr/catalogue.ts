import { adminTokens } from "./admin-tokens.js";
import { clients } from "./clients.js";
import { common } from "./common.js";
import { failures } from "./failures.js";
import { lists } from "./lists.js";
import { mails } from "./mails.js";
import { oauth } from "./oauth.js";
import { profile } from "./profile.js";
import { registration } from "./registration.js";
import { security } from "./security.js";
import { signIn } from "./sign-in.js";
import { tokens } from "./tokens.js";
import { validation } from "./validation.js";

export const tr = {
  ...adminTokens,
  ...clients,
  ...common,
  ...failures,
  ...lists,
  ...mails,
  ...oauth,
  ...profile,
  ...registration,
  ...security,
  ...signIn,
  ...tokens,
  ...validation,
};
