import { common } from "./common.js";
import { failures } from "./failures.js";
import { mails } from "./mails.js";
import { profile } from "./profile.js";
import { registration } from "./registration.js";
import { security } from "./security.js";
import { signIn } from "./sign-in.js";
import { tokens } from "./tokens.js";
import { validation } from "./validation.js";

export const tr = {
  ...common,
  ...failures,
  ...mails,
  ...profile,
  ...registration,
  ...security,
  ...signIn,
  ...tokens,
  ...validation,
};
