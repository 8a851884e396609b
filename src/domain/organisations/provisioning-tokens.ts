import { v7 as uuidv7 } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { ActionForbidden, Failure, RowNotFound, ValidationFailed } from "../../lib/failures.js";
import { generateToken, SCIM_TOKEN, sha256 } from "../../lib/secrets.js";
import { normalForm } from "../../lib/text/normal-form.js";
import {
  MAX_PROVISIONING_TOKEN_NAME,
  MAX_PROVISIONING_TOKENS,
  ProvisioningTokens,
  type ProvisioningToken,
} from "../../models/organisations/provisioning-tokens.js";
import type { OrganisationScope } from "../../models/organisations/scope.js";
import { text, type Text } from "../../texts/translate.js";
import type { Administrator, RoleHolder } from "../access/actor.js";
import { NAME_PATTERN } from "../accounts/person.js";
import type { ActivityEvent } from "../audit/activities.js";
import { recordActorActivity } from "../audit/record.js";
import { inActorContext, type ActorCall, type ActorContext, type ReadCall } from "../context.js";
import { assertMayManage, enterOrganisation, lockOrganisation } from "./access.js";
import type { HeldRole } from "./organisation-roles.js";

/** Below it is the SCIM service. */
export const SCIM_PATH = "/scim/v2";
export const scimBaseUrl = (appUrl: URL): string => appUrl.origin + SCIM_PATH;

/** What a token for provisioning can do in its organisation, as far as rights are concerned. */
export const ROLE_OF_PROVISIONING: HeldRole = { name: "admin", customRights: null };

/** The id is taken, because the same form was sent before. */
export class ProvisioningTokenExists extends Failure {
  constructor() {
    super(text("organisations.provisioning.already_created"));
  }
}

/** A token, with the name of who created it; null when the account doesn't exist any more. */
export interface SeenProvisioningToken {
  token: ProvisioningToken;
  creator: string | null;
}

/** A new token with its value, which is shown once. */
export interface IssuedProvisioningToken extends SeenProvisioningToken {
  value: string;
}

/** The tokens of an organisation for provisioning, newest first. @throws RowNotFound, ActionForbidden */
export const listProvisioningTokens = (
  { services, actor, signal }: ReadCall<RoleHolder>,
  key: string,
): Promise<SeenProvisioningToken[]> =>
  services.reads.run(
    async (knex) => {
      const scope = await enterOrganisation(knex, actor, key, "provisioning.update");
      const tokens = await new ProvisioningTokens(scope).list();
      const names = await scope.namesOf(tokens.map(({ created_by }) => created_by));
      return tokens.map((token) => ({ token, creator: names.get(token.created_by) ?? null }));
    },
    { signal },
  );

/**
 * Creates a token with which a directory adds, changes and removes members, as an admin could.
 * @param id from a form, which creates one token, however often it is sent
 * @throws RowNotFound; ActionForbidden, also for who can do less than an admin, and for too many; ValidationFailed on `name`;
 * ProvisioningTokenExists
 */
export async function createProvisioningToken(
  call: ActorCall<Administrator>,
  key: string,
  { name: typed, id = uuidv7() }: { name: string; id?: string | undefined },
): Promise<IssuedProvisioningToken> {
  return inActorContext(call, async (context) => {
    const { actor, scope } = await lockOrganisation(context, key, "provisioning.update");
    assertMayManage(actor, scope, [ROLE_OF_PROVISIONING]);
    const name = validName(typed);
    const tokens = new ProvisioningTokens(scope);
    if ((await tokens.list()).length >= MAX_PROVISIONING_TOKENS)
      throw new ActionForbidden(
        text("organisations.provisioning.too_many", { max: MAX_PROVISIONING_TOKENS }),
      );
    const value = generateToken(SCIM_TOKEN);
    const columns = { id, name, token_hash: sha256(value), created_by: actor.id };
    const token = await claimingId(() => tokens.add(columns));
    await record(context, scope, "provisioning_token_created", token);
    const names = await scope.namesOf([token.created_by]);
    return { token, value, creator: names.get(token.created_by) ?? null };
  });
}

/** Ends a token immediately. Members stay. @throws RowNotFound, ActionForbidden */
export async function deleteProvisioningToken(
  call: ActorCall<Administrator>,
  key: string,
  id: string,
): Promise<ProvisioningToken> {
  return inActorContext(call, async (context) => {
    const { scope } = await lockOrganisation(context, key, "provisioning.update");
    const tokens = new ProvisioningTokens(scope);
    const token = await tokens.find(id);
    if (!token) throw new RowNotFound();
    await tokens.remove(id);
    await record(context, scope, "provisioning_token_deleted", token);
    return token;
  });
}

/** @throws ValidationFailed on `name` */
function validName(typed: string): string {
  const name = normalForm(typed.trim(), MAX_PROVISIONING_TOKEN_NAME);
  const wrong = (sentence: Text) => new ValidationFailed({ name: [sentence] });
  if (name === "") throw wrong(text("validation.required"));
  if ([...name].length > MAX_PROVISIONING_TOKEN_NAME)
    throw wrong(text("validation.too_long", { max: MAX_PROVISIONING_TOKEN_NAME }));
  if (!new RegExp(NAME_PATTERN).test(name)) throw wrong(text("validation.characters"));
  return name;
}

/** @throws ProvisioningTokenExists */
async function claimingId<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isUniqueViolation(error) ? new ProvisioningTokenExists() : error;
  }
}

const record = (
  context: ActorContext<Administrator>,
  { organisation: { id } }: OrganisationScope,
  event: ActivityEvent,
  { id: token, name }: ProvisioningToken,
): Promise<void> => recordActorActivity(context, event, { type: "organisation", id }, { token, name });
