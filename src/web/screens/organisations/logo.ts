import { missingLogo } from "../../../domain/administration/logo-files.js";
import {
  changeOrganisationLogo,
  removeOrganisationLogo,
} from "../../../domain/organisations/organisation-logos.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { redirect, success, type Flash, type WebResult } from "../../server/responses/web-result.js";

const keyOf = ({ params }: WebCall): string => params["organisation"]!;

const toPage = (call: WebCall, flash: Flash): WebResult =>
  redirect(path("organisations.show", { organisation: keyOf(call) }), flash);

export const submitLogo: WebHandler = async (call) => {
  const { file } = call.form;
  if (!file) throw missingLogo();
  await changeOrganisationLogo(call, keyOf(call), file.buffer);
  return toPage(call, success("logo.changed"));
};

export const submitLogoRemoval: WebHandler = async (call) => {
  await removeOrganisationLogo(call, keyOf(call));
  return toPage(call, success("logo.removed"));
};
