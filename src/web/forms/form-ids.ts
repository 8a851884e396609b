import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { Signer } from "../../lib/signatures.js";
import type { Encryption } from "../../lib/encryption.js";
import type { Form } from "./form.js";

/** Who fills in a form. */
interface Filling {
  services: { encryption: Encryption };
  actor: { id: string };
  form: Form;
}

/** What a form may make that is shown only once. */
export type FormKind = "client" | "token";

const signerOf = ({ services }: Filling, kind: FormKind): Signer =>
  new Signer(services.encryption, `${kind}-form`);

/**
 * For the field `_form` of a form that makes something: the id of what it makes. Sent twice (a reload, a second click),
 * it makes one thing, and the second answer does not hold its secret.
 */
export const sealFormId = (call: Filling, kind: FormKind): string =>
  signerOf(call, kind).seal({ id: uuidv7(), by: call.actor.id });

/** The id that the form was given; undefined when it was not given to this account. */
export function formIdOf(call: Filling, kind: FormKind): string | undefined {
  const form = signerOf(call, kind).open(call.form.text("_form")) as { id: string; by: string } | null;
  return form?.by === call.actor.id && isUuid(form.id) ? form.id : undefined;
}
