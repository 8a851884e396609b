import { validate as isUuid, v7 as uuidv7 } from "uuid";
import { Signer } from "../../lib/signatures.js";
import type { Encryption } from "../../lib/encryption.js";
import type { Form } from "./form.js";

/** The user and session of a form. */
interface FormContext {
  services: { encryption: Encryption };
  actor: { id: string };
  form: Form;
}

/** Things that a form creates once. */
export type FormKind = "client" | "provider" | "provisioning-token" | "token" | "webhook";

const signerOf = ({ services }: FormContext, kind: FormKind): Signer =>
  new Signer(services.encryption, `${kind}-form`);

/**
 * The field `_form`: the id of what the form creates. A form that is sent twice (a reload, a second click) creates
 * one thing, and the second answer doesn't contain its secret.
 */
export const sealFormId = (call: FormContext, kind: FormKind, id: string = uuidv7()): string =>
  signerOf(call, kind).seal({ id, by: call.actor.id });

/** The id from the form; undefined if it wasn't issued to this account. */
export function formIdOf(call: FormContext, kind: FormKind): string | undefined {
  const form = signerOf(call, kind).open(call.form.text("_form")) as { id: string; by: string } | null;
  return form?.by === call.actor.id && isUuid(form.id) ? form.id : undefined;
}
