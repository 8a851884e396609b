import type { Publication, PublishedContracts } from "../../../contract/published.js";
import { ValidationFailed } from "../../../lib/failures.js";
import { text } from "../../../texts/translate.js";
import { ServedFile } from "../../server/served-file.js";

export type ContractName = keyof PublishedContracts;

/** A request for a document, from a page or with a token. */
export interface DocumentRequest {
  contracts: PublishedContracts;
  actor: { can(permission: string): boolean };
  queryString: string;
}

/** The value of `only` that leaves out operations that the reader can't call. */
export const CALLABLE = "callable";

/** The formats of a document that were read, cached as long as the document. */
const NOTATIONS = new WeakMap<Publication, Partial<Record<"json" | "yaml", ServedFile>>>();

/** The document in one format. @throws ValidationFailed for an unknown part of the contract */
export function documentFor(
  request: DocumentRequest,
  name: ContractName,
  notation: "json" | "yaml",
): ServedFile {
  const publication = publicationFor(request, name);
  const made = NOTATIONS.get(publication) ?? {};
  NOTATIONS.set(publication, made);
  return (made[notation] ??= new ServedFile(`application/${notation}`, publication[notation]));
}

function publicationFor({ contracts, actor, queryString }: DocumentRequest, name: ContractName): Publication {
  const contract = contracts[name];
  const [only, ...more] = new URLSearchParams(queryString).getAll("only");
  if (only === undefined) return contract.whole;
  if (only !== CALLABLE || more.length > 0) throw new ValidationFailed({ only: [text("validation.choice")] });
  return contract.callable((permission) => actor.can(permission));
}
