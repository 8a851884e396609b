import { decode, type Fields, type Visitor } from "../app/web.js";
import type { Response } from "supertest";
import type { Authenticator, Behaviour } from "./software-authenticator.js";

/** The options that the script of a page asks for. @throws AssertionError unless the status is 200 */
export async function optionsOf(visitor: Visitor, path: string, fields: Fields = {}) {
  const response = await visitor.submit(path, fields, { Accept: "application/json" });
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${response.text}`);
  return (response.body as { data: { public_key: never } }).data.public_key;
}

/** Does what the script of a form does: asks for options and submits the answer of the authenticator. */
export async function submitPasskey(
  visitor: Visitor,
  device: Authenticator,
  form: { options: string; action: string; fields?: Fields; behaviour?: Behaviour },
): Promise<Response> {
  const options = await optionsOf(visitor, form.options);
  const credential = await device.get(options, form.behaviour);
  return visitor.submit(form.action, { credential: JSON.stringify(credential), ...form.fields });
}

/** Signs in with the button of the sign-in page. */
export async function signInOnPage(
  visitor: Visitor,
  device: Authenticator,
  fields: Fields = {},
  behaviour: Behaviour = {},
): Promise<Response> {
  await visitor.get("/login");
  const form = { options: "/login/passkey/options", action: "/login/passkey", fields, behaviour };
  return submitPasskey(visitor, device, form);
}

/** The text of the alert of a page. */
export const alertOf = ({ text }: Pick<Response, "text">): string =>
  decode(/role="alert"[^]*?<p>([^<]*)</.exec(text)?.[1] ?? "");
