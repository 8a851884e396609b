import { DAY } from "../../lib/clock.js";
import { ValidationFailed, type FieldSentences } from "../../lib/failures.js";
import { SERVICE_TOKEN_NAMES } from "../../models/token-kind.js";
import { text, type Text } from "../../texts/translate.js";
import type { TokenBounds } from "../access/actor.js";
import type { Services } from "../services.js";

/** What the owner of a new personal access token chooses. */
export interface TokenInput {
  /** The id from a form, so that submitting it twice creates one token. */
  id?: string | undefined;
  name: string;
  scopes: readonly string[];
  /** The longest lifetime when absent. */
  days?: number;
  /** The permission that the page requires; none in the profile. */
  permission?: string | undefined;
}

/** The longest lifetime of a personal access token, in days. */
export const longestTokenDays = ({ config }: Services): number =>
  Math.max(1, Math.floor(config.tokens.personalTokenMs / DAY));

/** @throws ValidationFailed with all problems */
export function assertValidInput(
  services: Services,
  { name, scopes, days }: TokenInput & { days: number },
  offered: readonly string[],
): void {
  const problems = {
    name: nameProblem(name),
    scopes: scopesProblem(scopes, services.config.tokens.scopes, offered),
    expires_in_days: daysProblem(days, longestTokenDays(services)),
  };
  const wrong = Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : []));
  if (wrong.length > 0) throw new ValidationFailed(Object.fromEntries(wrong) as FieldSentences);
}

const nameProblem = (name: string): Text | null =>
  SERVICE_TOKEN_NAMES.includes(name) ? text("validation.token.reserved", { name }) : null;

/** The scopes of the catalogue that the caller can give. */
export const offeredScopes = ({ config }: Services, bounds: TokenBounds | undefined): readonly string[] =>
  config.tokens.scopes.filter((scope) => !bounds || bounds.scopes.includes(scope));

/** Only scopes of the catalogue are allowed, and never `*`. */
function scopesProblem(
  wanted: readonly string[],
  catalogue: readonly string[],
  offered: readonly string[],
): Text | null {
  if (wanted.some((scope) => scope === "*" || !catalogue.includes(scope)))
    return text("validation.scopes.unknown");
  if (!wanted.every((scope) => offered.includes(scope))) return text("validation.scopes.exceeded");
  return new Set(wanted).size < wanted.length ? text("validation.scopes.twice") : null;
}

const daysProblem = (days: number, longest: number): Text | null =>
  Number.isInteger(days) && days >= 1 && days <= longest
    ? null
    : text("validation.token.days", { max: longest });
