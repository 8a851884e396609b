import {
  createProvisioningToken,
  deleteProvisioningToken,
  listProvisioningTokens,
  ProvisioningTokenExists,
  scimBaseUrl,
  type IssuedProvisioningToken,
} from "../../../domain/organisations/provisioning-tokens.js";
import { getOrganisation } from "../../../domain/organisations/organisations.js";
import { MAX_PROVISIONING_TOKEN_NAME } from "../../../models/organisations/provisioning-tokens.js";
import { formIdOf, sealFormId } from "../../forms/form-ids.js";
import { path } from "../../server/addresses.js";
import type { WebCall, WebHandler } from "../../server/call.js";
import { organisationHead } from "./tabs.js";
import { page, redirect, success, type WebResult } from "../../server/responses/web-result.js";

/** @throws ActionForbidden without the right */
export const showProvisioning: WebHandler = (call) => provisioningPage(call, null);

/** @param issued the token created just now, whose value is only in this answer */
async function provisioningPage(call: WebCall, issued: IssuedProvisioningToken | null): Promise<WebResult> {
  const seen = await getOrganisation(call, call.params["organisation"]!);
  const { organisation } = seen;
  const tokens = await listProvisioningTokens(call, organisation.id);
  const data = {
    head: organisationHead(call, seen, "organisations.provisioning.index"),
    organisation: { name: organisation.name, slug: organisation.slug },
    isOn: call.settings.get("organisations.scim"),
    baseUrl: scimBaseUrl(call.services.config.env.APP_URL),
    tokens: tokens.map(({ token, creator }) => ({
      ...{ id: token.id, name: token.name, creator },
      ...{ createdAt: token.created_at, lastUsedAt: token.last_used_at },
    })),
    issued: issued && { name: issued.token.name, value: issued.value },
    formId: sealFormId(call, "provisioning-token"),
    limits: { name: MAX_PROVISIONING_TOKEN_NAME },
  };
  const options = issued ? { status: 201, secret: true } : {};
  return page("organisations/provisioning", "organisations.provisioning.title", data, options);
}

const placeOf = ({ params }: WebCall): string =>
  path("organisations.provisioning.index", { organisation: params["organisation"]! });

export const submitProvisioningToken: WebHandler = async (call) => {
  const input = { name: call.form.text("name"), id: formIdOf(call, "provisioning-token") };
  try {
    return await provisioningPage(
      call,
      await createProvisioningToken(call, call.params["organisation"]!, input),
    );
  } catch (error) {
    if (!(error instanceof ProvisioningTokenExists)) throw error;
    return redirect(placeOf(call), { kind: "warning", key: "organisations.provisioning.already_created" });
  }
};

export const submitProvisioningTokenDeletion: WebHandler = async (call) => {
  const { params } = call;
  const { name } = await deleteProvisioningToken(call, params["organisation"]!, params["token"]!);
  return redirect(placeOf(call), success("organisations.provisioning.deleted", { name }));
};
