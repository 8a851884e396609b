import { refuseAvatar } from "../../domain/avatar-picture.js";
import { changeAvatar, removeAvatar } from "../../domain/avatars.js";
import { path } from "../addresses.js";
import type { WebHandler } from "../call.js";
import { redirect, success } from "../reply.js";

export const submitAvatar: WebHandler = async ({ services, actor, form, origin }) => {
  const { file } = form;
  if (!file || file.buffer.length === 0) throw refuseAvatar("validation.avatar.missing");
  await changeAvatar(services, actor.id, file.buffer, origin);
  return redirect(path("profile"), success("avatar.changed"));
};

export const submitAvatarRemoval: WebHandler = async ({ services, actor, origin }) => {
  await removeAvatar(services, actor.id, origin);
  return redirect(path("profile"), success("avatar.removed"));
};
