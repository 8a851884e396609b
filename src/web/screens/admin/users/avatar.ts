import { changeAvatarOf, removeAvatarOf } from "../../../../domain/users/avatar-administration.js";
import { path } from "../../../server/addresses.js";
import type { WebHandler } from "../../../server/call.js";
import { redirect, success } from "../../../server/responses/web-result.js";
import { userOf } from "./page.js";
import { pictureOf } from "../../account/avatar.js";

export const submitUserAvatar: WebHandler = async (call) => {
  const { user } = await userOf(call);
  await changeAvatarOf(call, user.id, pictureOf(call.form));
  return redirect(path("admin.users.edit", { user: user.id }), success("account.picture.changed"));
};

export const submitUserAvatarRemoval: WebHandler = async (call) => {
  const { user } = await userOf(call);
  await removeAvatarOf(call, user.id);
  return redirect(path("admin.users.edit", { user: user.id }), success("account.picture.removed"));
};
