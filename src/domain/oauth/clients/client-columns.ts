import { randomBytes } from "node:crypto";
import { DEFAULT_OPTIONS, type ClientOptions } from "../../../models/client-options.js";
import type { OAuthClient } from "../../../models/oauth-client.js";
import type { ValidClient } from "./client-input.js";

export const columnsOf = (input: ValidClient) => ({
  name: input.name,
  type: input.type,
  grant_types: [...input.grantTypes],
  redirect_uris: [...input.redirectUris],
  post_logout_redirect_uris: [...(input.postLogoutRedirectUris ?? [])],
  may_introspect: input.mayIntrospect,
  homepage_url: input.homepageUrl ?? null,
  organisation_role: input.organisationRole ?? null,
  options: input.options,
});

/** The salt is kept when the client changes to other ids, so that it gets the same ones back. */
export const saltFor = ({ subject_type: type }: ClientOptions): Partial<OAuthClient> =>
  type === "pairwise" ? { subject_salt: randomBytes(32).toString("base64url") } : {};

/** The options that differ from the defaults. */
export const chosenOptions = (options: ClientOptions): object =>
  changedFields(DEFAULT_OPTIONS, options).after;

/** The columns that differ, and what the audit log says about it: each option is a field there. */
export function differenceOf(client: OAuthClient, wanted: Partial<OAuthClient>) {
  const { options, ...columns } = wanted;
  const changed = changedFields(client, columns);
  const chosen = changedFields(client.options, options!);
  const after: Partial<OAuthClient> = { ...changed.after, ...(chosen.isChanged && { options: options! }) };
  return { after, difference: { ...changed.difference, ...chosen.difference } };
}

function changedFields<T extends object>(before: T, wanted: Partial<T>) {
  const old = (name: string) => before[name as keyof T];
  const changed = Object.entries(wanted).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old(name)),
  );
  return {
    isChanged: changed.length > 0,
    after: Object.fromEntries(changed) as Partial<T>,
    difference: Object.fromEntries(
      changed.map(([name, after]) => [name, { before: old(name), after }]),
    ) as object,
  };
}
