import { validate as isUuid } from "uuid";
import { isUniqueViolation } from "../../database/errors.js";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { normalForm } from "../../lib/text/normal-form.js";
import { MAX_ORGANISATION_NAME } from "../../models/organisations/organisation.js";
import { text, type Text } from "../../texts/translate.js";
import { NAME_PATTERN } from "../accounts/person.js";

export interface OrganisationInput {
  name: string;
  slug: string;
}

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])$/;
/** The pages below `/organisations` that aren't an organisation. */
const RESERVED: readonly string[] = ["create"];

/**
 * The fields in the form in which they are stored.
 * @throws ValidationFailed with all problems
 */
export function validateOrganisation(input: OrganisationInput): OrganisationInput {
  const name = normalForm(input.name.trim(), MAX_ORGANISATION_NAME);
  const slug = input.slug.trim();
  const problems: Record<keyof OrganisationInput, Text[]> = {
    name: nameProblems(name),
    slug: slugProblems(slug),
  };
  const wrong = Object.entries(problems).filter(([, sentences]) => sentences.length > 0);
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
  return { name, slug };
}

function nameProblems(name: string): Text[] {
  if (name === "") return [text("validation.required")];
  if ([...name].length > MAX_ORGANISATION_NAME)
    return [text("validation.too_long", { max: MAX_ORGANISATION_NAME })];
  return new RegExp(NAME_PATTERN).test(name) ? [] : [text("validation.characters")];
}

function slugProblems(slug: string): Text[] {
  if (slug === "") return [text("validation.required")];
  if (!SLUG.test(slug)) return [text("organisations.validation.slug")];
  // an address has the id or the slug
  return isUuid(slug) || RESERVED.includes(slug) ? [text("organisations.validation.slug_reserved")] : [];
}

/** Turns a violation of the unique index into an error of the field. @throws ValidationFailed on `slug` */
export async function claimingSlug<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ValidationFailed({ slug: [text("organisations.validation.slug_taken")] });
  }
}
