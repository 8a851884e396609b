import { BRIEF, type Publication, type PublishedContracts } from "../../../contract/published.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import { ServedFile } from "../../server/assets/served-file.js";

export type ContractName = keyof PublishedContracts;

/** A request for a document, from a page or with a token. */
export interface DocumentRequest {
  contracts: PublishedContracts;
  actor: { can(permission: string): boolean };
  queryString: string;
}

/** The value of `only` that leaves out operations that the reader can't call. */
export const CALLABLE = "callable";

/** The value of `part` for what the page shows before an operation or a schema is opened. Only in JSON. */
export const OUTLINE = "outline";

type Form = "json" | "yaml" | typeof OUTLINE | typeof BRIEF;

/** The forms of a document that were read, cached as long as the document. */
const FORMS = new WeakMap<Publication, Partial<Record<Form, ServedFile>>>();

/** The document in one format. @throws ValidationFailed for an unknown part of the contract */
export function documentFor(
  request: DocumentRequest,
  name: ContractName,
  notation: "json" | "yaml",
): ServedFile {
  const query = new URLSearchParams(request.queryString);
  const form = choiceIn(query, "part", notation === "json" ? [OUTLINE, BRIEF] : []) ?? notation;
  const publication = publicationFor(request, query, name);
  const made = FORMS.get(publication) ?? {};
  FORMS.set(publication, made);
  return (made[form] ??= new ServedFile(`application/${notation}`, publication[form]));
}

function publicationFor(
  { contracts, actor }: DocumentRequest,
  query: URLSearchParams,
  name: ContractName,
): Publication {
  const contract = contracts[name];
  if (choiceIn(query, "only", [CALLABLE]) === undefined) return contract.whole;
  return contract.callable((permission) => actor.can(permission));
}

/** A field of the query that has few possible values. @throws ValidationFailed for another value, or for several */
function choiceIn<Choice extends string>(
  query: URLSearchParams,
  field: string,
  choices: readonly Choice[],
): Choice | undefined {
  const [value, ...more] = query.getAll(field);
  if (value === undefined) return undefined;
  const choice = choices.find((one) => one === value);
  if (choice === undefined || more.length > 0)
    throw new ValidationFailed({ [field]: [text("validation.choice")] });
  return choice;
}
