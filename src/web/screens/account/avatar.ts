import { missingAvatar } from "../../../domain/profile/avatar-picture.js";
import { changeAvatar, removeAvatar } from "../../../domain/profile/avatars.js";
import { path } from "../../server/addresses.js";
import type { WebHandler } from "../../server/call.js";
import type { Form } from "../../forms/form.js";
import { redirect, success } from "../../server/responses/web-result.js";

/** The bytes of the uploaded picture. @throws ValidationFailed on `avatar` */
export function pictureOf({ file }: Form): Buffer {
  if (!file) throw missingAvatar();
  return file.buffer;
}

export const submitAvatar: WebHandler = async (call) => {
  await changeAvatar(call, pictureOf(call.form));
  return redirect(path("profile"), success("avatar.changed"));
};

export const submitAvatarRemoval: WebHandler = async (call) => {
  await removeAvatar(call);
  return redirect(path("profile"), success("avatar.removed"));
};
