import { missingLogo } from "../../../../domain/administration/logo-files.js";
import { changeClientLogo, removeClientLogo } from "../../../../domain/oauth/clients/client-logos.js";
import { path } from "../../../server/addresses.js";
import type { WebCall, WebHandler } from "../../../server/call.js";
import { redirect, success } from "../../../server/responses/web-result.js";

export const submitClientLogo: WebHandler = async (call) => {
  const { file } = call.form;
  if (!file) throw missingLogo();
  await changeClientLogo(call, clientOf(call), file.buffer);
  return redirect(path("admin.api-clients.edit", { client: clientOf(call) }), success("logo.changed"));
};

export const submitClientLogoRemoval: WebHandler = async (call) => {
  await removeClientLogo(call, clientOf(call));
  return redirect(path("admin.api-clients.edit", { client: clientOf(call) }), success("logo.removed"));
};

const clientOf = ({ params }: WebCall): string => params["client"]!;
